import JPEG

/// What the frame header of a JPEG within another file says (ITU-T T.81 §B.2.2).
enum JPEGFrame {
    private static let segmentLimit = 256

    /// The size in pixels; nil unless the bytes begin a JPEG that every decoder knows: baseline,
    /// extended or progressive, of 8 bits. Raw data come as JPEG too, but lossless.
    static func size(
        in source: any ByteSource, _ range: Range<Int>
    ) throws(ByteSourceError) -> (width: Int, height: Int)? {
        guard range.lowerBound >= 0, range.upperBound <= source.count, range.count > 16 else {
            return nil
        }
        var window = try ByteWindow(of: SliceSource(source, range))
        guard window.head.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var cursor = JPEGSegmentCursor(strayLimit: 0)
        for _ in 0..<segmentLimit {
            guard let segment = try window.next(&cursor) else { return nil }
            let (marker, body) = (segment.marker, segment.payload)
            if marker == .startOfScan || marker == .endOfImage { return nil }
            if marker.isFrame {
                guard marker.rawValue <= 0xC2, body.count >= 6,
                    try window.load(body.lowerBound..<body.lowerBound + 6),
                    window[body.lowerBound] == 8
                else { return nil }
                let high = window.uint16(at: body.lowerBound + 1)
                let wide = window.uint16(at: body.lowerBound + 3)
                return wide > 0 && high > 0 ? (wide, high) : nil
            }
            if case .short = segment.form { cursor.offset = body.upperBound }
        }
        return nil
    }
}
