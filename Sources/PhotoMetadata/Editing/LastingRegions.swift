import PhotoRecords

/// Which regions of a record were where in the one before: what a list of a file says of a place is
/// said of the region that was there, wherever that has moved.
struct LastingRegions {
    private let former: [Region]
    private let boxes: NearBoxes
    /// For each former region the identity of that which it is now; nil where it is gone, or has none.
    private let ids: [String?]

    init(from former: PhotoRecord, to record: PhotoRecord, _ frame: RegionFrame) {
        self.former = former.regions
        boxes = NearBoxes(
            former.regions.map { $0.shape.bounds(in: frame) }, within: RegionListItem.tolerance)
        let present = Set(record.regions.compactMap(\.id))
        // A region that had no identity gets one when it is edited: its name tells which it is, if no
        // other has that.
        let before = Dictionary(grouping: former.regions, by: \.name)
        let after = Dictionary(grouping: record.regions, by: \.name)
        ids = former.regions.map { region in
            if let id = region.id { return present.contains(id) ? id : nil }
            guard let name = region.name, before[name]?.count == 1, let same = after[name],
                same.count == 1
            else { return nil }
            return same[0].id
        }
    }

    /// The identity of the region that was at a box, rather that of the name; nil where none is left.
    func id(of name: String?, at box: RegionBox) -> String? {
        let number =
            boxes.first(near: box) { former[$0].name == name } ?? boxes.first(near: box)
        return number.flatMap { ids[$0] }
    }
}
