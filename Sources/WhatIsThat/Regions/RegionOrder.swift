import PhotoRecords

/// The regions of a photo in the order in which they lie on each other, the last one on top.
struct RegionOrder {
    /// The regions.
    var regions: [Region]

    init(_ regions: [Region]) { self.regions = regions }

    /// Puts a new region in: above all that are as large or larger, if nothing else is said.
    ///
    /// One whose area is not known counts as larger.
    mutating func add(_ region: Region, _ placing: RegionSketch.Placing?) {
        switch placing {
        case .toFront, .raise: regions.append(region)
        case .toBack, .lower: regions.insert(region, at: 0)
        case nil:
            let area = region.shape.orderingArea
            let below = regions.lastIndex { $0.shape.orderingArea >= area }
            regions.insert(region, at: below.map { $0 + 1 } ?? 0)
        }
    }

    /// Moves the region at an index.
    mutating func move(_ index: Int, _ placing: RegionSketch.Placing) {
        let region = regions.remove(at: index)
        let place =
            switch placing {
            case .toFront: regions.count
            case .toBack: 0
            case .raise: min(index + 1, regions.count)
            case .lower: max(index - 1, 0)
            }
        regions.insert(region, at: place)
    }
}

extension RegionShape {
    /// How much of the picture it covers, as a fraction of the picture's area, as if none of it lay
    /// outside; a mask by its box. Nil for a shape that is not known.
    var area: Double? {
        switch self {
        case .rectangle(let box, rotation: _), .mask(let box, png: _): box.width * box.height
        case .ellipse(let box, rotation: _): box.width * box.height * .pi / 4
        case .polygon(let outline, let holes):
            holes.reduce(Self.area(outline)) { $0 - Self.area($1) }
        case .unknown: nil
        }
    }

    /// The area by which it finds its place in the stack: one that is not known counts as larger.
    var orderingArea: Double { area ?? .infinity }

    /// The area within an outline, by the shoelace formula.
    private static func area(_ points: [RegionPoint]) -> Double {
        guard var last = points.last else { return 0 }
        var twice = 0.0
        for point in points {
            twice += last.x * point.y - point.x * last.y
            last = point
        }
        return abs(twice) / 2
    }
}
