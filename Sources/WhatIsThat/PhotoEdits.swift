import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords

/// What a person wants to write into photos' records.
public struct PhotoEdits: Sendable {
    /// The new name; empty takes it away, nil leaves it.
    public var name: String?
    /// The new caption; empty takes it away, nil leaves it.
    public var caption: String?
    /// The new time; nil leaves it.
    public var taken: CaptureTime?
    /// Whether the time is taken away.
    public var removesTaken = false
    /// The new point; nil leaves it.
    public var coordinate: Coordinate?
    /// Whether the whole location, point and place, is taken away.
    public var removesLocation = false
    /// The place that the new point is the middle of, where a place was named instead of a point.
    public var placeOfPoint: Place?
    /// The new name of the place; empty takes it away, nil leaves it.
    public var placeName: String?
    /// Keywords to add and to take away.
    public var keywords = ListEdit()
    /// People to add and to take away.
    public var people = ListEdit()
    /// What happens to the regions of each photo; nil leaves them.
    public var regions: RegionEdit?
    /// The regions that photos are to have.
    var regionLists: [RecordID: [Region]] = [:]
    /// What tracks say of where single photos were taken.
    var places: [RecordID: TrackGeotagger.Placed] = [:]

    /// Words to add to a list and to take from it.
    public struct ListEdit: Sendable, Equatable {
        /// Added at the end, where they are not there yet.
        public var adding: [String] = []
        /// Taken away, wherever they stand.
        public var removing: [String] = []
        /// Whether there is nothing to do.
        public var isEmpty: Bool { adding.isEmpty && removing.isEmpty }
        /// Nothing to do yet.
        public init() {}

        /// - Throws: `bad-edit` where a word is to be both added and taken away.
        public func refuseBoth() throws(WitError) {
            guard let both = adding.first(where: removing.contains) else { return }
            throw WitError(
                item: "“\(both)”", code: .badEdit, reason: "can't be both added and removed")
        }
    }

    /// Nothing to write yet.
    public init() {}

    /// Whether there is nothing to write.
    public var isEmpty: Bool {
        name == nil && caption == nil && taken == nil && coordinate == nil && placeName == nil
            && keywords.isEmpty && people.isEmpty && !removesTaken && !removesLocation
            && places.isEmpty && regions == nil
    }

    /// The fields that are written.
    public var fields: Set<RecordField> {
        var fields: Set<RecordField> = []
        if name != nil { fields.insert(.name) }
        if caption != nil { fields.insert(.caption) }
        if taken != nil || removesTaken { fields.insert(.taken) }
        if coordinate != nil || placeName != nil || removesLocation || !places.isEmpty {
            fields.insert(.location)
        }
        if !keywords.isEmpty { fields.insert(.keywords) }
        if !people.isEmpty { fields.insert(.people) }
        if regions != nil { fields.insert(.regions) }
        return fields
    }

    /// Writes into the photos, as one change that `undo` takes back whole.
    ///
    /// - Parameter isStopped: asked before each photo is read.
    /// - Returns: the change; nil if every photo was so already.
    /// - Throws: `WitError`; `interrupted` where it was stopped: nothing is changed then.
    public func apply(
        to photos: [RecordID], in catalog: PhotoCatalog, isStopped: () -> Bool = { false }
    ) throws(WitError) -> Change? {
        var edits: [PhotoEdit] = []
        for id in photos {
            if isStopped() { throw .stopped }
            guard let record = try catalog.record(id)?.withoutDerived else { continue }
            edits += self.edits(of: id, as: record)
        }
        guard !edits.isEmpty else { return nil }
        let fields = Set(edits.map(\.operation.field.rawValue)).sorted().joined(separator: ", ")
        let count = Set(edits.map(\.photo)).count
        return try catalog.edit(
            edits, summary: "edit \(fields) of \(count) photo\(count == 1 ? "" : "s")")
    }

    private func edits(of id: RecordID, as record: PhotoRecord) -> [PhotoEdit] {
        var edits: [PhotoEdit] = []
        if let name { edits.append(.name(Self.words(name), of: id)) }
        if let caption { edits.append(.caption(Self.words(caption), of: id)) }
        if removesTaken { edits.append(.taken(nil, of: id)) }
        if removesLocation { edits.append(.location(nil, of: id)) }
        if let taken { edits.append(.taken(time(taken, instead: record.taken), of: id)) }
        let placed = places[id]
        if coordinate != nil || placeName != nil || placed != nil {
            let location = location(instead: placed?.location ?? record.location)
            edits.append(
                PhotoEdit(id, .set(.location, location?.json), source: placed?.source))
        }
        if let list = regionLists[id] {
            edits.append(
                PhotoEdit(id, .set(.regions, list.isEmpty ? nil : .array(list.map(\.json)))))
        }
        for (field, list) in [(RecordField.keywords, keywords), (.people, people)] {
            if !list.removing.isEmpty { edits.append(PhotoEdit(id, .remove(field, list.removing))) }
            if !list.adding.isEmpty { edits.append(PhotoEdit(id, .add(field, list.adding))) }
        }
        return edits
    }

    /// A text without blanks around it; nil where nothing is left.
    private static func words(_ text: String) -> String? {
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return words.isEmpty ? nil : words
    }

    /// A new clock reading says nothing of the zone: what was known of it stays.
    private func time(_ taken: CaptureTime, instead former: CaptureTime?) -> CaptureTime {
        guard taken.offset == nil, taken.local.time != nil else { return taken }
        var taken = taken
        taken.offset = former?.offset
        taken.offsetSource = former?.offsetSource
        return taken
    }

    private func location(instead former: Location?) -> Location? {
        // What was measured at the former point does not hold for another.
        var location =
            coordinate.map { Location(coordinate: $0, source: Provenance.user) }
            ?? former ?? Location(source: Provenance.user)
        if coordinate != nil, let placeOfPoint {
            location.place = placeOfPoint
            location.precision = .place
        }
        if let placeName { location.place = Self.words(placeName).map { Place(name: $0) } }
        return location.coordinate == nil && location.place == nil ? nil : location
    }
}

extension PhotoEdit.Operation {
    fileprivate var field: RecordField {
        switch self {
        case .set(let field, _), .add(let field, _), .remove(let field, _): field
        }
    }
}

extension WitError.Code {
    /// Edits that contradict each other.
    public static let badEdit: Self = "bad-edit"
}
