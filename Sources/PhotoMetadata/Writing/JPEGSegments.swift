import JPEG
import OutputText

/// The parts of a JPEG file that draw the picture, and those that describe it (ITU-T T.81 §B.1).
struct JPEGSegments {
    /// The ranges that a copy keeps, in order: everything behind SOI that draws the picture.
    private(set) var kept: [Range<Int>] = []
    /// A JFIF header without its thumbnail; nil if there was none.
    private(set) var jfif: [UInt8]?
    /// Adobe's colour transform, without what may follow it; nil if there was none.
    private(set) var adobe: [UInt8]?
    /// Pixels across.
    private(set) var width: Int?
    /// Pixels down.
    private(set) var height: Int?
    /// Whether an ICC profile says what the colours mean.
    private(set) var hasProfile = false
    /// Whether the picture has its end marker.
    private(set) var hasEnd = false

    private static let segmentLimit = 65_536

    /// Walks from SOI to EOI, through every scan.
    ///
    /// - Parameter needsPicture: whether a file without a scan is refused.
    /// - Throws: `notAJPEG` without SOI, `damaged` without a scan if that is needed.
    init(_ jpeg: [UInt8], needsPicture: Bool = true) throws(WitError) {
        guard jpeg.starts(with: [0xFF, 0xD8, 0xFF]) else {
            throw WitError(.notAJPEG, "The bytes are not a JPEG.")
        }
        var cursor = JPEGSegmentCursor()
        var hasScan = false
        for _ in 0..<Self.segmentLimit {
            guard let segment = cursor.next(in: jpeg.span) else { break }
            let marker = segment.marker
            if marker == .endOfImage {
                if hasScan { keep(segment.offset..<cursor.offset) }
                hasEnd = hasScan
                break
            }
            if segment.form == .standalone { continue }
            guard segment.form == .whole else { break }
            let body = jpeg[segment.payload]
            if marker.isFrame, width == nil, body.count >= 6 {
                let at = body.startIndex
                height = Int(body[at + 1]) << 8 | Int(body[at + 2])
                width = Int(body[at + 3]) << 8 | Int(body[at + 4])
            }
            guard marker.draws || Self.isProfile(marker, body) else {
                if marker == .app0, jfif == nil { jfif = Self.header(body) }
                if marker == .app14, adobe == nil { adobe = Self.transform(body) }
                continue
            }
            if marker == .app2 { hasProfile = true }
            if marker == .startOfScan {
                hasScan = true
                cursor.passScan(in: jpeg.span)
            }
            keep(segment.offset..<cursor.offset)
        }
        guard hasScan || !needsPicture else {
            throw WitError(.damagedJPEG, "The JPEG contains no picture.")
        }
    }

    private mutating func keep(_ range: Range<Int>) {
        if let last = kept.last, last.upperBound == range.lowerBound {
            kept[kept.count - 1] = last.lowerBound..<range.upperBound
        } else {
            kept.append(range)
        }
    }

    /// Whether a segment is a part of an ICC profile (ICC.1 annex B.4).
    private static func isProfile(_ marker: JPEGMarker, _ body: ArraySlice<UInt8>) -> Bool {
        marker == .app2 && body.starts(with: Array("ICC_PROFILE\0".utf8))
    }

    /// Adobe's segment of 12 bytes (ISO/IEC 10918-6 §6.5.3).
    static func transform(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        body.count >= 12 && body.starts(with: Array("Adobe".utf8)) ? Array(body.prefix(12)) : nil
    }

    /// JFIF's header of 14 bytes with a thumbnail of 0 × 0 (JFIF 1.02).
    static func header(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        guard body.count >= 14, body.starts(with: Array("JFIF\0".utf8)) else { return nil }
        return Array(body.prefix(12)) + [0, 0]
    }
}
