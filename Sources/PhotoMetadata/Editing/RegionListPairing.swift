import PhotoRecords
import XML

/// An item of a list of regions as it stands in a packet.
struct RegionListItem {
    let element: XMLElement
    /// Its outline as the list says it; nil where that cannot be read.
    let shape: RegionShape?
    /// The upright box around that.
    let bounds: RegionBox?
    var id: String?
    var name: String?

    init(
        _ element: XMLElement, shape: RegionShape?, in frame: RegionFrame, id: String? = nil,
        name: String? = nil
    ) {
        self.element = element
        self.shape = shape
        bounds = shape?.bounds(in: frame)
        (self.id, self.name) = (id, name)
    }

    /// What the numbers of two boxes of one region may differ by: a circle of IPTC's list stands for
    /// an ellipse of nearly equal sides.
    static let tolerance = 0.003

    /// Whether it lies where a box does not.
    func isElsewhere(than box: RegionBox) -> Bool {
        !(bounds?.isNear(box, within: Self.tolerance) ?? false)
    }
}

/// Which items of a list stand for which regions: an item of the same identity, else one whose box
/// is the same but for rounding, and of several at one spot rather that of the same outline and
/// name.
struct RegionListPairing {
    /// For each region the number of its item; nil where none stands for it.
    private(set) var items: [Int?]
    /// The items that stand for no region, in their order.
    var rest: [Int] { isPaired.indices.filter { !isPaired[$0] } }

    private var isPaired: [Bool]

    /// - Parameters:
    ///   - list: the items.
    ///   - regions: the regions.
    ///   - forms: each region's outline as the list would say it.
    ///   - tolerance: what the numbers of two boxes may differ by.
    init(
        _ list: [RegionListItem], _ regions: [Region], forms: [RegionShape], in frame: RegionFrame,
        within tolerance: Double
    ) {
        items = regions.map { _ in nil }
        isPaired = list.map { _ in false }
        var boxes = NearBoxes(list.map(\.bounds), within: tolerance)
        var byID: [String: [Int]] = [:]
        for (number, item) in list.enumerated().reversed() {
            if let id = item.id { byID[id, default: []].append(number) }
        }
        for (index, region) in regions.enumerated() {
            guard let id = region.id, let number = byID[id]?.popLast() else { continue }
            pair(index, number, &boxes)
        }
        let conditions: [(Region, RegionShape, RegionListItem) -> Bool] = [
            { region, form, item in region.name == item.name && form.isNear(item.shape) },
            { _, form, item in form.isNear(item.shape) },
            { region, _, item in region.name == item.name }, { _, _, _ in true },
        ]
        let bounds = regions.map { $0.shape.bounds(in: frame) }
        for fits in conditions {
            for (index, region) in regions.enumerated() where items[index] == nil {
                guard let box = bounds[index],
                    let number = boxes.first(
                        near: box, where: { fits(region, forms[index], list[$0]) })
                else { continue }
                pair(index, number, &boxes)
            }
        }
    }

    private mutating func pair(_ index: Int, _ number: Int, _ boxes: inout NearBoxes) {
        items[index] = number
        isPaired[number] = true
        boxes.remove(number)
    }
}

extension RegionShape {
    /// Whether two outlines are one but for rounding.
    func isNear(_ other: RegionShape?) -> Bool {
        let tolerance = 0.000_05
        switch (self, other) {
        case (.rectangle(let box, let turn), .rectangle(let other, let otherTurn)?),
            (.ellipse(let box, let turn), .ellipse(let other, let otherTurn)?):
            return turn == otherTurn && box.isNear(other, within: tolerance)
        case (.polygon(let points, holes: _), .polygon(let others, holes: _)?):
            return points.count == others.count
                && zip(points, others).allSatisfy { point, other in
                    abs(point.x - other.x) < tolerance && abs(point.y - other.y) < tolerance
                }
        default: return false
        }
    }
}
