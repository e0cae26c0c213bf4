import Foundation
import PhotoRecords

/// A cell of the fixed grid that coarse locations are snapped to: the same for every photo and
/// every message, so that many photos of one spot tell no more than one.
///
/// The globe is cut into 2,000 bands of 0.09 degrees of latitude (10.0 km), counted from the south
/// pole, and each band into `floor(4000 · cos φ)` cells, φ being the latitude of the band's middle,
/// counted eastwards from the antimeridian: at least as wide as high. A fine band is a tenth of a
/// band, and each cell is cut there into as many parts as are at least as wide as high. So the fine
/// grid lies within the coarse one: who knows both cells of a photo knows no more than the fine one.
///
/// A cell's middle is written with three decimals of a degree (110 m), a fine one's with four
/// (11 m): it lies in the cell, and its own cell's middle is itself.
public struct GridCell: Hashable, Sendable {
    /// The side of a cell.
    public enum Size: Sendable, Hashable, CaseIterable {
        /// About 1 km.
        case fine
        /// About 10 km.
        case coarse
    }

    /// How large it is.
    public let size: Size
    /// The band, counted from the south pole.
    let row: Int
    /// The place in the band, counted eastwards from 180° W.
    let column: Int

    /// Bands of the coarse grid from pole to pole.
    static let bands = 2_000
    /// Fine bands to a band.
    static let parts = 10

    /// The cell that a point lies in.
    public init(of point: Coordinate, _ size: Size) {
        self.size = size
        let rows = size == .coarse ? Self.bands : Self.bands * Self.parts
        row = min(Int((point.latitude + 90) * Double(rows) / 180), rows - 1)
        let columns = Self.columns(inRow: row, size)
        // 180° E is 180° W.
        column = Int((point.longitude + 180) * Double(columns) / 360) % columns
    }

    /// How many cells a band has.
    static func columns(inRow row: Int, _ size: Size) -> Int {
        let coarse = size == .coarse ? row : row / parts
        let cells = Int(4_000 * cosine(ofRow: coarse, of: bands))
        if size == .coarse { return cells }
        let fitting = Int(40_000 * cosine(ofRow: row, of: bands * parts) / Double(cells))
        return cells * max(1, fitting)
    }

    /// The cosine of the latitude of a band's middle.
    static func cosine(ofRow row: Int, of rows: Int) -> Double {
        cos(((Double(row) + 0.5) / Double(rows) - 0.5) * .pi)
    }

    /// The coarse cell that it lies in.
    var coarse: GridCell {
        size == .coarse ? self : center.map { GridCell(of: $0, .coarse) } ?? self
    }

    /// The middle, as it is written; nil for no cell of the globe.
    public var center: Coordinate? {
        let rows = size == .coarse ? Self.bands : Self.bands * Self.parts
        let columns = Self.columns(inRow: row, size)
        let decimals = size == .coarse ? 1_000.0 : 10_000
        func rounded(_ degrees: Double) -> Double { (degrees * decimals).rounded() / decimals }
        return Coordinate(
            latitude: rounded((Double(row) + 0.5) * 180 / Double(rows) - 90),
            longitude: rounded((Double(column) + 0.5) * 360 / Double(columns) - 180))
    }

    /// Degrees from the middle to the edges: of latitude and of longitude.
    var reach: (latitude: Double, longitude: Double) {
        let rows = size == .coarse ? Self.bands : Self.bands * Self.parts
        return (90 / Double(rows), 180 / Double(Self.columns(inRow: row, size)))
    }

    /// Kilometres from the middle within which all of a cell lies, but for those around a pole.
    static func kilometres(_ size: Size) -> Double { size == .coarse ? 8 : 0.9 }
}
