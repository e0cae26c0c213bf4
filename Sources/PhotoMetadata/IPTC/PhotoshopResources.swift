import PhotoRecords

/// Photoshop's image resources (Adobe Photoshop File Formats, "Image Resource Blocks"), of which
/// two matter here: the IPTC data sets and the digest of them.
struct PhotoshopResources {
    /// The IPTC IIM data sets; empty if there are none.
    private(set) var iptc: [UInt8] = []
    /// MD5 of the IPTC data at the time when EXIF or XMP was last made equal to it.
    private(set) var iptcDigest: [UInt8]?
    /// What was noticed.
    private(set) var findings: [Finding] = []

    private static let iptcNumber = 0x0404
    private static let digestNumber = 0x0425

    /// Reads the blocks of all segments, put together: `8BIM`, number, name, length, data.
    init(_ bytes: [UInt8]) {
        var offset = 0
        while offset + 12 <= bytes.count {
            guard Self.kinds.contains(where: { bytes[offset..<offset + 4].elementsEqual($0) })
            else { break }
            let number = Int(bytes[offset + 4]) << 8 | Int(bytes[offset + 5])
            // A Pascal string, padded to an even size with its length byte.
            let name = (Int(bytes[offset + 6]) + 2) & ~1
            let lengthAt = offset + 6 + name
            guard lengthAt + 4 <= bytes.count else {
                damaged()
                return
            }
            let length = bytes[lengthAt..<lengthAt + 4].reduce(0) { $0 << 8 | Int($1) }
            let data = lengthAt + 4..<min(lengthAt + 4 + length, bytes.count)
            if number == Self.iptcNumber, iptc.isEmpty { iptc = Array(bytes[data]) }
            if number == Self.digestNumber, data.count == 16 { iptcDigest = Array(bytes[data]) }
            guard lengthAt + 4 + length <= bytes.count else {
                damaged()
                return
            }
            offset = lengthAt + 4 + (length + 1) & ~1
        }
    }

    private mutating func damaged() {
        findings.append(
            Finding(
                .warning, .photoshopDamaged, where: "photoshop",
                "Photoshop's image resources end in the middle of a resource."))
    }

    private static let kinds = ["8BIM", "PHUT", "DCSR", "AgHg"].map { Array($0.utf8) }
}

extension FindingCode {
    /// Photoshop's image resources are cut off.
    static let photoshopDamaged: FindingCode = "photoshop-damaged"
}
