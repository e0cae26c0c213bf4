import PhotoRecords

/// The metadata blocks that a container holds, still encoded, and what the container itself says.
struct MetadataBlocks {
    /// The media type by the file's bytes.
    var mediaType: String
    /// EXIF blocks in file order, each with `Exif\0\0` in front as libexif wants it.
    var exif: [[UInt8]] = []
    /// XMP packets in file order, the reassembled extended one last.
    var xmp: [[UInt8]] = []
    /// The IPTC IIM data sets (Photoshop's image resource 0x0404).
    var iptc: [UInt8] = []
    /// The MD5 that the last program that knew both EXIF/XMP and IPTC left of the latter.
    var iptcDigest: [UInt8]?
    /// Pixels across, as encoded.
    var width: Int?
    /// Pixels down, as encoded.
    var height: Int?
    /// The orientation by EXIF's numbers (1…8), where the container itself says how its picture
    /// is shown; EXIF's own counts for nothing then.
    var orientation: Int?
    /// The size of the file in bytes.
    var bytes = 0
    /// The hash of the encoded picture.
    var fingerprint: String?
    /// What earlier versions took for its fingerprint, where that was another one.
    var formerFingerprint: String?
    /// Where the encoded picture lies.
    var picture: EncodedPicture?
    /// What was noticed.
    var findings: [Finding] = []

    init(mediaType: String) { self.mediaType = mediaType }
}
