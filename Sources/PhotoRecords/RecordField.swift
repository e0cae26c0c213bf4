import JSON

/// The fields of a record that hold a photo's story: each has a provenance, can be edited,
/// merged, proposed and undone as one value.
public enum RecordField: String, Sendable, CaseIterable, Hashable {
    /// The title, in one line.
    case name
    /// What is to be said of the picture.
    case caption
    /// The keywords, as one list.
    case keywords
    /// The people, as one list.
    case people
    /// When it was taken: the clock's reading, its offset, and where that came from.
    case taken
    /// Where it was taken: the point and the place.
    case location
    /// The marked parts of the picture, as one list.
    case regions
    /// Make, model and lens.
    case camera

    /// The place in the order of the declaration.
    public var ordinal: UInt8 {
        switch self {
        case .name: 0
        case .caption: 1
        case .keywords: 2
        case .people: 3
        case .taken: 4
        case .location: 5
        case .regions: 6
        case .camera: 7
        }
    }

    // An enumeration with texts for raw values would compare and hash these: several times for
    // every field of every photo that is read.

    /// Whether two fields are the same.
    public static func == (left: Self, right: Self) -> Bool { left.ordinal == right.ordinal }

    /// Hashes the place in the order.
    public func hash(into hasher: inout Hasher) { hasher.combine(ordinal) }
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
