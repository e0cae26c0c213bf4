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
    private let low: UInt8

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

/// What scans have in common while one picture is walked.
struct JPEGScanWalk {
    let frame: JPEGFrameHeader
    /// Huffman tables by their number, of the first coefficients and of the others.
    var dc: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
    var ac: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
    /// Units between restart markers; 0 for none.
    var restartInterval = 0
    /// For each block of each component of a progressive picture, which coefficients are not 0: what
    /// a scan that refines them has bits for.
    private var nonzero: [[UInt64]] = []
    /// How many more blocks may be looked at.
    private var budget: Int

    /// 400 million: a progressive picture of 100 megapixels in 30 scans has fewer.
    private static let mostVisits = 400_000_000
    /// 64 MB: a picture of more than 250 megapixels in three full components has more.
    private static let mostBlocks = 8 << 20

    init?(_ frame: JPEGFrameHeader) {
        self.frame = frame
        budget = Self.mostVisits
        guard frame.isProgressive else { return }
        let blocks = frame.components.map { $0.blocksAcross * $0.blocksDown }
        guard blocks.reduce(0, +) <= Self.mostBlocks else { return nil }
        nonzero = blocks.map { [UInt64](repeating: 0, count: $0) }
    }

    /// Walks a scan's coded data.
    ///
    /// - Parameter start: where they begin.
    /// - Returns: the ranges that hold them, restart markers included, and where the next marker is
    ///   to be looked for; nil where they are damaged or cut off.
    mutating func codedData(
        of scan: JPEGScan, in bytes: Span<UInt8>, from start: Int
    ) -> (ranges: [Range<Int>], end: Int)? {
        let isAlone = scan.parts.count == 1
        let alone = frame.components[scan.parts[0].index]
        let units =
            isAlone
            ? alone.blocksAcross * alone.blocksDown : frame.unitsAcross * frame.unitsDown
        var ranges: [Range<Int>] = []
        func keep(_ range: Range<Int>) {
            if let last = ranges.last, last.upperBound == range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        let interval = restartInterval > 0 ? restartInterval : units
        var (unit, place, restarts) = (0, start, 0)
        while unit < units {
            let next = min(unit + interval, units)
            guard let end = self.interval(scan, unit..<next, bytes, from: place) else { return nil }
            keep(place..<end)
            (unit, place) = (next, end)
            guard unit < units else { break }
            // Between the data and the restart marker nothing belongs to the picture.
            guard let at = Self.marker(in: bytes, from: place),
                bytes[at + 1] == 0xD0 + UInt8(restarts & 7)
            else { return nil }
            keep(at..<at + 2)
            (place, restarts) = (at + 2, restarts + 1)
        }
        return (ranges, place)
    }

    /// The offset of the next marker's 0xFF.
    static func marker(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == 0xFF, bytes[index + 1] != 0, bytes[index + 1] != 0xFF {
                return index
            }
            index += 1
        }
        return nil
    }

    /// Walks the units up to a restart; answers where their data end.
    private mutating func interval(
        _ scan: JPEGScan, _ units: Range<Int>, _ bytes: Span<UInt8>, from start: Int
    ) -> Int? {
        var reader = JPEGBitReader(at: start)
        let visits = scan.parts.reduce(0) { sum, part in
            let component = frame.components[part.index]
            return sum + units.count
                * (scan.parts.count == 1 ? 1 : component.across * component.down)
        }
        budget -= visits
        guard budget >= 0 else { return nil }
        guard frame.isProgressive else {
            return sequential(scan, units.count, &reader, bytes) ? reader.end(in: bytes) : nil
        }
        let isDone: Bool
        if !scan.codesAC {
            isDone = firstCoefficients(scan, visits, &reader, bytes)
        } else {
            let part = scan.parts[0]
            guard let table = ac[part.ac & 3], part.ac < 4 else { return nil }
            // Taken out while it is changed, so that it is not copied.
            var blocks = nonzero[part.index]
            nonzero[part.index] = []
            isDone =
                scan.refines
                ? refined(scan, units, &blocks, table, &reader, bytes)
                : coefficients(scan, units, &blocks, table, &reader, bytes)
            nonzero[part.index] = blocks
        }
        return isDone ? reader.end(in: bytes) : nil
    }

