/// The fields of a record that hold a photo's story: each has a provenance, can be edited,
/// merged, proposed and undone as one value.
public enum RecordField: String, Sendable, CaseIterable, Hashable {
    case name, caption, keywords, people, taken, location, regions, camera
}

extension PhotoRecord {
    /// A field's value in its JSON form; nil where nothing is known.
    ///
    /// Setting reads the value as `init(json:)` does; nil or an unreadable value empties it.
    public subscript(field field: RecordField) -> JSONValue? {
        get {
            switch field {
            case .name: name.map(JSONValue.string)
            case .caption: caption.map(JSONValue.string)
            case .keywords: keywords.isEmpty ? nil : .strings(keywords)
            case .people: people.isEmpty ? nil : .strings(people)
            case .taken: taken?.json
            case .location: location?.json
            case .regions: regions.isEmpty ? nil : .array(regions.map(\.json))
            case .camera: camera?.json
            }
        }
        set {
            let read = PhotoRecord(json: newValue.map { [field.rawValue: $0] } ?? [:])
            switch field {
            case .name: name = read.name
            case .caption: caption = read.caption
            case .keywords: keywords = read.keywords
            case .people: people = read.people
            case .taken: taken = read.taken
            case .location: location = read.location
            case .regions: regions = read.regions
            case .camera: camera = read.camera
            }
        }
    }
}
