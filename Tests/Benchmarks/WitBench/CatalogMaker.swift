import CatalogDatabase
import Files
import Foundation
import PhotoRecords

/// Makes a catalog of as many photos as are asked for, as a family's or a naturalist's would be
/// after many years: outings of some dozens of photos at one place, half of them with keywords,
/// a third with names, a tenth with captions. The same number gives the same catalog.
struct CatalogMaker {
    private var draw = Draw(state: 1)

    private static let adjectives = [
        "old", "red", "blue", "small", "great", "quiet", "early", "late", "northern", "wild",
        "white", "golden", "lonely", "steep", "broken", "sunny", "misty", "frozen", "young", "last",
    ]
    private static let things = [
        "kite", "heron", "lighthouse", "bridge", "barn", "garden", "harbour", "mill", "orchid",
        "beach", "castle", "market", "station", "tower", "river", "glacier", "meadow", "forest",
        "church", "window", "boat", "train", "cat", "dog", "horse", "owl", "fox", "deer", "badger",
        "oak", "apple", "poppy", "mushroom", "beetle", "butterfly", "dragonfly", "swan", "goose",
        "robin", "wren", "sunset", "rainbow", "snow", "storm", "picnic", "birthday", "wedding",
        "concert", "parade", "museum",
    ]
    private static let keywords = [
        "holiday", "family", "bird", "plant", "insect", "city", "sea", "mountain", "winter",
        "summer", "night", "portrait", "macro", "archive", "claim", "scan", "friends", "school",
        "work", "sport",
    ]
    private static let people = ["Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo"]
    private static let homes: [(String, String, Double, Double)] = [
        ("Paris", "FR", 48.857, 2.352), ("London", "GB", 51.507, -0.128),
        ("Berlin", "DE", 52.520, 13.405), ("Madrid", "ES", 40.417, -3.704),
        ("Rome", "IT", 41.903, 12.496), ("New York", "US", 40.713, -74.006),
        ("San Francisco", "US", 37.775, -122.419), ("Sydney", "AU", -33.869, 151.209),
        ("Tokyo", "JP", 35.690, 139.692), ("Nairobi", "KE", -1.286, 36.817),
        ("Lima", "PE", -12.046, -77.043), ("Oslo", "NO", 59.914, 10.752),
        ("Zürich", "CH", 47.377, 8.541), ("Lisbon", "PT", 38.722, -9.139),
        ("Auckland", "NZ", -36.848, 174.763), ("Reykjavík", "IS", 64.147, -21.943),
    ]

    /// An outing: some photos of one day, taken near each other.
    private struct Outing {
        var home: Int
        var latitude: Double
        var longitude: Double
        var start: Int
        var keywords: [String]
        var thing: String
        var left: Int
    }

    /// Makes the catalog at a path where there is none.
    mutating func make(_ path: String, count: Int) throws {
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        var outing = nextOuting()
        var batch: [ScannedFile] = []
        for number in 0..<count {
            if outing.left == 0 { outing = nextOuting() }
            outing.left -= 1
            outing.start += Int(draw.next() % 300)
            batch.append(photo(number, outing))
            if batch.count == 2_048 || number == count - 1 {
                _ = try catalog.add(batch)
                batch.removeAll(keepingCapacity: true)
            }
        }
    }

    private mutating func nextOuting() -> Outing {
        // Half of all outings begin at the first home, as a person's do.
        let home = draw.chance(0.5) ? 0 : draw.index(Self.homes.count)
        return Outing(
            home: home,
            latitude: Self.homes[home].2 + draw.number(-1...1) * draw.number(0...1),
            longitude: Self.homes[home].3 + draw.number(-1...1) * draw.number(0...1),
            start: 946_684_800 + draw.index(820_000_000),
            keywords: (0..<1 + draw.index(3)).map { _ in
                Self.keywords[min(draw.index(Self.keywords.count), draw.index(Self.keywords.count))]
            },
            thing: draw.among(Self.things), left: 10 + draw.index(90))
    }

    private mutating func photo(_ number: Int, _ outing: Outing) -> ScannedFile {
        var record = PhotoRecord()
        let thing = draw.chance(0.6) ? outing.thing : draw.among(Self.things)
        if draw.chance(0.33) { record.name = "\(draw.among(Self.adjectives)) \(thing)" }
        if draw.chance(0.1) {
            record.caption =
                "The \(draw.among(Self.adjectives)) \(thing) beside the \(draw.among(Self.things)), "
                + "seen with \(draw.among(Self.people))"
        }
        if draw.chance(0.5) {
            record.keywords = Array(Set(outing.keywords + [thing])).sorted()
        }
        if draw.chance(0.15) { record.people = [draw.among(Self.people)] }
        record.taken = LocalDateTime(secondsSince1970: outing.start).map {
            CaptureTime(
                local: $0, offset: UTCOffset(minutes: 60), offsetSource: .exif,
                source: "exif:DateTimeOriginal")
        }
        if draw.chance(0.85) {
            let home = Self.homes[outing.home]
            record.location = Location(
                coordinate: Coordinate(
                    latitude: outing.latitude + draw.number(-0.01...0.01),
                    longitude: outing.longitude + draw.number(-0.01...0.01)),
                altitude: draw.number(0...900).rounded(), source: "exif",
                place: draw.chance(0.5) ? Place(name: home.0, country: home.1) : nil)
        }
        record.camera = Camera(make: "Apple", model: "iPhone \(8 + number / 100_000)")
        var image = ImageFacts()
        image.mediaType = "image/jpeg"
        (image.width, image.height, image.bytes) = (4032, 3024, 2_000_000 + draw.index(3_000_000))
        image.fingerprint = String(draw.next() | 1 << 63, radix: 16)
        record.image = image
        for field in RecordField.allCases where record[field: field] != nil {
            record.provenance[field] = Provenance(source: "xmp:" + field.rawValue)
        }
        let folder = String(10_000 + number / 1_000).dropFirst()
        return ScannedFile(
            path: "/photos/\(folder)/IMG_\(1_000_000 + number).JPG",
            stamp: FileStamp(
                size: Int64(image.bytes ?? 0), modified: Int64(outing.start) * 1_000_000_000,
                inode: UInt64(number)), record: record)
    }
}

/// Numbers that look random and are the same every time (SplitMix64).
private struct Draw {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        let part = Double(next() >> 11) / Double(1 << 53)
        return range.lowerBound + part * (range.upperBound - range.lowerBound)
    }

    mutating func chance(_ part: Double) -> Bool { number(0...1) < part }
    mutating func index(_ count: Int) -> Int { Int(next() % UInt64(count)) }
    mutating func among(_ words: [String]) -> String { words[index(words.count)] }
}
