import OutputText

extension WitError.Code {
    /// No bytes at all.
    public static let pictureEmpty: Self = "picture-empty"
    /// The bytes are of no format that is read here.
    public static let notAPicture: Self = "not-a-picture"
    /// The picture is no mask: it is no PNG, or has no alpha.
    public static let notAMask: Self = "not-a-mask"
    /// The format is known, but its bytes could not be decoded.
    public static let pictureDamaged: Self = "picture-damaged"
    /// The picture has more pixels than the limit allows.
    public static let tooManyPixels: Self = "picture-too-large"
    /// Decoding the picture takes more memory than there is for it.
    public static let tooMuchMemory: Self = "picture-memory"
    /// Decoding the picture takes longer than there is time for one of its size.
    public static let tooMuchTime: Self = "picture-time"
    /// The process that decoded the picture ended, or answered what makes no sense.
    public static let decoderEnded: Self = "decoder-ended"
    /// The picture was read but could not be written.
    public static let cannotWrite: Self = "picture-not-written"
    /// The process that decodes pictures cannot be started; the next time it may.
    public static let decoderNotStarted: Self = "decoder-not-started"
    /// Decoding was not begun, or was ended, because what watches it said so.
    public static let decodingStopped: Self = "decoding-stopped"
    /// The picture library of this machine does not start or lacks the format.
    public static let unavailable: Self = "picture-library-unavailable"
}

extension WitError {
    /// Whether it tells of what this machine or its limits let be decoded, not of a picture that
    /// nobody could decode.
    public var isDecoderError: Bool {
        [.unavailable, .decoderNotStarted, .decoderEnded, .tooMuchMemory, .tooMuchTime]
            .contains(code)
    }
}
