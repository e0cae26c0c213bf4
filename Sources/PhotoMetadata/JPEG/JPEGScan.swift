/// One scan of a JPEG: which components it codes and how (ITU-T T.81 §B.2.3).
///
/// Its coded data are walked bit by bit, as a decoder does, to know where they end: what stands
/// behind, up to the next marker, is no part of the picture.
struct JPEGScan {
    /// A component of the scan: its place in the frame, and its tables.
    struct Part {
        var index: Int
        var dc: Int
        var ac: Int
    }

    let parts: [Part]
    /// The first and last coefficient in zigzag order.
    let first: Int
    let last: Int
    /// Whether it adds a bit to what earlier scans said.
    let refines: Bool
    /// The lowest bit of the coefficients that it codes.
    let low: UInt8

    /// - Parameter body: the segment behind its length; it must hold nothing else.
    init?(_ body: ArraySlice<UInt8>, of frame: JPEGFrameHeader) {
        let bytes = Array(body)
        guard let count = bytes.first.map(Int.init), (1...4).contains(count),
            bytes.count == 4 + 2 * count
        else { return nil }
        var parts: [Part] = []
        for place in stride(from: 1, to: 1 + 2 * count, by: 2) {
            guard let index = frame.components.firstIndex(where: { $0.id == bytes[place] }),
                !parts.contains(where: { $0.index == index })
            else { return nil }
            parts.append(
                Part(index: index, dc: Int(bytes[place + 1] >> 4), ac: Int(bytes[place + 1] & 15)))
        }
        self.parts = parts
        let end = bytes.suffix(3).map { $0 }
        guard frame.isProgressive else {
            // Decoders of sequential pictures take no notice of these.
            (first, last, refines, low) = (0, 63, false, 0)
            return
        }
        (first, last) = (Int(end[0]), Int(end[1]))
        refines = end[2] >> 4 != 0
        low = end[2] & 15
        let isDC = first == 0 && last == 0
        guard isDC || first > 0 && first <= last && last < 64 && count == 1,
            end[2] >> 4 <= 13, low <= 13, !refines || end[2] >> 4 == low + 1
        else { return nil }
    }

    /// Whether coefficients other than the first are coded.
    var codesAC: Bool { last > 0 }
    /// Whether it needs tables of the first coefficient.
    var needsDC: Bool { first == 0 && !refines }

    /// The segment behind its length, written by what was read of it.
    func body(of frame: JPEGFrameHeader) -> [UInt8] {
        var body = [UInt8(parts.count)]
        for part in parts {
            let tables = (needsDC ? part.dc << 4 : 0) | (codesAC ? part.ac : 0)
            body += [frame.components[part.index].id, UInt8(tables)]
        }
        return body + [UInt8(first), UInt8(last), (refines ? low + 1 : 0) << 4 | low]
    }
}
