import JPEG
import PhotoRecords

/// Walks a JPEG file's marker segments up to the picture's data and collects its metadata
/// (ITU-T T.81 annex B, EXIF 3.0 §4.7, XMP part 3 §1.1.3).
struct JPEGWalk {
    private let limits: PhotoReadLimits
    private var blocks = MetadataBlocks(mediaType: "image/jpeg")
    private var extended = ExtendedXMP()
    private var resources: [UInt8] = []
    private var frame: [UInt8] = []
    private var isExifCut = false
    private var hints = TrailerHints()

    init(limits: PhotoReadLimits) { self.limits = limits }

    /// Finds the metadata, the picture's size and its fingerprint.
    mutating func blocks(_ window: inout ByteWindow) throws(ByteSourceError) -> MetadataBlocks {
        blocks.bytes = window.count
        let scan = try findScan(&window)
        try finishPackets()
        if let scan {
            hints.packets = blocks.xmp
            let picture = try JPEGPicture(scan: scan, window: &window, hints: hints)
            blocks.fingerprint = picture.fingerprint(frame: frame)
            blocks.picture = picture.data
            blocks.findings += picture.findings
            if blocks.width == nil {
                blocks.findings.append(
                    Finding(
                        .error, .jpegNoFrame, where: "@\(scan)",
                        "The picture's data begins before its size is declared."))
            }
        }
        return blocks
    }

    /// Walks to SOS; nil if the file ends before.
    private mutating func findScan(_ window: inout ByteWindow) throws(ByteSourceError) -> Int? {
        var cursor = JPEGSegmentCursor(strayLimit: Self.strayLimit)
        for _ in 0..<limits.segments {
            guard let segment = try window.next(&cursor) else {
                let how =
                    cursor.isLost
                    ? "has no further segment within \(cursor.stray) bytes"
                    : "ends before the picture begins"
                truncated(at: cursor.offset, how)
                return nil
            }
            if segment.stray > 0 {
                blocks.findings.append(
                    Finding(
                        .warning, .jpegStrayBytes, where: "@\(segment.offset - segment.stray)",
                        "\(segment.stray) stray bytes lie between two segments."))
            }
            if segment.marker == .startOfScan { return segment.offset }
            // Behind the marker.
            let place = segment.offset + 2
            switch segment.form {
            case .standalone:
                guard segment.marker == .endOfImage else { continue }
                truncated(at: place, "ends without a picture")
                return nil
            case .endsInLength:
                truncated(at: place, "ends within a segment's length")
                return nil
            case .short(let length):
                blocks.findings.append(
                    Finding(
                        .error, .jpegSegmentLength, where: "@\(place)",
                        "A segment's length of \(length) is less than the two bytes of the "
                            + "length itself."
                    ))
            case .whole:
                try take(segment.marker, segment.payload, &window)
            case .endsInPayload:
                try take(segment.marker, segment.payload, &window)
                truncated(at: place, "ends within a segment")
                return nil
            }
        }
        blocks.findings.append(
            Finding(
                .error, .jpegTooManySegments, where: "@\(cursor.offset)",
                "More than \(limits.segments) segments precede the picture."))
        return nil
    }

    private static let strayLimit = 65_536
    // EXIF blocks and XMP packets that are read; more than two of either were never met.
    private static let blockLimit = 8
    // An EXIF block that goes on through further segments.
    private static let largestExif = 4 << 20

