/// A Huffman table of a JPEG: codes of up to 16 bits for the bytes that they stand for (ITU-T T.81
/// §C.2, §F.2.2.3).
struct JPEGHuffmanTable: Sendable {
    /// The table as a DHT segment spells it, behind its class and number: 16 counts, then the
    /// values.
    let spelling: [UInt8]
    /// For each 9 bits that begin with a code: its length and its value; 0 for longer codes.
    private let short: [UInt16]
    /// For each length the smallest number that no code of it reaches, and where its values begin.
    private let limits: [Int]
    private let offsets: [Int]
    private let values: [UInt8]

    static let shortBits = 9

    /// A table by its spelling; nil if it is invalid: too long, more codes than there can be, or
    /// a value twice.
    init?(_ spelling: ArraySlice<UInt8>) {
        let counts = spelling.prefix(16).map(Int.init)
        let total = counts.reduce(0, +)
        guard counts.count == 16, total <= 256, spelling.count >= 16 + total else { return nil }
        let values = Array(spelling.dropFirst(16).prefix(total))
        guard Set(values).count == total else { return nil }
        var short = [UInt16](repeating: 0, count: 1 << Self.shortBits)
        var limits = [Int](repeating: 0, count: 17)
        var offsets = [Int](repeating: 0, count: 17)
        var (code, place) = (0, 0)
        for length in 1...16 {
            let count = counts[length - 1]
            offsets[length] = place - code
            for _ in 0..<count {
                guard code < 1 << length else { return nil }
                if length <= Self.shortBits {
                    let free = Self.shortBits - length
                    for rest in 0..<(1 << free) {
                        short[code << free | rest] = UInt16(length) << 8 | UInt16(values[place])
                    }
                }
                (code, place) = (code + 1, place + 1)
            }
            limits[length] = code
            code <<= 1
        }
        self.spelling = Array(spelling.prefix(16 + total))
        self.short = short
        self.limits = limits
        self.offsets = offsets
        self.values = values
    }

    /// The length and value of the code that 16 bits begin with; nil where they begin with none.
    @inline(__always)
    func code(_ bits: Int) -> (length: Int, value: Int)? {
        let entry = Int(short[bits >> (16 - Self.shortBits)])
        if entry != 0 { return (entry >> 8, entry & 0xFF) }
        for length in (Self.shortBits + 1)...16 {
            let code = bits >> (16 - length)
            if code < limits[length] {
                let place = offsets[length] + code
                guard values.indices.contains(place) else { return nil }
                return (length, Int(values[place]))
            }
        }
        return nil
    }
}
