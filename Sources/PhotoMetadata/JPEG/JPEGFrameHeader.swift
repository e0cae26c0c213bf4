import JPEG

/// A frame header of Huffman-coded DCT, the only JPEGs in wide use: baseline, extended and
/// progressive (ITU-T T.81 §B.2.2).
struct JPEGFrameHeader {
    /// One component and how its blocks lie.
    struct Component {
        var id: UInt8
        /// Blocks across and down in each unit that a scan of several components interleaves.
        var across: Int
        var down: Int
        /// The number of its quantisation table.
        var quantization: Int
        /// Blocks across and down in a scan of this component alone (§A.2.2).
        var blocksAcross = 0
        var blocksDown = 0
    }

    let isProgressive: Bool
    let width: Int
    let height: Int
    let components: [Component]
    /// Units across and down in a scan of several components (§A.2.3).
    let unitsAcross: Int
    let unitsDown: Int

    /// - Parameter body: the segment behind its length; it must hold nothing else.
    init?(_ marker: JPEGMarker, _ body: ArraySlice<UInt8>) {
        let bytes = Array(body)
        guard [0xC0, 0xC1, 0xC2].contains(marker.rawValue), bytes.count >= 9,
            [8, 12].contains(bytes[0]), (1...4).contains(bytes[5]),
            bytes.count == 6 + 3 * Int(bytes[5])
        else { return nil }
        isProgressive = marker.rawValue == 0xC2
        height = Int(bytes[1]) << 8 | Int(bytes[2])
        width = Int(bytes[3]) << 8 | Int(bytes[4])
        // A height of 0 comes behind the first scan (§B.2.5): hardly anything reads that.
        guard width > 0, height > 0 else { return nil }
        var components: [Component] = []
        for place in stride(from: 6, to: bytes.count, by: 3) {
            let factors = Int(bytes[place + 1])
            components.append(
                Component(
                    id: bytes[place], across: factors >> 4, down: factors & 15,
                    quantization: Int(bytes[place + 2])))
        }
        guard Set(components.map(\.id)).count == components.count,
            components.allSatisfy({
                (1...4).contains($0.across) && (1...4).contains($0.down) && $0.quantization < 4
            })
        else { return nil }
        let mostAcross = components.map(\.across).max() ?? 1
        let mostDown = components.map(\.down).max() ?? 1
        unitsAcross = Self.shares(width, 8 * mostAcross)
        unitsDown = Self.shares(height, 8 * mostDown)
        for index in components.indices {
            let samplesAcross = Self.shares(width * components[index].across, mostAcross)
            let samplesDown = Self.shares(height * components[index].down, mostDown)
            components[index].blocksAcross = Self.shares(samplesAcross, 8)
            components[index].blocksDown = Self.shares(samplesDown, 8)
        }
        self.components = components
    }

    /// How many parts of a size a whole takes.
    private static func shares(_ whole: Int, _ part: Int) -> Int { (whole + part - 1) / part }
}
