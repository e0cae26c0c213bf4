/// The way of a stroke over the nine cells of its own box, as the keys of a telephone are numbered:
/// `1` is at the top left, `5` in the middle, `9` at the bottom right.
///
/// The rules of xstroke (Carl Worth, “xstroke: full-screen gesture recognition for X”, 2003): the
/// box is divided in thirds; cells that a straight line to the next point crosses count too; a cell counts once
/// until another is reached; a stroke more than four times as wide as high stays in the middle
/// row, one more than four times as high as wide in the middle column; a tap is the `5`.
///
/// ```swift
/// StrokeCells(circle).digits  // "214789632"
/// ```
public struct StrokeCells: Hashable, Sendable, CustomStringConvertible {
    /// The cells in order, 1 to 9; the first 64, since no word is as long.
    public let cells: [UInt8]

    /// The most cells that are kept.
    public static let limit = 64
    /// So many times as long as broad, and a stroke has no breadth at all.
    static let thinness = 4.0

    /// The cells that a stroke goes through.
    public init(_ stroke: Stroke) {
        guard !stroke.isTap, let first = stroke.points.first else {
            cells = [5]
            return
        }
        let grid = Grid(stroke.box)
        var cells = [grid.cell(of: first)]
        for index in stroke.points.indices.dropFirst() {
            grid.walk(stroke.points[index - 1], stroke.points[index], &cells)
            if cells.count >= Self.limit { break }
        }
        self.cells = Array(cells.prefix(Self.limit))
    }

    /// A way over cells of 1 to 9: at least one, 64 at most.
    init(cells: [UInt8]) { self.cells = cells }

    /// The cells as one text: `214789632`.
    public var digits: String { String(decoding: cells.map { $0 + 0x30 }, as: UTF8.self) }
    /// The cells as one text.
    public var description: String { digits }

    /// How different two ways are, 0 to 1: the fewest cells to put in, take out or exchange
    /// (Levenshtein), as a part of the longer way.
    public func distance(to other: Self) -> Double {
        Double(CellPattern(self).edits(to: other)) / Double(max(cells.count, other.cells.count))
    }
}

/// A way over the cells, made ready to be compared with many (Myers, “A fast bit-vector algorithm
/// for approximate string matching”, 1999).
struct CellPattern {
    private let count: Int
    private var places = [UInt64](repeating: 0, count: 10)

    init(_ cells: StrokeCells) {
        count = cells.cells.count
        for (index, cell) in cells.cells.enumerated() {
            places[Int(cell)] |= 1 << UInt64(index)
        }
    }

    /// The fewest cells to put in, take out or exchange.
    func edits(to other: StrokeCells) -> Int {
        var up = ~UInt64(0)
        var down: UInt64 = 0
        var edits = count
        let top = UInt64(1) << UInt64(count - 1)
        for cell in other.cells {
            let match = places[Int(cell)]
            let diagonal = (((match & up) &+ up) ^ up) | match | down
            var horizontalUp = down | ~(diagonal | up)
            let horizontalDown = up & diagonal
            if horizontalUp & top != 0 { edits += 1 }
            if horizontalDown & top != 0 { edits -= 1 }
            horizontalUp = horizontalUp << 1 | 1
            up = horizontalDown << 1 | ~(diagonal | horizontalUp)
            down = horizontalUp & diagonal
        }
        return edits
    }
}

/// The nine cells of a box.
private struct Grid {
    private let left, right, top, bottom: Double
    private let isTall, isWide: Bool

    init(_ box: Box) {
        (left, right) = (box.left + box.width / 3, box.left + box.width * 2 / 3)
        (top, bottom) = (box.top + box.height / 3, box.top + box.height * 2 / 3)
        isTall = box.height > StrokeCells.thinness * box.width
        isWide = box.width > StrokeCells.thinness * box.height
    }

    func cell(of point: Point) -> UInt8 {
        let column: UInt8 = isTall ? 1 : point.x < left ? 0 : point.x < right ? 1 : 2
        let row: UInt8 = isWide ? 1 : point.y < top ? 0 : point.y < bottom ? 1 : 2
        return row * 3 + column + 1
    }

    /// Adds the cells of a straight line after its first point.
    func walk(_ from: Point, _ to: Point, _ cells: inout [UInt8]) {
        let end = cell(of: to)
        guard end != cells.last else { return }
        // Where it crosses the lines of the grid; between two such places it stays in one cell.
        let step = to - from
        var crossings = (1.0, 1.0, 1.0, 1.0)
        if !isTall, step.x != 0 {
            crossings.0 = (left - from.x) / step.x
            crossings.1 = (right - from.x) / step.x
        }
        if !isWide, step.y != 0 {
            crossings.2 = (top - from.y) / step.y
            crossings.3 = (bottom - from.y) / step.y
        }
        let parts = [crossings.0, crossings.1, crossings.2, crossings.3]
            .filter { $0 > 0 && $0 < 1 }.sorted()
        for (index, part) in parts.enumerated() {
            let next = index + 1 < parts.count ? parts[index + 1] : 1
            // A line through a corner of cells goes from one to the one across.
            guard next - part > 1e-9 else { continue }
            let passed = cell(of: from + step * ((part + next) / 2))
            if passed != cells.last { cells.append(passed) }
        }
        if end != cells.last { cells.append(end) }
    }
}
