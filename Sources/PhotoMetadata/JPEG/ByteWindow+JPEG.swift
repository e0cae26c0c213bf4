import JPEG

extension ByteWindow {
    /// The next segment of a JPEG file; nil if there is none, or the source ends before.
    mutating func next(
        _ cursor: inout JPEGSegmentCursor
    ) throws(ByteSourceError) -> JPEGSegment? {
        while true {
            switch cursor.step(in: bytes.span, at: start, of: count) {
            case .segment(let segment): return segment
            case .needs(let range): guard try load(range) else { return nil }
            case .end: return nil
            }
        }
    }
}
