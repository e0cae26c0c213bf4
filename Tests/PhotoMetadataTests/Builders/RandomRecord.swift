import PhotoRecords
import TestSupport

/// Makes records of random, partly hostile values.
enum RandomRecord {
    static func make(using generator: inout SeededGenerator) -> PhotoRecord {
        var record = PhotoRecord()
        if Bool.random(using: &generator) {
            record.id = RecordID(milliseconds: generator.next() >> 20, using: &generator)
        }
        if Bool.random(using: &generator) { record.name = text(&generator) }
        if Bool.random(using: &generator) { record.caption = text(&generator) }
        record.keywords = list(&generator)
        record.people = list(&generator)
        record.taken = taken(&generator)
        record.location = location(&generator)
        if Bool.random(using: &generator) {
            record.camera = Camera(make: word(&generator), model: word(&generator))
        }
        let count = Int.random(in: 0...3, using: &generator)
        record.regions = (0..<count).map { _ in region(&generator) }
        return record
    }

    private static let scalars: [String] = [
        "a", "Z", "0", " ", "  ", "\n", "\r\n", "\r", "\t", "&", "<", ">", "\"", "'", "]]>", "é",
        "日", "🦅",
        "👩‍👩‍👧", "e\u{301}", "\u{200B}", "\u{202E}", "\u{FFFD}", ";", "|", "/", "\\", "{", "%", "&#0;",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 1...30, using: &generator)
        let text = (0..<count).map { _ in scalars.randomElement(using: &generator) ?? "" }.joined()
        return "x" + text
    }

    private static func word(_ generator: inout SeededGenerator) -> String {
        let letters = ["K", "é", "<", "&", "日", "-", "7"]
        let count = Int.random(in: 1...12, using: &generator)
        return (0..<count).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
    }

    private static func list(_ generator: inout SeededGenerator) -> [String] {
        let count = Int.random(in: 0...5, using: &generator)
        return (0..<count).map { "\(word(&generator))\($0)" }
    }

    private static func taken(_ generator: inout SeededGenerator) -> CaptureTime? {
        guard Bool.random(using: &generator) else { return nil }
        let digits = ["", "5", "05", "120", "000000001", "999999999"]
        let whole = Bool.random(using: &generator)
        let seconds = Int.random(in: -60_000_000_000...200_000_000_000, using: &generator)
        guard
            let moment = LocalDateTime(
                secondsSince1970: seconds, fraction: digits.randomElement(using: &generator) ?? ""),
            let local = whole
                ? moment : LocalDateTime(year: moment.year, month: moment.month, day: moment.day)
        else { return nil }
        let offset =
            Bool.random(using: &generator)
            ? UTCOffset(minutes: Int.random(in: -840...840, using: &generator)) : nil
        let sources: [CaptureTime.OffsetSource] = [.exif, .gps, .place, .user]
        return CaptureTime(
            local: local, offset: offset, offsetSource: sources.randomElement(using: &generator))
    }

    private static func location(_ generator: inout SeededGenerator) -> Location? {
        guard Bool.random(using: &generator) else { return nil }
        var location = Location(
            coordinate: Coordinate(
                latitude: Double.random(in: -90...90, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator)))
        if Bool.random(using: &generator) {
            location.altitude = Double.random(in: -11_000...9_000, using: &generator)
        }
        if Bool.random(using: &generator) {
            location.direction = Double.random(in: 0..<360, using: &generator)
        }
        if Bool.random(using: &generator) {
            location.place = Place(
                name: word(&generator), region: word(&generator),
                country: ["FR", "fr", "France"].randomElement(using: &generator))
        }
        return location
    }

    private static func region(_ generator: inout SeededGenerator) -> Region {
        let box = RegionBox(
            x: Double.random(in: 0...0.5, using: &generator),
            y: Double.random(in: 0...0.5, using: &generator),
            width: Double.random(in: 0.01...0.5, using: &generator),
            height: Double.random(in: 0.01...0.5, using: &generator))
        let rotation = Double.random(in: -180...180, using: &generator)
        let shapes: [RegionShape] = [
            .rectangle(box), .ellipse(box), .mask(box, png: "iVBORw0K"),
            .rectangle(box, rotation: rotation), .ellipse(box, rotation: rotation),
        ]
        let kinds: [RegionKind?] = [.face, .pet, .thing, nil]
        return Region(
            name: Bool.random(using: &generator) ? word(&generator) : nil,
            kind: kinds.randomElement(using: &generator) ?? nil,
            shape: shapes.randomElement(using: &generator) ?? .rectangle(box))
    }
}
