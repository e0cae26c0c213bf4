import ByteCoding
import JPEG
import OutputText
private import Crypto
public import PhotoRecords

/// Makes a photo's own metadata say what a record says, and keeps everything else as it is
/// (Metadata Working Group guidelines 2.0): what other programs wrote, maker notes at their
/// place, thumbnails, profiles, and the encoded picture byte for byte.
///
/// A field that a block says already is left as it is spelled, so that writing twice changes no
/// byte. EXIF and XMP are begun where they are not there; IPTC is kept in step where it stands
/// and never begun (guidelines §3.3.1). Maker, model and lens are never changed.
///
/// ```swift
/// let edit = try MetadataEditor().edit(fileAt: "IMG_1.jpg", to: record)
/// ```
public struct MetadataEditor: Sendable {
    /// The beginning of a file, as it was and as it is to be. What follows stays.
    public struct Edit: Sendable, Equatable {
        /// The file's first bytes, up to the picture's coded data.
        public let formerHead: [UInt8]
        /// What comes in their place.
        public let head: [UInt8]
        /// Whether anything changes at all.
        public var isChange: Bool { formerHead != head }
    }

    private let limits = PhotoReadLimits.standard
    private static let headLimit = 64 << 20

    /// An editor.
    public init() {}

    /// The first bytes of a JPEG file, up to the picture's coded data.
    ///
    /// - Throws: ``WitError``: `unsupported-format` for another format, `damaged` where
    ///   the file ends before its picture, `unreadable`.
    public func head(ofFileAt path: String) throws(WitError) -> [UInt8] {
        let first = try Self.beginning(of: path, ByteWindow.headSize)
        guard ContainerFormat.jpeg.begins(first) else {
            throw WitError(
                .unsupportedFormat,
                "its format\(Self.words(for: first)) can't be written yet")
        }
        var size = 256 << 10
        while true {
            let bytes = try Self.beginning(of: path, size)
            if let head = JPEGHead(bytes) { return head.bytes }
            if bytes.count < size || size >= Self.headLimit { throw Self.endless }
            size *= 4
        }
    }

    private static func beginning(
        of path: String, _ size: Int
    ) throws(WitError) -> [UInt8] {
        let failure: WitError
        do throws(WitError) {
            let source = try FileSource(path: path)
            do throws(ByteSourceError) {
                return try source.read(0..<size)
            } catch {
                failure = WitError(error, path: path)
            }
        } catch {
            failure = error
        }
        throw WitError(.unreadable, failure.message)
    }

    private static let endless = WitError(
        .damagedJPEG, "the JPEG ends before its picture; its metadata can't be written")

    /// What a file's beginning becomes.
    ///
    /// - Parameters:
    ///   - path: a JPEG file.
    ///   - record: what it is to say: name, caption, keywords, people, taken, location, regions
    ///     and id; a field that is empty is taken away.
    /// - Throws: ``WitError``: `unsupported-format` for another format, `damaged` where
    ///   a block could not be kept whole, `too-large` where it does not fit, `unreadable`.
    public func edit(
        fileAt path: String, to record: PhotoRecord
    ) throws(WitError) -> Edit {
        let former = try head(ofFileAt: path)
        return Edit(formerHead: former, head: try edit(head: former, to: record))
    }

    private static func words(for head: [UInt8]) -> String {
        let formats: [(ContainerFormat, String)] = [
            (.isoMedia, ISOBrands(head: head).mediaType ?? "HEIF"), (.png, "image/png"),
            (.webP, "image/webp"), (.tiff, "TIFF or a raw format built on it"),
            (.raf, "image/x-fuji-raf"), (.gif, "image/gif"), (.jpegXL, "image/jxl"),
        ]
        return formats.first { $0.0.begins(head) }.map { " (\($0.1))" } ?? ""
    }

    /// What the first bytes of a JPEG become.
    ///
    /// - Throws: As ``edit(fileAt:to:)`` does.
    public func edit(
        head bytes: [UInt8], to record: PhotoRecord
    ) throws(WitError) -> [UInt8] {
        guard var head = JPEGHead(bytes, isCut: true) else { throw Self.endless }
        let former = head
        let record = Self.written(record)
        var sources = MetadataSources(former.blocks(limits), limits: limits)
        let orientation = sources.orientation() ?? 1
        let frame = RegionFrame(
            width: former.size?.width, height: former.size?.height, orientation: orientation)
        try ExifBlocksEditing(record: record, frame: frame, limits: limits).apply(to: &head)
        try XMPBlocksEditing(record: record, frame: frame, limits: limits).apply(to: &head)
        try IPTCBlocksEditing(record: record, limits: limits).apply(to: &head)
        head.moveMultiPictureIndex(from: former)
        let result = head.bytes
        guard head.foreign == former.foreign,
            JPEGHead(result, isCut: true)?.foreign == former.foreign
        else {
            throw WitError(
                .damagedJPEG, "the file's parts cannot be kept as they are; nothing was written")
        }
        return result
    }

