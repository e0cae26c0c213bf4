import Foundation
import Testing

@testable import RegionGeometry

@Suite
struct StrokeCellsTests {
    private func digits(_ corners: (Double, Double)...) throws -> String {
        StrokeCells(try Stroke(points: corners.map { Point(x: $0.0, y: $0.1) })).digits
    }

    @Test func `the cells of a stroke are numbered like the keys of a telephone`() throws {
        #expect(try digits((0, 0), (90, 0), (90, 90), (0, 90)) == "1236987")
        #expect(try digits((45, 0), (45, 90), (45, 45), (0, 45), (90, 45)) == "2585456")
    }

    @Test func `the cells between two points of a stroke are filled in`() throws {
        #expect(try digits((0, 10), (90, 0), (85, 90)) == "12369")
        // Through a corner of cells it goes straight across.
        #expect(try digits((0, 0), (90, 90)) == "159")
        #expect(try digits((0, 0), (90, 90), (0, 0)) == "15951")
        #expect(try digits((90, 0), (0, 90)) == "357")
        #expect(try digits((90, 0), (0, 80), (90, 9)) == "3578563")
    }

    @Test
    func `a stroke more than four times as long as broad has the cells of the middle`() throws {
        #expect(try digits((0, 0), (120, 25), (0, 12)) == "45654")
        #expect(try digits((0, 0), (96, 25), (0, 12)) != "45654")
        #expect(try digits((0, 0), (20, 120)) == "258")
    }

    @Test func `the cell of a tap is the 5`() throws {
        #expect(try digits((0, 0), (4, 4)) == "5")
    }

    @Test func `the cells of a stroke are 64 at most`() throws {
        let zigzag = (0..<500).map { Point(x: $0.isMultiple(of: 2) ? 0 : 100, y: Double($0) / 5) }
        #expect(StrokeCells(try Stroke(points: zigzag)).cells.count == StrokeCells.limit)
    }

    @Test
    func `the cells of a stroke differ by the fewest cells to put in, take out or exchange`() throws
    {
        var draw = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let (one, other) = (random(&draw), random(&draw))
            let wanted = slowEdits(one.cells, other.cells)
            #expect(CellPattern(one).edits(to: other) == wanted, "\(one) \(other)")
        }
    }

    private func random(_ draw: inout some RandomNumberGenerator) -> StrokeCells {
        let count = Int.random(in: 1...64, using: &draw)
        return StrokeCells(cells: (0..<count).map { _ in .random(in: 1...9, using: &draw) })
    }

    private func slowEdits(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (index, cell) in one.enumerated() {
            var next = [index + 1]
            for (column, otherCell) in other.enumerated() {
                next.append(
                    min(
                        row[column + 1] + 1, next[column] + 1,
                        row[column] + (cell == otherCell ? 0 : 1)))
            }
            row = next
        }
        return row[other.count]
    }
}
