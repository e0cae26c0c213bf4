import PhotoRecord
import Pictures

/// One photo of a message while its record and its picture are looking for each other.
struct PhotoEntry {
    var payload: PayloadPhoto?
    var code: ImportCodePhoto?
    var picture: Int?
    var match: PictureMatch?
    var isPreview = false

    var recordID: RecordID? { payload?.record.id ?? code?.record.id }
    var fileName: String? { payload?.attachment?.fileName ?? code?.fileName }
    var contentID: String? { payload?.attachment?.contentID }

    var perceptualHash: PerceptualHash? {
        let text = payload?.attachment?.perceptualHash ?? payload?.record.image?.perceptualHash
        return text.flatMap { PerceptualHash($0) }
    }

    /// The first 18 digits of the attached picture's SHA-256.
    var hashKey: String? {
        if let sent = payload?.attachment?.sha256 { return String(sent.prefix(18)) }
        return code?.hashPrefix.flatMap { $0.count == 18 ? $0 : nil }
    }
}