    /// A record without what is not to be written: the camera's names, which are the file's own,
    /// and values that were worked out from others.
    static func written(_ record: PhotoRecord) -> PhotoRecord {
        var record = record
        record.camera = nil
        if record.taken?.offsetSource == .place {
            record.taken?.offset = nil
            record.taken?.offsetSource = nil
        }
        // A name that was looked up; one that was said has no such source.
        if record.location?.place?.source != nil { record.location?.place = nil }
        if record.location?.coordinate == nil, record.location?.place == nil {
            record.location = nil
        }
        record.caption = record.caption.map(XMLText.cleaned)
        record.name = record.name.map(XMLText.cleaned)
        return record
    }
}

extension MetadataEditor {
    /// What the bytes that nobody changes come to: SHA-256 of all segments before the picture's
    /// coded data but EXIF, XMP, Photoshop's and the multi-picture index.
    ///
    /// - Returns: 64 hexadecimal digits; nil for bytes that are no beginning of a JPEG.
    public static func foreignHash(ofHead head: [UInt8]) -> String? {
        guard let parts = JPEGHead(head, isCut: true)?.foreign else { return nil }
        var hash = SHA256()
        for part in parts { hash.update(data: part) }
        return HexDigits.text(of: hash.finalize())
    }
}

extension JPEGHead {
    /// The metadata blocks, as a reader takes them.
    func blocks(_ limits: PhotoReadLimits) -> MetadataBlocks {
        var blocks = MetadataBlocks(mediaType: "image/jpeg")
        (blocks.width, blocks.height) = (size?.width, size?.height)
        blocks.exif = exifGroups.map { group in
            Array((exifHeader + tiff(of: group)).prefix(limits.exifBytes))
        }
        blocks.xmp = packets(limits)
        if let resources = PhotoshopEditor(photoshop) {
            blocks.iptc = resources[PhotoshopEditor.iptc] ?? []
            blocks.iptcDigest = resources[PhotoshopEditor.digest]
        }
        return blocks
    }

    private var exifHeader: [UInt8] { Array("Exif\0\0".utf8) }

    /// The EXIF blocks: the places of each one's segments. A segment that does not begin with a
    /// byte order goes on where the one before ended.
    var exifGroups: [[Int]] {
        segments.indices.filter { segments[$0].isExif }.reduce(into: []) { groups, index in
            let start = segments[index].body.dropFirst(6).prefix(2)
            if start.elementsEqual([0x49, 0x49]) || start.elementsEqual([0x4D, 0x4D])
                || groups.isEmpty
            {
                groups.append([index])
            } else {
                groups[groups.count - 1].append(index)
            }
        }
    }

    /// A block from its byte order on.
    func tiff(of group: [Int]) -> [UInt8] { group.flatMap { segments[$0].body.dropFirst(6) } }

    /// The XMP packets, the extended one last.
    func packets(_ limits: PhotoReadLimits) -> [[UInt8]] {
        let main = segments.filter(\.isPacket).map { $0.content(behind: XMPSegment.header) }
        return main + [extendedPacket(limits)].compactMap(\.self)
    }

    /// The extended packet that a main one names.
    func extendedPacket(_ limits: PhotoReadLimits) -> [UInt8]? {
        var extended = ExtendedXMP()
        for segment in segments where segment.isExtended {
            extended.add(
                segment.content(behind: XMPSegment.extendedHeader), limit: limits.xmpBytes)
        }
        return extended.packet(
            wantedBy: segments.filter(\.isPacket).map { $0.content(behind: XMPSegment.header) })
    }

    /// Photoshop's resources, their segments put together.
    var photoshop: [UInt8] {
        segments.filter(\.isPhotoshop).flatMap { $0.content(behind: "Photoshop 3.0\0") }
    }

    /// Where a block that is begun comes to stand: behind JFIF's header and what is named.
    func place(behind isBefore: (Segment) -> Bool) -> Int {
        var place = 1
        while place < segments.count, segments[place].marker == .app0 || isBefore(segments[place]) {
            place += 1
        }
        return place
    }

    /// Sets the multi-picture index right after segments have changed their size.
    mutating func moveMultiPictureIndex(from former: JPEGHead) {
        func behind(_ head: JPEGHead) -> Int? {
            head.segments.firstIndex(where: \.isMultiPicture).map { index in
                head.segments[(index + 1)...].reduce(0) { $0 + $1.bytes.count }
            }
        }
        let growth = bytes.count - former.bytes.count
        guard growth != 0, let old = behind(former), let new = behind(self),
            let index = segments.firstIndex(where: \.isMultiPicture)
        else { return }
        let body = MultiPictureIndex.moved(
            Array(segments[index].body), between: new - old, first: growth)
        segments[index] = Segment(.app2, body)
    }
}

extension JPEGHead.Segment {
    /// What follows a name.
    func content(behind name: StaticString) -> [UInt8] {
        Array(body.dropFirst(name.utf8CodeUnitCount))
    }
}
