import PhotoRecords

/// The encoded picture within a file: the extents of its data, one behind the other as they are
/// decoded, wherever they lie. A program that moves them to make room for metadata does not
/// change the picture.
struct EncodedPicture {
    private(set) var extents: [Range<Int>] = []
    private(set) var length = 0
    private(set) var isTruncated = false
    /// Whether the length of the data follows from the picture's size, as where nothing is
    /// compressed: then neither it nor white borders tell pictures apart, and all data decide.
    var isPlain = false
    private let end: Int

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

    /// Adds all data of another picture of the file.
    mutating func add(_ other: EncodedPicture) {
        for extent in other.extents { add(extent.lowerBound, extent.count) }
        isTruncated = isTruncated || other.isTruncated
        isPlain = isPlain || other.isPlain
    }

    /// The extents without what they have twice: a hostile file may name the same bytes a million
    /// times, and no file is read more than once.
    var extentsToRead: [Range<Int>] {
        if length <= end { return extents }
        var merged: [Range<Int>] = []
        for extent in extents.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, extent.lowerBound <= last.upperBound {
                merged[merged.count - 1] =
                    last.lowerBound..<max(last.upperBound, extent.upperBound)
            } else {
                merged.append(extent)
            }
        }
        return merged
    }

    /// The parts of the file that hold a range of the data.
    func parts(of range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for extent in extents {
            let held = range.clamped(to: start..<start + extent.count)
            if !held.isEmpty {
                let lower = extent.lowerBound + held.lowerBound - start
                parts.append(lower..<lower + held.count)
            }
            start += extent.count
            if start >= range.upperBound { break }
        }
        return parts
    }
}

extension MetadataBlocks {
    /// Takes the fingerprint of the picture, and says so if its data are cut off.
    ///
    /// - Parameters:
    ///   - scheme: The letter of the format's fingerprints.
    ///   - former: What earlier versions took for the picture, where that was less.
    mutating func take(
        _ picture: EncodedPicture, _ scheme: Character, former: EncodedPicture? = nil,
        in source: any ByteSource
    ) throws(ByteSourceError) {
        try takeFingerprint(
            picture, scheme, [width ?? 0, height ?? 0], former: former, in: source)
        guard picture.isTruncated || picture.isEmpty else { return }
        findings.append(
            Finding(
                .error, .pictureTruncated, where: "@\(source.count)",
                picture.isEmpty
                    ? "No picture was found in the file."
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
}
