/// Which of many boxes meet a small one, without looking at each.
///
/// A packed R-tree: the boxes in the order of a Hilbert curve through their middles, sixteen under
/// each node, as many nodes under the next, without room for later ones (I. Kamel, C. Faloutsos, “On
/// Packing R-trees”, CIKM 1993). It is built once, in time n·log n.
public struct BoxIndex: Sendable {
    /// Boxes or nodes under a node.
    private static let fan = 16

    /// How many boxes there are.
    public let count: Int
    /// The boxes in the curve's order, then the nodes of each level, the root's children last.
    private let boxes: [RoughBox]
    /// For each box in the curve's order its number as given.
    let numbers: [Int]
    /// Where each level starts among `boxes`, and behind the last one where it ends.
    private let starts: [Int]

    /// An index of boxes; those that are nil, or not finite, are never found.
    public init(_ given: some Collection<Box?>) {
        var all = Box.nothing
        for case let box? in given where box.isFinite { all = all.union(box) }
        let curve = HilbertCurve(over: all)
        var entries: [(place: UInt32, number: Int, box: Box)] = []
        for (number, box) in given.enumerated() {
            guard let box, box.isFinite else { continue }
            entries.append((curve.place(of: box.center), number, box))
        }
        entries.sort { ($0.place, $0.number) < ($1.place, $1.number) }
        count = entries.count
        numbers = entries.map(\.number)
        var boxes = entries.map { RoughBox(around: $0.box) }
        var starts = [0, boxes.count]
        while boxes.count - starts[starts.count - 2] > Self.fan {
            let level = starts[starts.count - 2]..<boxes.count
            for start in stride(from: level.lowerBound, to: level.upperBound, by: Self.fan) {
                let under = boxes[start..<min(start + Self.fan, level.upperBound)]
                boxes.append(under.reduce(.nothing) { $0.union($1) })
            }
            starts.append(boxes.count)
        }
        self.boxes = boxes
        self.starts = starts
    }

    /// The numbers of the boxes that meet a box, their edges included, in growing order; and with
    /// them perhaps some that miss it by less than a ten-millionth.
    public func numbers(near box: Box) -> [Int] {
        var found: [Int] = []
        visit(box) { found.append(numbers[$0]) }
        found.sort()
        return found
    }

    /// Calls with the place in the curve's order of each box that meets a box, in no order.
    ///
    /// Whether a box meets cannot be foretold by a processor, so nothing branches on it: each is
    /// noted, and the note is kept or written over.
    @inline(__always)
    func visit(_ box: Box, _ found: (Int) -> Void) {
        let query = RoughBox(around: box).mirrored
        boxes.withUnsafeBufferPointer { boxes in
            // A level has at most 16 nodes waiting, and there are at most 8 levels; then the 16
            // boxes of one node, and one note to be written over.
            withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.fan * 9 + 1) { notes in
                var waiting = 0
                var (level, start) = (starts.count - 2, starts[starts.count - 2])
                var end = starts[starts.count - 1]
                while true {
                    var noted = waiting
                    for index in start..<end {
                        notes[noted] = index << 4 | level
                        noted += boxes[index].meets(query) ? 1 : 0
                    }
                    if level > 0 {
                        waiting = noted
                    } else {
                        for note in waiting..<noted { found(notes[note] >> 4) }
                    }
                    guard waiting > 0 else { return }
                    waiting -= 1
                    let node = notes[waiting] >> 4
                    level = (notes[waiting] & 15) - 1
                    start = starts[level] + (node - starts[level + 1]) * Self.fan
                    end = min(start + Self.fan, starts[level + 1])
                }
            }
        }
    }
}

/// A box in single precision, its edges rounded outwards: half the memory, and compared at once.
private struct RoughBox {
    /// Left, top, and right and bottom with their signs turned.
    let edges: SIMD4<Float>

    static let nothing = Self(edges: SIMD4(repeating: .infinity))

    init(around box: Box) {
        edges = SIMD4(
            Self.down(box.left), Self.down(box.top), Self.down(-box.right),
            Self.down(-box.bottom))
    }

    private init(edges: SIMD4<Float>) { self.edges = edges }

    private static func down(_ number: Double) -> Float {
        let near = Float(number)
        return Double(near) > number ? near.nextDown : near
    }

    func union(_ other: Self) -> Self {
        Self(edges: pointwiseMin(edges, other.edges))
    }

    /// What each of a box's four edges may at most be for it to meet this one.
    var mirrored: SIMD4<Float> { -SIMD4(edges.z, edges.w, edges.x, edges.y) }

    @inline(__always)
    func meets(_ mirrored: SIMD4<Float>) -> Bool { all(edges .<= mirrored) }
}

/// A Hilbert curve of 2¹⁶ by 2¹⁶ cells over a box.
private struct HilbertCurve {
    private let box: Box

    init(over box: Box) { self.box = box }

    /// How far along the curve the cell of a point is (H. S. Warren, “Hacker's Delight”, 2nd
    /// edition, section 16-1).
    func place(of point: Point) -> UInt32 {
        var x = cell(point.x - box.left, of: box.width)
        var y = cell(point.y - box.top, of: box.height)
        var place: UInt32 = 0
        var side: UInt32 = 1 << 15
        while side > 0 {
            let (right, below): (UInt32, UInt32) = (x & side > 0 ? 1 : 0, y & side > 0 ? 1 : 0)
            place += side * side * ((3 * right) ^ below)
            if below == 0 {
                if right == 1 { (x, y) = (0xFFFF - x, 0xFFFF - y) }
                (x, y) = (y, x)
            }
            side >>= 1
        }
        return place
    }

    private func cell(_ way: Double, of side: Double) -> UInt32 {
        // No number where both are infinite, as between the farthest boxes that there can be.
        let part = way / side * 65_535
        return part > 0 ? UInt32(min(part, 65_535)) : 0
    }
}
