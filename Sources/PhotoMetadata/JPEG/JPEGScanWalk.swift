import JPEG

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
    /// For each component, the coefficients that are not 0 in any block of a sequential picture.
    private var seen: [UInt64]
    /// For each coefficient of each component, down to which bit it is coded; nil for not at all.
    private var coded: [[UInt8?]]

    /// 400 million: a progressive picture of 100 megapixels in 30 scans has fewer.
    private static let mostVisits = 400_000_000
    /// 64 MB: a picture of more than 250 megapixels in three full components has more.
    private static let mostBlocks = 8 << 20

    init?(_ frame: JPEGFrameHeader) {
        self.frame = frame
        budget = Self.mostVisits
        seen = frame.components.map { _ in 1 }
        coded = frame.components.map { _ in [UInt8?](repeating: nil, count: 64) }
        guard frame.isProgressive else { return }
        let blocks = frame.components.map { $0.blocksAcross * $0.blocksDown }
        guard blocks.reduce(0, +) <= Self.mostBlocks else { return nil }
        nonzero = blocks.map { [UInt64](repeating: 0, count: $0) }
    }

    /// For each component, the coefficients that are not 0 in any block: bit 0 for the first. The
    /// picture does not depend on how the others are quantised.
    var usedCoefficients: [UInt64] {
        frame.isProgressive ? nonzero.map { $0.reduce(1, |) } : seen
    }

    /// Notes what a scan codes; false where it codes once more what was coded: that would draw nothing.
    private mutating func begin(_ scan: JPEGScan) -> Bool {
        for part in scan.parts {
            for index in scan.first...scan.last {
                let known = coded[part.index][index]
                guard scan.refines ? known == scan.low + 1 : known == nil else { return false }
                coded[part.index][index] = scan.low
            }
        }
        return true
    }

    /// A scan's coded data, as they are to be written.
    struct CodedData {
        /// What holds them, restart markers included; bits that are no data are set.
        var pieces: [JPEGCoding.Piece] = []
        /// Whether all of it stood so in the file.
        var isWhole: Bool { pieces.count <= 1 }
        /// Where the next marker is to be looked for.
        var end: Int

        fileprivate mutating func keep(_ range: Range<Int>) {
            guard !range.isEmpty else { return }
            if case .copy(let last) = pieces.last, last.upperBound == range.lowerBound {
                pieces[pieces.count - 1] = .copy(last.lowerBound..<range.upperBound)
            } else {
                pieces.append(.copy(range))
            }
        }
    }

    /// Walks a scan's coded data.
    ///
    /// - Parameter start: where they begin.
    /// - Returns: nil where they are damaged or cut off, or code what was coded before.
    mutating func codedData(
        of scan: JPEGScan, in bytes: Span<UInt8>, from start: Int
    ) -> CodedData? {
        guard begin(scan) else { return nil }
        let isAlone = scan.parts.count == 1
        let alone = frame.components[scan.parts[0].index]
        let units =
            isAlone
            ? alone.blocksAcross * alone.blocksDown : frame.unitsAcross * frame.unitsDown
        var data = CodedData(end: start)
        let interval = restartInterval > 0 ? restartInterval : units
        var (unit, place, restarts) = (0, start, 0)
        while unit < units {
            let next = min(unit + interval, units)
            guard let (end, padding) = self.interval(scan, unit..<next, bytes, from: place) else {
                return nil
            }
            if padding > 0 {
                data.keep(place..<end - 1)
                let last = bytes[end - 1] | (1 << UInt8(padding) - 1)
                data.pieces.append(.segment(last == 0xFF ? [last, 0] : [last]))
            } else {
                data.keep(place..<end)
            }
            (unit, place) = (next, end)
            guard unit < units else { break }
            // Between the data and the restart marker nothing belongs to the picture.
            guard let at = JPEGMarker.next(in: bytes, from: place),
                bytes[at + 1] == 0xD0 + UInt8(restarts & 7)
            else { return nil }
            data.keep(at..<at + 2)
            (place, restarts) = (at + 2, restarts + 1)
        }
        data.end = place
        return data
    }

    /// Walks the units up to a restart; answers where their data end, and how many bits of the last byte
    /// are no data and not set.
    private mutating func interval(
        _ scan: JPEGScan, _ units: Range<Int>, _ bytes: Span<UInt8>, from start: Int
    ) -> (end: Int, padding: Int)? {
        var reader = JPEGBitReader(at: start)
        let visits = scan.parts.reduce(0) { sum, part in
            let component = frame.components[part.index]
            return sum + units.count
                * (scan.parts.count == 1 ? 1 : component.across * component.down)
        }
        budget -= visits
        guard budget >= 0 else { return nil }
        guard frame.isProgressive else {
            return sequential(scan, units.count, &reader, bytes) ? reader.place(in: bytes) : nil
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
        return isDone ? reader.place(in: bytes) : nil
    }

    /// ITU-T T.81 §F.2.2.
    private mutating func sequential(
        _ scan: JPEGScan, _ units: Int, _ reader: inout JPEGBitReader, _ bytes: Span<UInt8>
    ) -> Bool {
        var blocks: [(dc: JPEGHuffmanTable, ac: JPEGHuffmanTable, component: Int)] = []
        for part in scan.parts {
            guard part.dc < 4, part.ac < 4, let dc = dc[part.dc], let ac = ac[part.ac] else {
                return false
            }
            let component = frame.components[part.index]
            let count = scan.parts.count == 1 ? 1 : component.across * component.down
            for _ in 0..<count { blocks.append((dc, ac, part.index)) }
        }
        var seen = self.seen
        defer { self.seen = seen }
        for _ in 0..<units {
            for block in blocks {
                guard let size = reader.value(block.dc, bytes), size <= 15,
                    reader.read(size, bytes) != nil
                else { return false }
                var index = 1
                var used: UInt64 = 0
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
                    used |= 1 << UInt64(index - 1)
                }
                seen[block.component] |= used
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
