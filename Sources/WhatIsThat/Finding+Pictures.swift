import OutputText
import PhotoRecords
import Pictures

extension Finding {
    /// That a picture of a mail could not be decoded, so that it is known by its bytes alone; nil
    /// where something else says so: for all pictures at once, or because it is of no such format.
    init?(notDecoded path: String, _ error: WitError) {
        switch error.code {
        case .unavailable, .pictureEmpty, .notAPicture, .tooManyPixels, .decodingStopped: return nil
        default:
            self.init(
                error.isDecoderError ? .warning : .note, FindingCode(rawValue: error.code.rawValue),
                where: path, error.message)
        }
    }

    /// Whether it says that decoding a picture had to be given up.
    public var isDecoderError: Bool {
        WitError(WitError.Code(rawValue: code.rawValue), message).isDecoderError
    }
}
