import PhotoRecords

/// What digiKam knows of one photo.
public struct DigiKamImage: Sendable {
    /// Where the file lies, by the root's folder and the album's path.
    public var path: String
    /// The root that it lies below.
    public var root: Int64
    /// The file's size in bytes when digiKam saw it last; nil if unknown.
    public var size: Int64?
    /// A hash of the file's head and tail (`DigiKamHash`), 32 hexadecimal digits.
    public var uniqueHash: String?
    /// What the clock showed when it was taken: as digiKam keeps it, without a time zone. Nil
    /// where digiKam has nothing but the file's own time.
    public var taken: LocalDateTime?
    /// The title.
    public var name: String?
    /// The caption: of several languages `x-default`, else the first.
    public var caption: String?
    /// The tags' own names, without those above them.
    public var keywords: [String] = []
    /// The people tagged.
    public var people: [String] = []
    /// Faces that a person gave a name.
    public var faces: [Region] = []
    /// Where it was taken.
    public var coordinate: Coordinate?
    /// Metres above sea level.
    public var altitude: Double?
    /// The place's name, region and country.
    public var place: Place?
    /// Stars, 1…5; nil for none.
    public var rating: Int?

    init(path: String, root: Int64) {
        self.path = path
        self.root = root
    }
}
