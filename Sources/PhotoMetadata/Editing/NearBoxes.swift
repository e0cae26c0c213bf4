import PhotoRecords

/// Boxes that are found by where they lie and how large they are, but for rounding, without looking
/// at each.
///
/// They are kept by their cell of a grid of four dimensions (x, y, width, height) that is a little
/// wider than what two near boxes may differ by: those near a box lie in at most sixteen cells.
struct NearBoxes {
    private let boxes: [RegionBox?]
    private let tolerance: Double
    private var cells: [SIMD4<Double>: [Int]] = [:]

    /// The most boxes of a cell that a condition is asked of: more at one spot are one too many.
    private static let mostAsked = 64

    /// - Parameters:
    ///   - boxes: those that are nil, or not finite, are never found.
    ///   - tolerance: what each number may differ by.
    init(_ boxes: [RegionBox?], within tolerance: Double) {
        (self.boxes, self.tolerance) = (boxes, tolerance)
        for (number, box) in boxes.enumerated() {
            guard let place = box.flatMap(Self.place) else { continue }
            cells[cell(of: place), default: []].append(number)
        }
    }

    /// The number of the first box that is near and fits; nil where there is none.
    func first(near box: RegionBox, where fits: (Int) -> Bool = { _ in true }) -> Int? {
        guard let place = Self.place(of: box) else { return nil }
        let reach = SIMD4(repeating: tolerance * 1.001)
        let (low, high) = (cell(of: place - reach), cell(of: place + reach))
        var around = [low]
        for axis in 0..<4 where high[axis] != low[axis] {
            around += around.map { cell in
                var cell = cell
                cell[axis] = high[axis]
                return cell
            }
        }
        return around.compactMap { cell in
            var asked = 0
            return cells[cell]?.first { number in
                guard asked < Self.mostAsked,
                    boxes[number]?.isNear(box, within: tolerance) ?? false
                else { return false }
                asked += 1
                return fits(number)
            }
        }.min()
    }

    /// Whether a box is near one of them.
    func hold(_ box: RegionBox) -> Bool { first(near: box) != nil }

    /// Takes a box away; the others keep their numbers.
    mutating func remove(_ number: Int) {
        guard let place = boxes[number].flatMap(Self.place) else { return }
        cells[cell(of: place)]?.removeAll { $0 == number }
    }

    private func cell(of place: SIMD4<Double>) -> SIMD4<Double> {
        (place / (tolerance * 2.5)).rounded(.down)
    }

    private static func place(of box: RegionBox) -> SIMD4<Double>? {
        guard box.x.isFinite, box.y.isFinite, box.width.isFinite, box.height.isFinite else {
            return nil
        }
        return SIMD4(box.x, box.y, box.width, box.height)
    }
}