    /// Takes what a segment's body has for us.
    private mutating func take(
        _ marker: JPEGMarker, _ body: Range<Int>, _ window: inout ByteWindow
    ) throws(ByteSourceError) {
        if marker.isFrame, body.count >= 6, try window.load(body.lowerBound..<body.lowerBound + 6) {
            guard frame.isEmpty else { return }
            blocks.height = window.uint16(at: body.lowerBound + 1)
            blocks.width = window.uint16(at: body.lowerBound + 3)
            frame = (0..<6).map { window[body.lowerBound + $0] }
            frame.append(marker.rawValue)
            return
        }
        if marker == .app2, hints.index == nil, body.count > 12,
            try window.load(body.lowerBound..<min(body.lowerBound + 4, window.count)),
            window.matches("MPF\0", at: body.lowerBound)
        {
            hints.index = (body.lowerBound + 4, body.count - 4)
            return
        }
        guard marker == .app1 || marker == .app13 else { return }
        _ = try window.load(body.lowerBound..<min(body.lowerBound + 35, window.count))
        if marker == .app13 {
            if window.matches("Photoshop 3.0\0", at: body.lowerBound) {
                let more = try window.exactly(
                    body.lowerBound + 14..<max(body.lowerBound + 14, body.upperBound))
                if resources.count + more.count <= limits.photoshopBytes {
                    resources += more
                } else {
                    tooLarge("iptc", "Photoshop's image resources", limits.photoshopBytes)
                }
            }
        } else if window.matches("Exif\0", at: body.lowerBound) {
            takeExif(try window.exactly(body))
        } else if window.matches(XMPSegment.header, at: body.lowerBound) {
            let start = body.lowerBound + XMPSegment.header.utf8CodeUnitCount
            guard blocks.xmp.count < Self.blockLimit else { return }
            blocks.xmp.append(try window.exactly(start..<max(start, body.upperBound)))
        } else if window.matches(XMPSegment.extendedHeader, at: body.lowerBound) {
            let start = body.lowerBound + XMPSegment.extendedHeader.utf8CodeUnitCount
            extended.add(
                try window.exactly(start..<max(start, body.upperBound)), limit: limits.xmpBytes)
        }
    }

    /// Takes an EXIF segment; one that does not begin with a byte order goes on where the one
    /// before ended.
    private mutating func takeExif(_ body: [UInt8]) {
        let begins = body.count > 7 && (body[6] == 0x49 || body[6] == 0x4D) && body[7] == body[6]
        if !begins, let last = blocks.exif.indices.last, body.count > 6 {
            blocks.exif[last] += body[6...]
        } else if blocks.exif.count < Self.blockLimit {
            blocks.exif.append(body)
        }
        // What libexif does not take is packed anew when all of it is there.
        if let last = blocks.exif.indices.last, blocks.exif[last].count > Self.largestExif {
            blocks.exif[last].removeLast(blocks.exif[last].count - Self.largestExif)
            if !isExifCut { tooLarge("exif", "The EXIF block", Self.largestExif) }
            isExifCut = true
        }
    }

    private mutating func finishPackets() throws(ByteSourceError) {
        if blocks.exif.contains(where: { $0.count > limits.exifBytes }) { try packExif() }
        if let packet = extended.packet(wantedBy: blocks.xmp) {
            blocks.xmp.append(packet)
        }
        blocks.findings += extended.findings
        if !resources.isEmpty {
            let photoshop = PhotoshopResources(resources)
            blocks.iptc = photoshop.iptc
            blocks.iptcDigest = photoshop.iptcDigest
            blocks.findings += photoshop.findings
        }
    }

    private mutating func packExif() throws(ByteSourceError) {
        let large = blocks.exif
        blocks.exif = []
        for block in large {
            guard block.count > limits.exifBytes else {
                blocks.exif.append(block)
                continue
            }
            try blocks.takeExif(tiff: 6..<block.count, in: MemorySource(block), limits: limits)
        }
    }

    private mutating func truncated(at offset: Int, _ how: String) {
        blocks.findings.append(
            Finding(.error, .jpegTruncated, where: "@\(offset)", "The JPEG file \(how)."))
    }

    private mutating func tooLarge(_ place: String, _ what: String, _ limit: Int) {
        blocks.findings.append(
            Finding(
                .warning, .metadataTooLarge, where: place,
                "\(what) is larger than \(limit) bytes; the rest is ignored."))
    }
}

extension FindingCode {
    /// A JPEG file that ends too early.
    static let jpegTruncated: FindingCode = "jpeg-truncated"
    /// A segment that says to be shorter than its own length field.
    static let jpegSegmentLength: FindingCode = "jpeg-segment-length"
    /// More segments than are looked at.
    static let jpegTooManySegments: FindingCode = "jpeg-too-many-segments"
    /// Bytes between two segments.
    static let jpegStrayBytes: FindingCode = "jpeg-stray-bytes"
    /// No SOF segment before the picture's data.
    static let jpegNoFrame: FindingCode = "jpeg-no-frame"
    /// Bytes after the picture: a film, a second picture, padding.
    static let jpegTrailingData: FindingCode = "jpeg-trailing-data"
    /// A metadata block over its limit.
    static let metadataTooLarge: FindingCode = "metadata-too-large"
}
