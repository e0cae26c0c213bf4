public import PhotoRecord

/// Writes a record into a JPEG as standard metadata, in place of all that was there.
///
/// The encoded picture stays as it is, byte for byte. Of the other segments only those remain
/// that say how to draw it: JFIF (without its thumbnail), ICC profiles and Adobe's. EXIF and XMP
/// of the record come in; whatever follows the picture (films, second pictures) goes.
///
/// ```swift
/// let mailed = try JPEGMetadataWriter().rewrite(jpeg, with: record, orientation: 1)
/// ```
public struct JPEGMetadataWriter: Sendable {
    /// Whether a file that was cut off before its picture is written too, with all that is left
    /// of it; otherwise it is refused.
    public var acceptsMissingPicture: Bool

    /// A writer.
    public init(acceptsMissingPicture: Bool = false) {
        self.acceptsMissingPicture = acceptsMissingPicture
    }

    /// The picture with the metadata of a record and nothing else.
    ///
    /// A record without a location leaves no trace of one: no GPS directory, no GPS property.
    ///
    /// - Parameters:
    ///   - jpeg: a JPEG file's bytes.
    ///   - record: what to write: name, caption, keywords, people, taken, location, regions,
    ///     camera and id. Its file, image facts and provenance stay out.
    ///   - orientation: EXIF's orientation of the encoded picture, 1…8.
    /// - Returns: the new file's bytes.
    /// - Throws: ``PhotoWriteError`` if the bytes are no JPEG with a picture (see
    ///   ``acceptsMissingPicture``), or the record is
    ///   larger than 8 MB of XMP.
    public func rewrite(
        _ jpeg: [UInt8], with record: PhotoRecord, orientation: Int
    ) throws(PhotoWriteError) -> [UInt8] {
        let picture = try JPEGSegments(jpeg, needsPicture: !acceptsMissingPicture)
        let orientation = (1...8).contains(orientation) ? orientation : 1
        let frame = RegionFrame(
            width: picture.width, height: picture.height, orientation: orientation)
        let facts = ExifPicture(
            width: picture.width, height: picture.height, hasProfile: picture.hasProfile)
        let exif = try ExifWriter(record, orientation: orientation, picture: facts).block()
        let packets = try XMPWriter(record, frame: frame).packets()

        var result: [UInt8] = [0xFF, 0xD8]
        result.reserveCapacity(jpeg.count + exif.count + packets.main.count + 4_096)
        if let header = picture.jfif { Self.append(.app0, header, to: &result) }
        if !exif.isEmpty { Self.append(.app1, exif, to: &result) }
        Self.append(.app1, XMPSegment.bytes(XMPSegment.header) + packets.main, to: &result)
        for piece in packets.extendedPieces {
            Self.append(.app1, XMPSegment.bytes(XMPSegment.extendedHeader) + piece, to: &result)
        }
        if let adobe = picture.adobe { Self.append(.app14, adobe, to: &result) }
        for range in picture.kept { result += jpeg[range] }
        if !picture.hasEnd { result += [0xFF, JPEGMarker.endOfImage.rawValue] }
        return result
    }

    private static func append(_ marker: JPEGMarker, _ body: [UInt8], to result: inout [UInt8]) {
        let length = body.count + 2
        result += [
            0xFF, marker.rawValue, UInt8(truncatingIfNeeded: length >> 8),
            UInt8(truncatingIfNeeded: length),
        ]
        result += body
    }
}

extension XMPSegment {
    /// The bytes of one of the names.
    static func bytes(_ name: StaticString) -> [UInt8] {
        name.withUTF8Buffer { Array($0) }
    }
}
