import JSON

/// What a file no longer says of a field that it said before: the whole value or parts of it, as
/// single keywords, the point beside a place's name, the offset of a time.
///
/// It is told by the two values, so that it still takes away the right parts when others were
/// added to the field meanwhile.
public struct Removal: Hashable, Sendable {
    /// The field.
    public let field: RecordField
    /// The value that was known, in JSON.
    public let was: JSONValue
    /// What the file still says, in JSON; nil for nothing.
    public let says: JSONValue?

    /// What of a field of one record another one is silent about.
    ///
    /// - Returns: nil where the other record says it all, or something else instead.
    public init?(_ field: RecordField, of known: PhotoRecord, notIn said: PhotoRecord) {
        guard let was = known[field: field] else { return nil }
        self.field = field
        self.was = was
        says = said[field: field]
        if removed(from: known)[field: field] == was { return nil }
    }

    /// The JSON form: `was` and `says`.
    public var json: JSONValue {
        var object: JSONObject = ["was": was]
        object["says"] = says
        return .object(object)
    }

    /// Reads the JSON form; nil where it is none.
    public init?(_ field: RecordField, json: JSONValue) {
        guard let was = json["was"] else { return nil }
        self.field = field
        self.was = was
        says = json["says"]
    }

    /// Whether a record still has anything of what is removed.
    public func isTold(by record: PhotoRecord) -> Bool {
        removed(from: record)[field: field] != record[field: field]
    }

    /// The record without what is removed; what was said differently since stays.
    public func removed(from record: PhotoRecord) -> PhotoRecord {
        var record = record
        let was = Self.record(field, self.was)
        let says = Self.record(field, self.says)
        switch field {
        case .name: if says.name == nil, record.name == was.name { record.name = nil }
        case .caption:
            if says.caption == nil, record.caption == was.caption { record.caption = nil }
        case .keywords: record.keywords = Self.rest(record.keywords, was.keywords, says.keywords)
        case .people: record.people = Self.rest(record.people, was.people, says.people)
        case .taken: record.taken = Self.rest(record.taken, was.taken, says.taken)
        case .location:
            record.location = Self.rest(record.location, was.location, says.location)
        case .regions: record.regions = Self.rest(record.regions, was.regions, says.regions)
        case .camera: record.camera = Self.rest(record.camera, was.camera, says.camera)
        }
        return record
    }

    /// What is removed of a record, and nothing else of it: words and points to be searched for.
    public func part(of record: PhotoRecord) -> PhotoRecord {
        var part = PhotoRecord()
        part[field: field] = record[field: field]
        let rest = removed(from: record)
        switch field {
        case .keywords: part.keywords.removeAll(where: Set(rest.keywords).contains)
        case .people: part.people.removeAll(where: Set(rest.people).contains)
        case .regions: part.regions.removeAll(where: Set(rest.regions).contains)
        case .location:
            if rest.location?.coordinate != nil { part.location?.coordinate = nil }
            if rest.location?.place != nil { part.location?.place = nil }
        default: break
        }
        return part
    }

    private static func record(_ field: RecordField, _ value: JSONValue?) -> PhotoRecord {
        PhotoRecord(json: value.map { [field.rawValue: $0] } ?? [:])
    }

    // MARK: Fields

    /// A list without the words that the file said and says no more, whatever their case.
    private static func rest(_ list: [String], _ was: [String], _ says: [String]) -> [String] {
        let kept = Set(says.map { $0.lowercased() })
        let gone = Set(was.map { $0.lowercased() }).subtracting(kept)
        return list.filter { !gone.contains($0.lowercased()) }
    }

    private static func rest(
        _ taken: CaptureTime?, _ was: CaptureTime?, _ says: CaptureTime?
    ) -> CaptureTime? {
        guard var rest = taken, let was, rest.local == was.local else { return taken }
        guard let says else { return nil }
        if says.local.isCoarser(thanOrEqualTo: was.local) {
            rest.local = says.local
        } else if !was.local.isCoarser(thanOrEqualTo: says.local) {
            // At another time it says something else, and is not silent.
            return taken
        }
        if says.offset == nil, rest.offset == was.offset {
            rest.offset = nil
            rest.offsetSource = nil
        }
        return rest
    }

    private static func rest(
        _ location: Location?, _ was: Location?, _ says: Location?
    ) -> Location? {
        guard var rest = location, let was else { return location }
        if let point = rest.coordinate, let former = was.coordinate, says?.coordinate == nil,
            point.isNear(former)
        {
            rest.coordinate = nil
            rest.precision = nil
            rest.accuracy = nil
            rest.altitude = nil
            rest.direction = nil
        }
        // At another point the file says something else.
        let isElsewhere = was.coordinate.map { former in
            says?.coordinate.map { !$0.isNear(former) } ?? false
        }
        if isElsewhere == true { return location }
        for path in [\Location.altitude, \.direction, \.accuracy]
        where says?[keyPath: path] == nil && rest[keyPath: path] == was[keyPath: path] {
            rest[keyPath: path] = nil
        }
        if let place = rest.place, place == was.place, says?.place?.isEmpty ?? true {
            rest.place = nil
        }
        if says == nil, rest.coordinate == nil, rest.place == nil { return nil }
        return rest.isSilent ? nil : rest
    }

    private static func rest(_ camera: Camera?, _ was: Camera?, _ says: Camera?) -> Camera? {
        guard var rest = camera, let was else { return camera }
        for path in [\Camera.make, \.model, \.lens]
        where says?[keyPath: path] == nil && rest[keyPath: path] == was[keyPath: path] {
            rest[keyPath: path] = nil
        }
        return rest.isEmpty ? nil : rest
    }

    private static func rest(
        _ regions: [Region], _ was: [Region], _ says: [Region]
    ) -> [Region] {
        let told = RegionSet(says)
        let gone = Set(was.filter { !told.has($0) })
        return regions.filter { !gone.contains($0) }
    }
}

/// Regions, to ask whether another one is of the same thing: by its identity, shape or name.
public struct RegionSet {
    private let ids: Set<String>
    private let shapes: Set<RegionShape>
    private let names: Set<String>

    /// A set of some regions.
    public init(_ regions: [Region]) {
        ids = Set(regions.compactMap(\.id))
        shapes = Set(regions.map(\.shape))
        names = Set(regions.compactMap(\.name))
    }

    /// Whether one of them is of the same thing.
    public func has(_ region: Region) -> Bool {
        region.id.map(ids.contains) == true || shapes.contains(region.shape)
            || region.name.map(names.contains) == true
    }
}

extension Coordinate {
    /// Whether two points are one but for what rounding in EXIF does: within 2e-6 degrees.
    public func isNear(_ other: Coordinate) -> Bool {
        let difference = abs(longitude - other.longitude)
        return abs(latitude - other.latitude) <= 2e-6
            && min(difference, 360 - difference) <= 2e-6
    }
}

extension LocalDateTime {
    /// Whether this reading is another one with less of it: without the time, or with fewer
    /// digits of the second.
    public func isCoarser(thanOrEqualTo other: LocalDateTime) -> Bool {
        guard let time else {
            return (year, month, day) == (other.year, other.month, other.day)
        }
        guard let otherTime = other.time, secondsSince1970 == other.secondsSince1970 else {
            return false
        }
        return otherTime.fraction.hasPrefix(time.fraction)
    }
}

extension Location {
    /// Whether neither a point nor a place is known, nor anything of a later version.
    fileprivate var isSilent: Bool {
        coordinate == nil && (place?.isEmpty ?? true) && altitude == nil && direction == nil
            && accuracy == nil && unknown.isEmpty
    }
}
