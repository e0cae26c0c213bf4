import JSON
import PhotoRecords

extension FieldMerge {
    /// What a field is to say when its file says something new: all that the file says now, and
    /// what it has only become silent about, which is for a person to let go (`Removal`).
    ///
    /// A file that says something else instead is followed: another name, another time, another
    /// point with all that was known of the former one.
    static func following(
        _ field: RecordField, of file: PhotoRecord, from known: PhotoRecord
    ) -> PhotoRecord {
        var result = known
        result.copy(field, from: file)
        if file[isEmpty: field] {
            result.copy(field, from: known)
            return result
        }
        switch field {
        case .name, .caption: break
        case .keywords: result.keywords = list(file.keywords, known.keywords)
        case .people: result.people = list(file.people, known.people)
        case .taken:
            guard let new = file.taken, let old = known.taken else { break }
            result.taken = following(new, old)
        case .location:
            guard let new = file.location, let old = known.location else { break }
            result.location = following(new, old)
        case .camera:
            guard let new = file.camera, let old = known.camera else { break }
            result.camera = following(new, old)
        case .regions:
            let told = RegionSet(file.regions)
            result.regions += known.regions.filter { !told.has($0) }
        }
        return result
    }

    private static func list(_ new: [String], _ old: [String]) -> [String] {
        let told = Set(new.map { $0.lowercased() })
        return new + old.filter { !told.contains($0.lowercased()) }
    }

    private static func following(_ new: CaptureTime, _ old: CaptureTime) -> CaptureTime {
        var result = new
        if new.local != old.local, new.local.isCoarser(thanOrEqualTo: old.local) {
            result.local = old.local
        } else if !old.local.isCoarser(thanOrEqualTo: new.local) {
            return new
        }
        if new.offset == nil {
            result.offset = old.offset
            result.offsetSource = old.offsetSource
        }
        result.unknown = old.unknown.merging(new.unknown) { $1 }
        return result
    }

    private static func following(_ new: Location, _ old: Location) -> Location {
        var result = new
        switch (new.coordinate, old.coordinate) {
        case (let point?, let former?) where !point.isNear(former): return new
        case (nil, let former?):
            result.coordinate = former
            result.precision = old.precision
            result.source = old.source
        default: break
        }
        result.altitude = new.altitude ?? old.altitude
        result.direction = new.direction ?? old.direction
        result.accuracy = new.accuracy ?? old.accuracy
        if new.place?.isEmpty ?? true { result.place = old.place }
        result.unknown = old.unknown.merging(new.unknown) { $1 }
        return result
    }

    private static func following(_ new: Camera, _ old: Camera) -> Camera {
        for path in [\Camera.make, \.model] {
            if let one = new[keyPath: path], let other = old[keyPath: path], one != other {
                return new
            }
        }
        var result = new
        result.make = new.make ?? old.make
        result.model = new.model ?? old.model
        result.lens = new.lens ?? old.lens
        result.unknown = old.unknown.merging(new.unknown) { $1 }
        return result
    }
}
