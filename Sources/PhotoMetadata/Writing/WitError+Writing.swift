import OutputText

extension WitError.Code {
    /// The bytes are no JPEG.
    public static let notAJPEG: Self = "not-a-jpeg"
    /// The JPEG holds no picture, or its segments lead nowhere.
    public static let damagedJPEG: Self = "damaged-jpeg"
    /// The record is larger than metadata can be.
    public static let metadataTooLarge: Self = "metadata-too-large"
    /// A block of metadata in the file has no room for more.
    public static let noRoomInFile: Self = "no-room-in-file"
    /// Metadata can't be written into files of this format.
    public static let unsupportedFormat: Self = "unsupported-format"
    /// libexif had no memory.
    public static let outOfMemory: Self = "out-of-memory"
}
