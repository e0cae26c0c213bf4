import Files
import Foundation
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
        // Names of members are compared and hashed as they are read.
        let text = ForeignText.cleaned(String(decoding: data, as: UTF8.self))
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(text.utf8)) else {
            return nil
        }
        self.init(content)
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
        people = list(content.people.map(\.name))
        tags = list(content.tags.map(\.name))
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
private struct Content: Decodable {
    struct Moment: Decodable {
        let seconds: Int?

        private enum Keys: String, CodingKey { case timestamp }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            let text = try? values.decode(String.self, forKey: .timestamp)
            let number = try? values.decode(Int.self, forKey: .timestamp)
            // 0 and what lies far off is no photo's time.
            let seconds = text.flatMap { Int($0) } ?? number
            self.seconds = seconds.flatMap { $0 != 0 && $0.magnitude < 1 << 37 ? $0 : nil }
        }
    }

    struct Point: Decodable {
        let latitude: Double?
        let longitude: Double?
        let altitude: Double?

        var coordinate: Coordinate? {
            guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    /// An object with a name, or the name alone.
    struct Named: Decodable {
        let name: String?

        private enum Keys: String, CodingKey { case name }

        init(from decoder: any Decoder) throws {
            let alone = try? decoder.singleValueContainer().decode(String.self)
            name =
                alone
                ?? (try? decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name))
        }
    }

    let title: String?
    let description: String?
    let photoTakenTime: Moment?
    let geoData: Point?
    let geoDataExif: Point?
    let people: [Named]
    let tags: [Named]
    let favorited: Bool
    let trashed: Bool

    private enum Keys: String, CodingKey {
        case title, description, photoTakenTime, geoData, geoDataExif, people, tags, favorited
        case trashed, albumData
    }

    init(from decoder: any Decoder) throws {
        let whole = try decoder.container(keyedBy: Keys.self)
        // QUIRK: albums of older Takeouts have their members one level down.
        let values =
            (try? whole.nestedContainer(keyedBy: Keys.self, forKey: .albumData)) ?? whole
        func value<T: Decodable>(_ key: Keys, _ type: T.Type) -> T? {
            try? values.decodeIfPresent(type, forKey: key)
        }
        title = value(.title, String.self)
        description = value(.description, String.self)
        photoTakenTime = value(.photoTakenTime, Moment.self)
        geoData = value(.geoData, Point.self)
        geoDataExif = value(.geoDataExif, Point.self)
        people = value(.people, [Named].self) ?? []
        tags = value(.tags, [Named].self) ?? []
        favorited = value(.favorited, Bool.self) ?? false
        trashed = value(.trashed, Bool.self) ?? false
    }
}