    /// ITU-T T.81 §F.2.2.
    private func sequential(
        _ scan: JPEGScan, _ units: Int, _ reader: inout JPEGBitReader, _ bytes: Span<UInt8>
    ) -> Bool {
        var blocks: [(dc: JPEGHuffmanTable, ac: JPEGHuffmanTable)] = []
        for part in scan.parts {
            guard part.dc < 4, part.ac < 4, let dc = dc[part.dc], let ac = ac[part.ac] else {
                return false
            }
            let component = frame.components[part.index]
            let count = scan.parts.count == 1 ? 1 : component.across * component.down
            for _ in 0..<count { blocks.append((dc, ac)) }
        }
        for _ in 0..<units {
            for block in blocks {
                guard let size = reader.value(block.dc, bytes), size <= 15,
                    reader.read(size, bytes) != nil
                else { return false }
                var index = 1
                while index < 64 {
                    guard let value = reader.value(block.ac, bytes) else { return false }
                    let (run, size) = (value >> 4, value & 15)
                    if size == 0 {
                        guard run == 15 else { break }
                        index += 16
                        continue
                    }
                    index += run + 1
                    guard index <= 64, reader.read(size, bytes) != nil else { return false }
                }
            }
        }
        return true
    }

    /// ITU-T T.81 §G.1.2.1: the first coefficients of all blocks, or one more bit of each.
    private func firstCoefficients(
        _ scan: JPEGScan, _ blocks: Int, _ reader: inout JPEGBitReader, _ bytes: Span<UInt8>
    ) -> Bool {
        if scan.refines {
            for _ in 0..<blocks where reader.read(1, bytes) == nil { return false }
            return true
        }
        var tables: [JPEGHuffmanTable] = []
        for part in scan.parts {
            guard part.dc < 4, let table = dc[part.dc] else { return false }
            let component = frame.components[part.index]
            let count = scan.parts.count == 1 ? 1 : component.across * component.down
            tables += (0..<count).map { _ in table }
        }
        for block in 0..<blocks {
            guard let size = reader.value(tables[block % tables.count], bytes), size <= 15,
                reader.read(size, bytes) != nil
            else { return false }
        }
        return true
    }

    /// ITU-T T.81 §G.1.2.2: a band of coefficients for the first time.
    private func coefficients(
        _ scan: JPEGScan, _ units: Range<Int>, _ blocks: inout [UInt64], _ table: JPEGHuffmanTable,
        _ reader: inout JPEGBitReader, _ bytes: Span<UInt8>
    ) -> Bool {
        var emptyBlocks = 0
        for block in units {
            if emptyBlocks > 0 {
                emptyBlocks -= 1
                continue
            }
            var index = scan.first
            while index <= scan.last {
                guard let value = reader.value(table, bytes) else { return false }
                let (run, size) = (value >> 4, value & 15)
                if size != 0 {
                    index += run
                    guard index <= scan.last, reader.read(size, bytes) != nil else { return false }
                    blocks[block] |= 1 << UInt64(index)
                    index += 1
                } else if run == 15 {
                    index += 16
                } else {
                    guard let more = reader.read(run, bytes) else { return false }
                    emptyBlocks = 1 << run - 1 + more
                    break
                }
            }
        }
        return true
    }

    /// ITU-T T.81 §G.1.2.3: one more bit of a band, and coefficients that were 0 until now.
    private func refined(
        _ scan: JPEGScan, _ units: Range<Int>, _ blocks: inout [UInt64], _ table: JPEGHuffmanTable,
        _ reader: inout JPEGBitReader, _ bytes: Span<UInt8>
    ) -> Bool {
        var endedBlocks = 0
        for block in units {
            var index = scan.first
            let known = blocks[block]
            while endedBlocks == 0, index <= scan.last {
                guard let value = reader.value(table, bytes) else { return false }
                var run = value >> 4
                let size = value & 15
                if size == 0, run < 15 {
                    guard let more = reader.read(run, bytes) else { return false }
                    endedBlocks = 1 << run + more
                    break
                }
                guard size <= 1, size == 0 || reader.read(1, bytes) != nil else { return false }
                while index <= scan.last {
                    if known >> UInt64(index) & 1 != 0 {
                        guard reader.read(1, bytes) != nil else { return false }
                    } else {
                        if run == 0 { break }
                        run -= 1
                    }
                    index += 1
                }
                if size != 0 {
                    guard index <= scan.last else { return false }
                    blocks[block] |= 1 << UInt64(index)
                }
                index += 1
            }
            guard endedBlocks > 0 else { continue }
            let band: UInt64 = (~0 << UInt64(index)) & (~0 >> UInt64(63 - scan.last))
            for _ in 0..<(index > scan.last ? 0 : (known & band).nonzeroBitCount)
            where reader.read(1, bytes) == nil { return false }
            endedBlocks -= 1
        }
        return true
    }
}
