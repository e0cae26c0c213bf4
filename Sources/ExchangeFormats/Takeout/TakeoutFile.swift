import Files
import Foundation
import JSON
import OutputText
import PhotoRecords
import TextCleaning

/// What one JSON file of a Takeout says: of a photo or film, or of an album.
public struct TakeoutFile: Sendable {
    /// The name that the photo had when it was taken in; of an album its title.
    public var title: String?
    /// What a person wrote below the photo.
    public var caption: String?
    /// The moment it was taken, in seconds since 1970, UTC.
    public var takenAt: Int?
    /// Where it was taken, as Google Photos has it: what a person set there stands above what the
    /// file says. Both 0 is nowhere.
    public var coordinate: Coordinate?
    /// Metres above sea level; 0 is what Google writes for unknown.
    public var altitude: Double?
    /// The people shown.
    public var people: [String] = []
    /// Labels.
    public var tags: [String] = []
    /// Whether a person marked it with a star.
    public var isFavorite = false
    /// Whether it lies in the bin.
    public var isTrashed = false
    /// Whether it is the JSON of a photo or film, not of an album or of something else.
    public var isOfPhoto: Bool

    /// The longest JSON that is read, in bytes: they have a few thousand.
    static let sizeLimit = 1 << 20
    private static let listLimit = 1_000
    private static let textLimit = 100_000

    /// Reads a file.
    ///
    /// - Throws: what is wrong with it, for one that can't be read, is too long, or is not JSON.
    public init(path: String) throws(WitError) {
        func failure(_ reason: String) -> WitError {
            WitError(path: path, reason: reason)
        }
        guard let data = try? FileSystem.contents(of: path, limit: Self.sizeLimit + 1) else {
            throw failure("the JSON can't be read")
        }
        guard data.count <= Self.sizeLimit else {
            throw failure("larger than a photo's JSON may be (\(Self.sizeLimit) bytes)")
        }
        guard let file = Self(json: data) else {
            throw failure("not the JSON that Google Takeout writes")
        }
        self = file
    }

    /// Reads what a file has; nil for what is no such JSON.
    init?(json data: [UInt8]) {
        // Octets that are no UTF-8 cost their letters, not the file.
        let text = String(decoding: data, as: UTF8.self)
        guard let object = try? JSONValue(parsingForeign: text.utf8).object else { return nil }
        self.init(Content(object))
    }

    private init(_ content: Content) {
        func text(_ text: String?) -> String? {
            guard let text = text?.unicodeScalars.prefix(Self.textLimit),
                text.contains(where: { !$0.properties.isWhitespace })
            else { return nil }
            return ForeignText.cleaned(String(text).trimmingCharacters(in: .whitespacesAndNewlines))
        }
        func list(_ texts: [String?]) -> [String] {
            var seen: Set<String> = []
            return texts.prefix(Self.listLimit).compactMap(text).filter { seen.insert($0).inserted }
        }
        title = text(content.title)
        caption = text(content.description)
        takenAt = content.photoTakenTime?.seconds
        let point = [content.geoData, content.geoDataExif].lazy.compactMap { $0 }
            .first { $0.coordinate != nil }
        coordinate = point?.coordinate
        altitude = point?.altitude.flatMap { $0.isFinite && $0 != 0 ? $0 : nil }
        people = list(content.people)
        tags = list(content.tags)
        isFavorite = content.favorited
        isTrashed = content.trashed
        isOfPhoto = content.photoTakenTime != nil || content.geoDataExif != nil
    }
}

extension TakeoutFile {
    /// Whether a title is no more than the name of the photo's file: the same but for its
    /// counter, its ending, and what a disk does not allow or has no room for.
    public static func isFileName(_ title: String, of name: String) -> Bool {
        TakeoutName.isTitle(title, of: TakeoutName(media: name))
    }

    /// A title without the ending of a photo's or film's name.
    public static func withoutEnding(_ title: String) -> String {
        switch TakeoutFileKind(title) {
        case .picture, .video: TakeoutName.split(title).stem
        case .sidecar, nil: title
        }
    }
}

/// The members that are read. One of another type than it should have is left out.
private struct Content {
    struct Moment {
        let seconds: Int?

        init?(_ value: JSONValue?) {
            guard let value, value.object != nil else { return nil }
            let text = value["timestamp"]?.string
            // 0 and what lies far off is no photo's time.
            let seconds = text.flatMap { Int($0) } ?? value["timestamp"]?.int
            self.seconds = seconds.flatMap { $0 != 0 && $0.magnitude < 1 << 37 ? $0 : nil }
        }
    }

    struct Point {
        private let latitude: Double?
        private let longitude: Double?
        let altitude: Double?

        init?(_ value: JSONValue?) {
            guard let members = value?.object else { return nil }
            for name in ["latitude", "longitude", "altitude"] {
                let number = members[name] ?? .null
                guard number == .null || number.double != nil else { return nil }
            }
            latitude = members["latitude"]?.double
            longitude = members["longitude"]?.double
            altitude = members["altitude"]?.double
        }

        var coordinate: Coordinate? {
            guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    let title: String?
    let description: String?
    let photoTakenTime: Moment?
    let geoData: Point?
    let geoDataExif: Point?
    let people: [String?]
    let tags: [String?]
    let favorited: Bool
    let trashed: Bool

    init(_ whole: JSONObject) {
        // QUIRK: albums of older Takeouts have their members one level down.
        let values = whole["albumData"]?.object ?? whole
        // An object with a name, or the name alone.
        func names(_ key: String) -> [String?] {
            (values[key]?.array ?? []).map { $0.string ?? $0["name"]?.string }
        }
        title = values["title"]?.string
        description = values["description"]?.string
        photoTakenTime = Moment(values["photoTakenTime"])
        geoData = Point(values["geoData"])
        geoDataExif = Point(values["geoDataExif"])
        people = names("people")
        tags = names("tags")
        favorited = values["favorited"]?.bool ?? false
        trashed = values["trashed"]?.bool ?? false
    }
}
