import JSON
import PhotoRecords

/// How a value that came from elsewhere meets the one that stands (“Provenance and merging”): what
/// is empty is filled, what is equal or less stays, what differs is for a person to decide.
///
/// - Texts are equal but for blanks at their ends and the spelling of line ends.
/// - Keywords and people are sets: a value that holds nothing new is equal; new elements among
///   others are for a person to decide, and accepting them adds them to the list.
/// - Times are equal to the second where one side has no more; a date alone is less than the
///   same date with a time. A missing offset is filled.
/// - Coordinates are equal within 2e-6 degrees (a fifth of a metre: what rounding in EXIF does).
///   A coarsely shared location is less than an exact or a finer one. Missing parts are filled: altitude,
///   direction, the place's name, or the point for a place of the same name.
/// - A place's name and an offset that a sender only looked up differ from nothing, yield to
///   such as were said, and fill nothing that is looked up here by the point (`withoutLookups`).
/// - Cameras and regions are filled with what is missing and differs from nothing.
enum FieldMerge {
    /// What is to be done.
    enum Outcome {
        /// Nothing: the value that stands says it all.
        case same
        /// Take the field of this record: it holds more and changes nothing.
        case fill(PhotoRecord)
        /// Ask a person; if accepted, take the field of this record.
        case differs(PhotoRecord)
    }

    /// Merges one field of an incoming record into a current one.
    static func merge(
        _ field: RecordField, of incoming: PhotoRecord, into current: PhotoRecord
    ) -> Outcome {
        if incoming[isEmpty: field] { return .same }
        if current[isEmpty: field] { return .fill(incoming) }
        var merged = current
        switch field {
        case .name:
            if text(current.name) == text(incoming.name) { return .same }
            return .differs(incoming)
        case .caption:
            if text(current.caption) == text(incoming.caption) { return .same }
            return .differs(incoming)
        case .keywords:
            merged.keywords = union(current.keywords, incoming.keywords)
            return merged.keywords == current.keywords ? .same : .differs(merged)
        case .people:
            merged.people = union(current.people, incoming.people)
            return merged.people == current.people ? .same : .differs(merged)
        case .taken:
            guard let old = current.taken, let new = incoming.taken else { return .same }
            guard isSame(old.local, new.local) else { return .differs(incoming) }
            return part(taken(old, new), \.taken, current, incoming)
        case .location:
            guard let old = current.location, let new = incoming.location else { return .same }
            return part(location(old, new), \.location, current, incoming)
        case .camera:
            guard let old = current.camera, let new = incoming.camera else { return .same }
            return part(camera(old, new), \.camera, current, incoming)
        case .regions:
            return regions(current, incoming)
        }
    }

    /// Whether two clock readings may be of one moment, as far as each goes.
    static func isSame(_ left: LocalDateTime, _ right: LocalDateTime) -> Bool {
        guard let leftTime = left.time, let rightTime = right.time else {
            return left.time == nil && right.time == nil
                ? left == right
                : isSameDay(left, right)
                    && right.time == nil
        }
        guard left.secondsSince1970 == right.secondsSince1970 else { return false }
        let (short, long) =
            leftTime.fraction.count < rightTime.fraction.count
            ? (leftTime.fraction, rightTime.fraction) : (rightTime.fraction, leftTime.fraction)
        return short.isEmpty
            || long.dropFirst(short.count).allSatisfy { $0 == "0" }
                && long.hasPrefix(short)
    }

    private static func isSameDay(_ left: LocalDateTime, _ right: LocalDateTime) -> Bool {
        (left.year, left.month, left.day) == (right.year, right.month, right.day)
    }

    private static func part<T: Equatable>(
        _ value: T??, _ path: WritableKeyPath<PhotoRecord, T?>, _ current: PhotoRecord,
        _ incoming: PhotoRecord
    ) -> Outcome {
        guard let value else { return .differs(incoming) }
        if value == current[keyPath: path] { return .same }
        var merged = current
        merged[keyPath: path] = value
        return .fill(merged)
    }

    private static func text(_ text: String?) -> String {
        let lines = (text ?? "").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .map { $0.trimmed }
        return lines.joined(separator: "\n").trimmed
    }

    private static func union(_ current: [String], _ incoming: [String]) -> [String] {
        var seen = Set(current)
        return current + incoming.filter { seen.insert($0).inserted }
    }

