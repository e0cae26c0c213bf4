import Foundation
import PhotoRecord
import Testing
import TestSupport

@testable import PhotoMetadata

/// The real photos beside the checkout, held against what the rules of SPEC §4 make of them.
struct CorpusTests {
    /// One row of `expected.json`.
    struct Row {
        let file: String
        let values: JSONObject
    }

    /// The fields that must agree, and those that are only counted.
    private static let required = [
        "taken", "latitude", "longitude", "name", "caption", "keywords", "make", "model",
    ]
    private static let counted = ["offset", "altitude", "people", "regions"]

    private static func rows(_ folder: URL) throws -> [Row] {
        let json = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "expected.json")))
        return try (json.array ?? []).compactMap { value in
            guard let object = value.object, let file = object["file"]?.string else { return nil }
            let handle = try FileHandle(forReadingFrom: folder.appending(path: file))
            defer { try? handle.close() }
            let isJPEG = try handle.read(upToCount: 3) == Data([0xFF, 0xD8, 0xFF])
            return isJPEG ? Row(file: file, values: object) : nil
        }
    }

    @Test(
        "the corpus's JPEGs read as the rules say, at least 97 % of them in each field",
        .enabled(if: Checkout.photoCorpus != nil, "there is no corpus beside the checkout"))
    func agreement() throws {
        let folder = try #require(Checkout.photoCorpus)
        let rows = try Self.rows(folder)
        try #require(!rows.isEmpty, "the corpus holds no JPEG")
        var agreed: [String: Int] = [:]
        for row in rows {
            let record = try PhotoReader().read(path: folder.appending(path: row.file).path).record
            for field in Self.required + Self.counted {
                let (ours, theirs) = (Self.value(field, of: record), row.values[field] ?? .null)
                if Self.agree(ours, theirs) {
                    agreed[field, default: 0] += 1
                } else {
                    print("\(row.file): \(field) \(ours.text) ≠ \(theirs.text)")
                }
            }
        }
        for field in Self.required + Self.counted {
            print("\(field): \(agreed[field] ?? 0) of \(rows.count) agree")
        }
        for field in Self.required {
            #expect((agreed[field] ?? 0) * 100 >= rows.count * 97, "\(field)")
        }
    }

    private static func value(_ field: String, of record: PhotoRecord) -> JSONValue {
        let value: JSONValue? =
            switch field {
            case "taken": record.taken.map { .string($0.local.iso) }
            case "offset": record.taken?.offset.map { .string($0.description) }
            case "latitude": record.location?.coordinate.map { .number($0.latitude) }
            case "longitude": record.location?.coordinate.map { .number($0.longitude) }
            case "altitude": record.location?.altitude.map { .number($0) }
            case "name": record.name.map { .string($0) }
            case "caption": record.caption.map { .string($0) }
            case "keywords": .strings(record.keywords.sorted())
            case "people": .strings(record.people.sorted())
            case "make": record.camera?.make.map { .string($0) }
            case "model": record.camera?.model.map { .string($0) }
            case "regions": .array(record.regions.map(Self.region))
            default: nil
            }
        return value ?? .null
    }

    private static func region(_ region: Region) -> JSONValue {
        guard let box = region.shape.bounds else { return .null }
        return [
            "name": region.name.map { .string($0) } ?? .null, "x": .number(box.x),
            "y": .number(box.y), "width": .number(box.width), "height": .number(box.height),
        ]
    }

    /// Equal, numbers to a millionth, fractions of a second by value, lists in any order.
    private static func agree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        switch (ours, theirs) {
        case (.string(let left), .string(let right)):
            if left == right { return true }
            guard let first = LocalDateTime(iso: left), let second = LocalDateTime(iso: right)
            else { return false }
            let fractions = [first, second].map { Double("0." + ($0.time?.fraction ?? "")) }
            return first.secondsSince1970 == second.secondsSince1970
                && (first.time == nil) == (second.time == nil) && fractions[0] == fractions[1]
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            let strings = (left.compactMap(\.string), right.compactMap(\.string))
            if strings.0.count == left.count { return strings.0.sorted() == strings.1.sorted() }
            return zip(left, right).allSatisfy { agree($0, $1) }
        case (.object(let left), .object(let right)):
            return left.keys == right.keys
                && left.allSatisfy { key, value in agree(value, right[key] ?? .null) }
        default:
            if let left = ours.double, let right = theirs.double { return abs(left - right) < 1e-6 }
            return ours == theirs
        }
    }
}
