import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy

@Suite struct GridCellTests {
    /// Points all over the globe: the poles, the antimeridian, the equator, edges, and by chance.
    private static let points: [Coordinate] = {
        var generator = SeededGenerator(seed: 7)
        let corners = [
            (90.0, 0.0), (-90, 0), (90, 180), (89.9999, -179.9999), (-89.97, 12), (0, 180),
            (0, -180), (0.0001, 179.9999), (51.5, -0.0001), (48.06, 11.07), (-33.9, 18.4),
        ]
        let chance = (0..<4_000).map { _ in
            (
                Double.random(in: -90...90, using: &generator),
                Double.random(in: -180...180, using: &generator)
            )
        }
        return (corners + chance).compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
    }()

    private func kilometres(_ from: Coordinate, _ to: Coordinate) -> Double {
        HomeZone(name: "", center: from, radius: 1).distance(to: to)
    }

    @Test(arguments: GridCell.Size.allCases)
    func `a cell's middle lies in it, is its own middle, and is near`(size: GridCell.Size) throws {
        for point in Self.points {
            let cell = GridCell(of: point, size)
            let center = try #require(cell.center)
            #expect(GridCell(of: center, size) == cell, "\(point)")
            #expect(GridCell(of: center, size).center == center)
            let most = abs(point.latitude) > 89.5 ? 16 : GridCell.kilometres(size)
            #expect(kilometres(point, center) <= most, "\(point)")
        }
    }

    @Test func `the fine grid lies within the coarse one`() throws {
        for point in Self.points {
            let fine = GridCell(of: point, .fine)
            let center = try #require(fine.center)
            #expect(GridCell(of: center, .coarse) == GridCell(of: point, .coarse), "\(point)")
            // Edges are edges of both, or inside of one: no cell is cut by the coarse grid.
            let many = GridCell.columns(inRow: fine.row, .fine)
            let few = GridCell.columns(inRow: fine.row / GridCell.parts, .coarse)
            #expect(many.isMultiple(of: few))
            #expect(fine.row / GridCell.parts == GridCell(of: point, .coarse).row)
            #expect(fine.column / (many / few) == GridCell(of: point, .coarse).column)
        }
    }

    @Test func `every band's cells are at least as wide as high, and no rounding decides how many`()
    {
        for (size, rows) in [(GridCell.Size.coarse, 2_000), (.fine, 20_000)] {
            for row in 0..<rows {
                let columns = GridCell.columns(inRow: row, size)
                let round = 2 * Double(rows) * GridCell.cosine(ofRow: row, of: rows)
                let slack = size == .coarse ? 1.34 : abs(Double(row) - 9_999.5) > 9_990 ? 2 : 1.5
                #expect((1...slack).contains(round / Double(columns)), "row \(row) of \(rows)")
                let whole = round.rounded()
                if size == .coarse { #expect(abs(round - whole) > 1e-9, "row \(row)") }
            }
        }
    }

    @Test func `a middle has three or four decimals and no more`() throws {
        for point in Self.points {
            for (size, decimals) in [(GridCell.Size.coarse, 3), (.fine, 4)] {
                let center = try #require(GridCell(of: point, size).center)
                for degrees in [center.latitude, center.longitude] {
                    let digits = "\(degrees)".split(separator: ".").dropFirst()
                    #expect(digits.first?.count ?? 0 <= decimals, "\(degrees)")
                }
            }
        }
    }

    @Test func `a known point lies in its known cells`() throws {
        let tower = try #require(Coordinate(latitude: 48.85837, longitude: 2.29448))
        let coarse = try #require(GridCell(of: tower, .coarse).center)
        #expect((coarse.latitude, coarse.longitude) == (48.825, 2.324))
        let fine = try #require(GridCell(of: tower, .fine).center)
        #expect((fine.latitude, fine.longitude) == (48.8565, 2.294))
        // Both sides of the antimeridian are of the same cell only where they are the same point.
        let (east, west) = (
            Coordinate(latitude: 5, longitude: 180), Coordinate(latitude: 5, longitude: -180)
        )
        #expect(try GridCell(of: #require(east), .fine) == GridCell(of: #require(west), .fine))
    }
}
