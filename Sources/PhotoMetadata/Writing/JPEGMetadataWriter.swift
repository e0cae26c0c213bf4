import JPEG
import OutputText

public import PhotoRecords

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

    /// The XMP namespace of the properties that no standard has: `wit:RecordID` and its like.
    public static let namespace = XMPNamespace.wit.uri

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
    /// - Throws: ``WitError`` if the bytes are no JPEG with a picture (see
    ///   ``acceptsMissingPicture``), or the record is
    ///   larger than 8 MB of XMP.
    public func rewrite(
        _ jpeg: [UInt8], with record: PhotoRecord, orientation: Int
    ) throws(WitError) -> [UInt8] {
        let picture = try JPEGSegments(jpeg, needsPicture: !acceptsMissingPicture)
        let head = try Self.head(
            record, orientation, width: picture.width, height: picture.height,
            hasProfile: picture.hasProfile, jfif: picture.jfif)
        var result = head
        result.reserveCapacity(jpeg.count + head.count)
        if let adobe = picture.adobe { Self.append(.app14, adobe, to: &result) }
        for range in picture.kept { result += jpeg[range] }
        if !picture.hasEnd { result += [0xFF, JPEGMarker.endOfImage.rawValue] }
        return result
    }

    /// The picture as it is understood, with the metadata of a record: not a byte besides.
    ///
    /// - Parameters:
    ///   - jpeg: the JPEG file's bytes.
    ///   - coding: what is understood of them.
    ///   - record: what to write, as for ``rewrite(_:with:orientation:)``.
    ///   - orientation: EXIF's orientation of the encoded picture, 1…8.
    /// - Returns: the new file's bytes.
    /// - Throws: ``WitError`` if the record is larger than 8 MB of XMP.
    public func rewrite(
        _ jpeg: [UInt8], as coding: JPEGCoding, with record: PhotoRecord, orientation: Int
    ) throws(WitError) -> [UInt8] {
        let head = try Self.head(
            record, orientation, width: coding.frame?.width, height: coding.frame?.height,
            hasProfile: coding.profile != nil || !coding.profileSegments.isEmpty, jfif: coding.jfif)
        var result = head
        result.reserveCapacity(jpeg.count + head.count)
        if let profile = coding.profile { Self.append(.app2, profile.segmentBody, to: &result) }
        for body in coding.profileSegments { Self.append(.app2, body, to: &result) }
        if let transform = coding.adobeTransform {
            Self.append(
                .app14, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform], to: &result)
        }
        for piece in coding.pieces {
            switch piece {
            case .copy(let range): result += jpeg[range]
            case .segment(let bytes): result += bytes
            }
        }
        return result + [0xFF, JPEGMarker.endOfImage.rawValue]
    }

    /// Everything up to the segments that draw the picture.
    private static func head(
        _ record: PhotoRecord, _ orientation: Int, width: Int?, height: Int?, hasProfile: Bool,
        jfif: [UInt8]?
    ) throws(WitError) -> [UInt8] {
        let orientation = (1...8).contains(orientation) ? orientation : 1
        let frame = RegionFrame(width: width, height: height, orientation: orientation)
        let facts = ExifPicture(width: width, height: height, hasProfile: hasProfile)
        let exif = try ExifWriter(record, orientation: orientation, picture: facts).block()
        let packets = try XMPWriter(record, frame: frame).packets()
        var result: [UInt8] = [0xFF, 0xD8]
        if let header = jfif { append(.app0, header, to: &result) }
        if !exif.isEmpty { append(.app1, exif, to: &result) }
        append(.app1, XMPSegment.bytes(XMPSegment.header) + packets.main, to: &result)
        for piece in packets.extendedPieces {
            append(.app1, XMPSegment.bytes(XMPSegment.extendedHeader) + piece, to: &result)
        }
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
