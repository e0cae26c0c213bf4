private import Crypto
import PhotoRecord

/// The encoded picture within a file that is no JPEG: the extents of its data, and the
/// fingerprint that retagging leaves alone (SPEC §5).
///
/// The fingerprint is a scheme (`h1:` HEIF and AVIF, `c1:` CR3, `p1:` PNG, `w1:` WebP, `t1:` TIFF
/// and raw files built on it, `f1:` RAF, `x1:` JPEG XL, `g1:` GIF) and 128 bits of SHA-256 over
/// the picture's size in pixels, the length of its data and the first and last 2,048 bytes of it.
/// The data are the extents one behind the other, wherever they lie: a program that moves them to
/// make room for metadata does not change the fingerprint.
struct EncodedPicture {
    private var extents: [Range<Int>] = []
    private(set) var length = 0
    private(set) var isTruncated = false
    private let end: Int

    private static let sampleSize = 2_048
    private static let extentLimit = 1 << 20

    /// No data yet, of a file of so many bytes.
    init(fileSize: Int) { end = fileSize }

    /// Whether there is no data.
    var isEmpty: Bool { length == 0 }

    /// Adds the data's next extent; what lies behind the end of the file is left out.
    mutating func add(_ offset: Int, _ count: Int) {
        guard offset >= 0, count > 0, extents.count < Self.extentLimit else { return }
        let (sum, overflow) = offset.addingReportingOverflow(count)
        if overflow || sum > end { isTruncated = true }
        let extent = min(offset, end)..<(overflow ? end : min(sum, end))
        guard !extent.isEmpty else { return }
        length += extent.count
        if let last = extents.last, last.upperBound == extent.lowerBound {
            extents[extents.count - 1] = last.lowerBound..<extent.upperBound
        } else {
            extents.append(extent)
        }
    }

    /// The fingerprint; nil if there is no data.
    ///
    /// - Parameter facts: what belongs to the picture and does not lie in its data, such as its
    ///   size in pixels.
    func fingerprint(
        _ scheme: StaticString, _ facts: [Int], in source: any ByteSource
    ) throws(ByteSourceError) -> String? {
        guard !isEmpty else { return nil }
        var hash = SHA256()
        for fact in facts + [length] {
            hash.update(data: (0..<8).map { UInt8(truncatingIfNeeded: fact >> (8 * $0)) })
        }
        var left = Self.sampleSize
        for extent in extents {
            let part = extent.prefix(left)
            hash.update(data: try source.read(part))
            left -= part.count
            if left == 0 { break }
        }
        left = Self.sampleSize
        var tail: [Range<Int>] = []
        for extent in extents.reversed() {
            tail.append(extent.suffix(left))
            left -= extent.suffix(left).count
            if left == 0 { break }
        }
        for part in tail.reversed() { hash.update(data: try source.read(part)) }
        let digits = Array("0123456789abcdef".utf8)
        let hex = hash.finalize().prefix(16).flatMap {
            [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        }
        return "\(scheme):" + String(decoding: hex, as: UTF8.self)
    }
}

extension MetadataBlocks {
    /// Takes the fingerprint of the picture, and says so if its data are cut off.
    mutating func take(
        _ picture: EncodedPicture, _ scheme: StaticString, in source: any ByteSource
    ) throws(ByteSourceError) {
        fingerprint = try picture.fingerprint(scheme, [width ?? 0, height ?? 0], in: source)
        guard picture.isTruncated || picture.isEmpty else { return }
        findings.append(
            Finding(
                .error, .pictureTruncated, where: "@\(source.count)",
                picture.isEmpty
                    ? "The file holds no picture that can be found."
                    : "The file ends within the picture's data."))
    }

    /// Notes something about the container; a hostile file's endless oddities are not listed.
    mutating func note(
        _ severity: FindingSeverity, _ code: FindingCode, _ place: String, _ message: String
    ) {
        guard findings.count < 64 else { return }
        findings.append(Finding(severity, code, where: place, message))
    }
}

extension FindingCode {
    /// A file that ends before its picture's data do, or that holds none.
    static let pictureTruncated: FindingCode = "picture-truncated"
    /// A container whose structure contradicts itself; what could be found is read.
    static let containerDamaged: FindingCode = "container-damaged"
    /// A container with more parts than are looked at.
    static let containerTooComplex: FindingCode = "container-too-complex"
}
