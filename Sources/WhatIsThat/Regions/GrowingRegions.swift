import PhotoRecords

/// The regions of a photo while more are taken in, one by one.
///
/// What is there already is found by its identity, and by its shape and name, without looking at each;
/// areas are worked out once.
struct GrowingRegions {
    /// What is there of a region that is to come in.
    enum Presence {
        /// Nothing.
        case new
        /// One of its shape and name.
        case same
        /// One of its identity that is another one by now.
        case differing
    }

    private struct Look: Hashable {
        let shape: RegionShape
        let name: String?

        init(_ region: Region) { (shape, name) = (region.shape, region.name) }
    }

    private var all: [Region]
    private var areas: [Double]
    /// The places of the regions in `all`, from the lowest.
    private var stack: [Int]
    private var looks: Set<Look>
    private var ids: Set<String>

    init(_ regions: [Region]) {
        all = regions
        areas = regions.map(\.shape.orderingArea)
        stack = Array(regions.indices)
        looks = Set(regions.map(Look.init))
        ids = Set(regions.compactMap(\.id))
    }

    /// The regions, the last one on top.
    var regions: [Region] { stack.map { all[$0] } }
    /// How many there are.
    var count: Int { all.count }

    /// What is there of a region.
    func presence(of region: Region) -> Presence {
        if looks.contains(Look(region)) { return .same }
        return region.id.map(ids.contains) == true ? .differing : .new
    }

    /// Adds a region where a new one belongs (`RegionOrder`).
    mutating func add(_ region: Region) {
        let area = region.shape.orderingArea
        let below = stack.lastIndex { areas[$0] >= area }
        stack.insert(all.count, at: below.map { $0 + 1 } ?? 0)
        all.append(region)
        areas.append(area)
        looks.insert(Look(region))
        if let id = region.id { ids.insert(id) }
    }
}
