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
    private let boxes: [Box]
    /// For each box its number as given.
    private let numbers: [Int32]
    /// Where each level starts among `boxes`, and behind the last one where it ends.
    private let starts: [Int]

    /// An index of boxes; those that are nil are never found. At most 2³¹ − 1 of them.
    public init(_ given: some Collection<Box?>) {
        var all = Box.nothing
        for case let box? in given where box.isFinite { all = all.union(box) }
        let curve = HilbertCurve(over: all)
        var entries: [(place: UInt32, number: Int32, box: Box)] = []
        for (number, box) in given.enumerated() {
            guard let box, box.isFinite, let number = Int32(exactly: number) else { continue }
            entries.append((curve.place(of: box.center), number, box))
        }
        entries.sort { ($0.place, $0.number) < ($1.place, $1.number) }
        count = entries.count
        numbers = entries.map(\.number)
        var boxes = entries.map(\.box)
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

    /// The numbers of the boxes that meet a box, their edges included, in growing order.
    public func numbers(meeting box: Box) -> [Int] {
        var found: [Int] = []
        visit(box) { found.append($0) }
        found.sort()
        return found
    }

    /// Calls with the number of each box that meets a box, in no order.
    @inline(__always)
    func visit(_ box: Box, _ found: (Int) -> Void) {
        boxes.withUnsafeBufferPointer { boxes in
            // A level has at most 16 nodes waiting, and there are at most 8 levels.
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 16 * 9) { waiting in
                var depth = 0
                var (level, start) = (starts.count - 2, starts[starts.count - 2])
                var end = starts[starts.count - 1]
                while true {
                    for index in start..<end where boxes[index].meets(box) {
                        if level == 0 {
                            found(Int(numbers[index]))
                        } else {
                            waiting[depth] = index << 4 | level
                            depth += 1
                        }
                    }
                    guard depth > 0 else { return }
                    depth -= 1
                    let node = waiting[depth] >> 4
                    level = (waiting[depth] & 15) - 1
                    start = starts[level] + (node - starts[level + 1]) * Self.fan
                    end = min(start + Self.fan, starts[level + 1])
                }
            }
        }
    }
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
        side > 0 ? UInt32(min(max(way / side * 65_535, 0), 65_535)) : 0
    }
}
