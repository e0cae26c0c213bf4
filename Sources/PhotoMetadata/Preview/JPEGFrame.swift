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
        var offset = 2
        for _ in 0..<segmentLimit {
            guard try window.load(offset..<offset + 4), window[offset] == 0xFF else { return nil }
            let marker = JPEGMarker(rawValue: window[offset + 1])
            if marker.rawValue == 0xFF {
                offset += 1
                continue
            }
            if marker == .startOfScan || marker == .endOfImage { return nil }
            if marker.isStandalone {
                offset += 2
                continue
            }
            let length = window.uint16(at: offset + 2)
            if marker.isFrame {
                guard marker.rawValue <= 0xC2, length >= 8,
                    try window.load(offset..<offset + 10), window[offset + 4] == 8
                else { return nil }
                let (high, wide) = (window.uint16(at: offset + 5), window.uint16(at: offset + 7))
                return wide > 0 && high > 0 ? (wide, high) : nil
            }
            offset += 2 + max(length, 2)
        }
        return nil
    }
}
