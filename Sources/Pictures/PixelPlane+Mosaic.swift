import PhotoRecords

extension PixelPlane {
    /// Makes what a box holds unrecognisable: blocks of one colour each, at most eight along a side,
    /// a little way over its edges.
    ///
    /// - Parameter box: In fractions of the picture; what lies outside of it is left out.
    public mutating func mosaic(over box: RegionBox) {
        let (wide, high) = (Double(width), Double(height))
        let columns = Self.range(
            (box.x - box.width / 10) * wide, (box.x + box.width * 1.1) * wide, width)
        let rows = Self.range(
            (box.y - box.height / 10) * high, (box.y + box.height * 1.1) * high, height)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let side = max(1, (max(columns.count, rows.count) + 7) / 8)
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: side) {
            for left in stride(from: columns.lowerBound, to: columns.upperBound, by: side) {
                fill(
                    left..<min(left + side, columns.upperBound),
                    top..<min(top + side, rows.upperBound))
            }
        }
    }

    /// Gives a block the mean of its colours.
    private mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>) {
        var sums = (0, 0, 0)
        for y in rows {
            for x in columns {
                let place = 3 * (y * width + x)
                sums.0 += Int(bytes[place])
                sums.1 += Int(bytes[place + 1])
                sums.2 += Int(bytes[place + 2])
            }
        }
        let count = columns.count * rows.count
        let color = (UInt8(sums.0 / count), UInt8(sums.1 / count), UInt8(sums.2 / count))
        for y in rows {
            for x in columns { blend(x: x, y: y, color: color, opacity: 1) }
        }
    }

    private static func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        guard low.isFinite, high.isFinite else { return 0..<0 }
        let first = Int(max(0, min(Double(count), low.rounded(.down))))
        return first..<max(first, Int(max(0, min(Double(count), high.rounded(.up)))))
    }

    /// Lays another plane over this one, as far as it reaches.
    ///
    /// - Parameters:
    ///   - left: The column of its left edge, which may lie outside.
    ///   - top: The row of its top edge.
    public mutating func lay(_ other: PixelPlane, left: Int, top: Int) {
        for y in 0..<other.height {
            for x in 0..<other.width {
                let place = 3 * (y * other.width + x)
                blend(
                    x: left + x, y: top + y,
                    color: (other.bytes[place], other.bytes[place + 1], other.bytes[place + 2]),
                    opacity: 1)
            }
        }
    }
}
