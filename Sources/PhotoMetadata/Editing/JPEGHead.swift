import JPEG

/// What stands in a JPEG file before the picture's coded data, cut into its segments
/// (ITU-T T.81 §B.1.1): byte for byte, so that they make up the same again.
struct JPEGHead {
    /// A marker segment, or bytes that belong to none.
    struct Segment: Equatable {
        /// Its marker; nil for bytes between segments.
        var marker: JPEGMarker?
        /// Everything of it: fill bytes, marker, length, content.
        var bytes: [UInt8]
        /// Where its content begins.
        var start: Int

        /// What it holds behind its length.
        var body: ArraySlice<UInt8> { bytes[min(start, bytes.count)...] }

        /// A segment of a content of at most 65,533 bytes.
        init(_ marker: JPEGMarker, _ body: [UInt8]) {
            let length = body.count + 2
            self.marker = marker
            bytes =
                [
                    0xFF, marker.rawValue, UInt8(truncatingIfNeeded: length >> 8),
                    UInt8(truncatingIfNeeded: length),
                ] + body
            start = 4
        }

        fileprivate init(marker: JPEGMarker?, bytes: [UInt8], start: Int) {
            self.marker = marker
            self.bytes = bytes
            self.start = start
        }

        /// Whether it begins with a name.
        func begins(with name: StaticString) -> Bool {
            name.withUTF8Buffer { body.starts(with: $0) }
        }
    }

    /// The most that a segment's content may be.
    static let bodyLimit = 65_533
    private static let segmentLimit = 16_384

    /// The segments from SOI to the last before SOS.
    var segments: [Segment] = []

    /// Reads the segments of a file's first bytes.
    ///
    /// - Parameter isCut: whether the bytes end where SOS begins.
    /// - Returns: nil if they end before SOS.
    init?(_ bytes: [UInt8], isCut: Bool = false) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        segments.append(Segment(marker: .startOfImage, bytes: [0xFF, 0xD8], start: 2))
        var cursor = JPEGSegmentCursor()
        while segments.count < Self.segmentLimit {
            let start = cursor.offset
            if isCut, start == bytes.count { return }
            guard let segment = cursor.next(in: bytes.span) else {
                guard isCut else { return nil }
                segments.append(Segment(marker: nil, bytes: Array(bytes[start...]), start: 0))
                return
            }
            if segment.marker == .endOfImage { return nil }
            if segment.marker == .startOfScan {
                if segment.offset > start {
                    segments.append(
                        Segment(
                            marker: nil, bytes: Array(bytes[start..<segment.offset]), start: 0))
                }
                return
            }
            switch segment.form {
            case .standalone, .whole: break
            // QUIRK: T.81 §B.1.1.4; a length below its own two bytes is skipped over.
            case .short: cursor.offset = segment.payload.upperBound
            case .endsInLength, .endsInPayload: return nil
            }
            segments.append(
                Segment(
                    marker: segment.marker, bytes: Array(bytes[start..<cursor.offset]),
                    start: segment.payload.lowerBound - start))
        }
        return nil
    }

    /// All bytes.
    var bytes: [UInt8] { segments.flatMap(\.bytes) }

    /// What draws the picture and what nobody here changes.
    var foreign: [[UInt8]] {
        segments.filter { !$0.isExif && !$0.isXMP && !$0.isPhotoshop && !$0.isMultiPicture }
            .map(\.bytes)
    }

    /// The picture's size in pixels, as encoded.
    var size: (width: Int, height: Int)? {
        guard let frame = segments.first(where: { $0.marker?.isFrame ?? false })?.body,
            frame.count >= 5
        else { return nil }
        let at = frame.startIndex
        return (
            Int(frame[at + 3]) << 8 | Int(frame[at + 4]),
            Int(frame[at + 1]) << 8 | Int(frame[at + 2])
        )
    }
}

extension JPEGHead.Segment {
    /// EXIF.
    var isExif: Bool { marker == .app1 && begins(with: "Exif\0") && body.count >= 6 }
    /// A packet of XMP.
    var isPacket: Bool { marker == .app1 && begins(with: XMPSegment.header) }
    /// A piece of an extended packet.
    var isExtended: Bool { marker == .app1 && begins(with: XMPSegment.extendedHeader) }
    /// XMP of either kind.
    var isXMP: Bool { isPacket || isExtended }
    /// Photoshop's image resources.
    var isPhotoshop: Bool { marker == .app13 && begins(with: "Photoshop 3.0\0") }
    /// The index of a multi-picture file (CIPA DC-007).
    var isMultiPicture: Bool { marker == .app2 && begins(with: "MPF\0") }
    /// An ICC profile.
    var isProfile: Bool { marker == .app2 && begins(with: "ICC_PROFILE\0") }
}
