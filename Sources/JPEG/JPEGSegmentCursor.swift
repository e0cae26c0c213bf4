/// Goes from segment to segment of a JPEG file (ITU-T T.81 §B.1.1): over fill bytes in front of
/// markers, bytes that belong to no segment, markers that stand alone, lengths that cannot be, and up
/// to an end that may come anywhere.
///
/// It reads nothing by itself. What is in memory is given to ``next(in:)``; of a file the part at
/// hand is given to ``step(in:at:of:)``, which asks for more.
///
/// ```swift
/// var cursor = JPEGSegmentCursor()
/// while let segment = cursor.next(in: jpeg.span), segment.marker != .startOfScan { … }
/// ```
package struct JPEGSegmentCursor: Sendable {
    /// What a step came to.
    package enum Step: Equatable, Sendable {
        /// The next segment; the cursor stands behind it.
        case segment(JPEGSegment)
        /// The bytes of this range are needed for the next step.
        case needs(Range<Int>)
        /// There is no further segment.
        case end
    }

    /// Where the next marker is looked for; at the end, how far it was looked for. Whoever knows
    /// better may move it.
    package var offset: Int
    /// Bytes that belong to no segment, passed over since the last one.
    package private(set) var stray = 0
    private let strayLimit: Int

    /// A cursor at an offset, behind SOI where nothing is said.
    ///
    /// - Parameter strayLimit: the walk ends at more bytes between two segments that belong to none.
    package init(at offset: Int = 2, strayLimit: Int = .max) {
        self.offset = offset
        self.strayLimit = strayLimit
    }

    /// Whether the walk ended at more stray bytes than it goes over.
    package var isLost: Bool { stray > strayLimit }

    /// The next segment of a JPEG that is in memory; nil if there is none.
    ///
    /// The cursor then stands behind the segment, or behind the marker where its length is too
    /// short to be one: such a length is no marker, whatever it is.
    package mutating func next(in bytes: Span<UInt8>) -> JPEGSegment? {
        switch step(in: bytes, at: 0, of: bytes.count) {
        case .segment(let segment): segment
        case .needs, .end: nil
        }
    }

    /// Goes to the next segment of a JPEG of which a part is at hand, as ``next(in:)`` does.
    ///
    /// - Parameters:
    ///   - part: the bytes at hand.
    ///   - start: the offset of the first of them.
    ///   - count: how many bytes the JPEG has in all.
    package mutating func step(in part: Span<UInt8>, at start: Int, of count: Int) -> Step {
        guard !isLost else { return .end }
        while offset <= count - 2 {
            let index = offset - start
            guard index >= 0, index <= part.count - 2 else { return .needs(offset..<offset + 2) }
            let (first, second) = (part[index], part[index + 1])
            if let marker = JPEGMarker(first, second) {
                return take(marker, in: part, at: start, of: count)
            }
            // A marker may have any number of 0xFF in front (§B.1.1.2).
            if first != 0xFF || second != 0xFF { stray += 1 }
            offset += 1
            if isLost { return .end }
        }
        return .end
    }

    /// Takes the segment whose marker stands at the offset.
    private mutating func take(
        _ marker: JPEGMarker, in part: Span<UInt8>, at start: Int, of count: Int
    ) -> Step {
        let content = offset + 2
        if marker.isStandalone {
            return .segment(pass(marker, content..<content, .standalone, to: content))
        }
        guard content <= count - 2 else {
            return .segment(pass(marker, content..<content, .endsInLength, to: count))
        }
        let index = content - start
        guard index <= part.count - 2 else { return .needs(offset..<offset + 4) }
        let length = Int(part[index]) << 8 | Int(part[index + 1])
        guard length >= 2 else {
            return .segment(
                pass(marker, content + 2..<content + 2, .short(length: length), to: content))
        }
        let end = content + length
        return .segment(
            pass(marker, content + 2..<end, end <= count ? .whole : .endsInPayload, to: end))
    }

    private mutating func pass(
        _ marker: JPEGMarker, _ payload: Range<Int>, _ form: JPEGSegment.Form, to end: Int
    ) -> JPEGSegment {
        defer { (offset, stray) = (end, 0) }
        return JPEGSegment(
            marker: marker, offset: offset, stray: stray, payload: payload, form: form)
    }

    /// Passes over the coded data of a scan, whose header it stands behind: up to the next marker that
    /// is no restart, or the end of the bytes (§B.1.1.5, §B.2.1).
    package mutating func passScan(in bytes: Span<UInt8>) {
        while let at = JPEGMarker.next(in: bytes, from: offset) {
            guard JPEGMarker(rawValue: bytes[at + 1]).continuesScan else {
                offset = at
                return
            }
            offset = at + 2
        }
        offset = bytes.count
    }
}
