/// Many sequences of numbers looked for in a longer one, all at once: in time that grows with that
/// one and with what is found, however many are looked for and however alike they are (A. V. Aho,
/// M. J. Corasick, “Efficient String Matching”, CACM 18, 1975).
struct SequenceSearch: Sendable {
    /// The node behind another one by a number.
    private var edges: [UInt64: UInt32] = [:]
    /// For each node which sequence ends there; −1 for none.
    private var ends: [Int32] = [-1]
    /// For each node that of the longest other sequence's beginning that ends as its own does.
    private var fallbacks: [UInt32] = [0]
    /// For each node the nearest of its fallbacks where a sequence ends; 0 for none.
    private var shorter: [UInt32] = [0]

    /// - Parameter sequences: with the number that each is told by, from 0; of equal ones the first
    ///   counts.
    init(_ sequences: [(symbols: [UInt32], number: Int32)]) {
        var nodes: [(parent: UInt32, symbol: UInt32, depth: Int)] = [(0, 0, 0)]
        for (symbols, number) in sequences where !symbols.isEmpty {
            var node: UInt32 = 0
            for (depth, symbol) in symbols.enumerated() {
                let edge = Self.edge(node, symbol)
                if let next = edges[edge] {
                    node = next
                    continue
                }
                nodes.append((node, symbol, depth + 1))
                node = UInt32(ends.count)
                edges[edge] = node
                ends.append(-1)
            }
            if ends[Int(node)] < 0 { ends[Int(node)] = number }
        }
        fallbacks = Array(repeating: 0, count: nodes.count)
        shorter = fallbacks
        // A fallback is nearer to the root than what falls back to it.
        for index in nodes.indices.sorted(by: { nodes[$0].depth < nodes[$1].depth })
        where nodes[index].depth > 1 {
            let node = nodes[index]
            let fallback = next(behind: fallbacks[Int(node.parent)], node.symbol)
            fallbacks[index] = fallback
            shorter[index] = ends[Int(fallback)] >= 0 ? fallback : shorter[Int(fallback)]
        }
    }

    /// Tells the number of each sequence where it stands, until `isEnough` says so.
    ///
    /// - Parameter symbols: what is searched; nil is in none of the sequences.
    func search(_ symbols: some Sequence<UInt32?>, until isEnough: (Int32) -> Bool) {
        guard ends.count > 1 else { return }
        var node: UInt32 = 0
        for symbol in symbols {
            guard let symbol else {
                node = 0
                continue
            }
            node = next(behind: node, symbol)
            var end = ends[Int(node)] >= 0 ? node : shorter[Int(node)]
            while end > 0 {
                if isEnough(ends[Int(end)]) { return }
                end = shorter[Int(end)]
            }
        }
    }

    private func next(behind node: UInt32, _ symbol: UInt32) -> UInt32 {
        var node = node
        while true {
            if let next = edges[Self.edge(node, symbol)] { return next }
            if node == 0 { return 0 }
            node = fallbacks[Int(node)]
        }
    }

    private static func edge(_ node: UInt32, _ symbol: UInt32) -> UInt64 {
        UInt64(node) << 32 | UInt64(symbol)
    }
}