    private static func taken(_ old: CaptureTime, _ new: CaptureTime) -> CaptureTime?? {
        var merged = old
        merged.unknown.merge(new.unknown) { own, _ in own }
        guard let offset = new.offset else { return merged }
        // What a sender looked up yields to what was said, and says nothing against it.
        if old.offset != nil, new.offsetSource == .place { return merged }
        let yields = old.offsetSource == .place && new.offsetSource != .place
        if let own = old.offset, own != offset, !yields { return nil }
        if old.offset == nil || yields {
            merged.offset = offset
            merged.offsetSource = new.offsetSource
        }
        return merged
    }

    private static func location(_ old: Location, _ new: Location) -> Location?? {
        var merged = old
        switch (old.coordinate, new.coordinate) {
        case (let own?, let other?):
            let isCoarse = new.precision.map { $0 != .exact } ?? false
            if isCoarse && (old.precision ?? .exact) == .exact { return old }
            if (new.precision ?? .exact).isCoarser(than: old.precision ?? .exact) { return old }
            guard abs(own.latitude - other.latitude) <= 2e-6,
                longitudesDiffer(own, other) <= 2e-6
            else { return nil }
        case (nil, let other?):
            merged.coordinate = other
            merged.precision = new.precision
        case (_, nil): break
        }
        merged.altitude = old.altitude ?? new.altitude
        merged.direction = old.direction ?? new.direction
        merged.accuracy = old.accuracy ?? new.accuracy
        merged.unknown.merge(new.unknown) { own, _ in own }
        guard let place = new.place else { return merged }
        guard var own = old.place, !own.isLookedUp || place.isLookedUp else {
            merged.place = place
            return merged
        }
        // What a sender looked up says nothing against what was said, or was looked up before.
        if place.isLookedUp { return merged }
        if let name = own.name, let other = place.name, name != other { return nil }
        // A name alone may name another town of another country: nothing is filled from that.
        if let country = own.country, let other = place.country, country != other { return nil }
        own.name = own.name ?? place.name
        own.region = own.region ?? place.region
        own.country = own.country ?? place.country
        own.distanceKm = own.distanceKm ?? place.distanceKm
        own.unknown.merge(place.unknown) { own, _ in own }
        merged.place = own
        return merged
    }

    private static func longitudesDiffer(_ left: Coordinate, _ right: Coordinate) -> Double {
        let difference = abs(left.longitude - right.longitude)
        return min(difference, 360 - difference)
    }

    private static func camera(_ old: Camera, _ new: Camera) -> Camera?? {
        for path in [\Camera.make, \Camera.model, \Camera.lens] {
            if let own = old[keyPath: path], let other = new[keyPath: path],
                own.trimmed != other.trimmed
            {
                return nil
            }
        }
        var merged = Camera(
            make: old.make ?? new.make, model: old.model ?? new.model, lens: old.lens ?? new.lens)
        merged.unknown = old.unknown.merging(new.unknown) { own, _ in own }
        return merged
    }

    private static func regions(_ current: PhotoRecord, _ incoming: PhotoRecord) -> Outcome {
        struct Outline: Hashable {
            var shape: RegionShape
            var name: String?
        }
        var merged = current
        var changed = false
        var places: [String: Int] = [:]
        for (index, region) in current.regions.enumerated() {
            if let id = region.id { places[id] = index }
        }
        var outlines = Set(current.regions.map { Outline(shape: $0.shape, name: $0.name) })
        for region in incoming.regions {
            if let index = region.id.flatMap({ places[$0] }) {
                let told = region.filled(from: merged.regions[index])
                if merged.regions[index] == told { continue }
                merged.regions[index] = told
                changed = true
            } else if outlines.insert(Outline(shape: region.shape, name: region.name)).inserted {
                if let id = region.id { places[id] = merged.regions.count }
                merged.regions.append(region)
                changed = true
            }
        }
        return changed ? .differs(merged) : .same
    }
}

extension Region {
    /// The region with what it does not say of itself: a spot that was asked about without its name
    /// says nothing against the name.
    fileprivate func filled(from own: Region) -> Region {
        var region = self
        region.name = name ?? own.name
        region.color = color ?? own.color
        if kind == nil || kind == .question { region.kind = own.kind ?? kind }
        return region
    }
}

extension PhotoRecord {
    /// Whether nothing is known in a field.
    subscript(isEmpty field: RecordField) -> Bool {
        switch field {
        case .name: name == nil
        case .caption: caption == nil
        case .keywords: keywords.isEmpty
        case .people: people.isEmpty
        case .taken: taken == nil
        case .location: location == nil
        case .regions: regions.isEmpty
        case .camera: camera?.isEmpty ?? true
        }
    }
}

extension StringProtocol {
    /// Without the white space at both ends.
    var trimmed: String {
        let head = drop(while: \.isWhitespace)
        guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(head[...last])
    }
}
