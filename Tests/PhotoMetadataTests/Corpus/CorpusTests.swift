import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// The real photos beside the checkout, held against what the rules of `Reconciler` make of them.
struct CorpusTests {
    /// One row of `expected.json`.
    struct Row {
        let file: String
        let values: JSONObject
    }

    private static let fields = [
        "taken", "offset", "latitude", "longitude", "altitude", "name", "caption", "keywords",
        "people", "regions", "make", "model",
    ]

    private static func rows(_ folder: URL) throws -> [Row] {
        let json = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "expected.json")))
        return (json.array ?? []).compactMap { value in
            guard let object = value.object, let file = object["file"]?.string else { return nil }
            return Row(file: file, values: object)
        }
    }

    @Test(.needs(.photoCorpus))
    func `the corpus reads as the rules say, but for the differences that are known`() throws {
        let folder = try #require(Checkout.photoCorpus)
        let rows = try Self.rows(folder)
        try #require(!rows.isEmpty, "the corpus holds no photo")
        var agreed: [String: Int] = [:]
        var explained: [String: Int] = [:]
        for row in rows {
            let reading = try? PhotoReader().read(path: folder.appending(path: row.file).path)
            guard let record = reading?.record else {
                Issue.record("\(row.file): nothing could be read")
                continue
            }
            for field in Self.fields {
                let (ours, theirs) = (Self.value(field, of: record), row.values[field] ?? .null)
                let known = KnownDifference.all.first { $0.file == row.file && $0.field == field }
                let place = "\(row.file): \(field) \(ours.text) ≠ \(theirs.text)"
                if Self.agree(ours, theirs) {
                    agreed[field, default: 0] += 1
                    #expect(known == nil, "no longer differs: \(place)")
                } else if let known {
                    print("\(place): \(known.reason)")
                    explained[field, default: 0] += 1
                    #expect(Self.agree(ours, known.ours), "differs otherwise: \(place)")
                } else {
                    Issue.record("differs without an explanation: \(place)")
                }
            }
        }
        for field in Self.fields {
            let (same, known) = (agreed[field] ?? 0, explained[field] ?? 0)
            print("\(field): \(same) of \(rows.count) agree, \(known) differences explained")
            #expect(same + known == rows.count, "\(field)")
        }
    }

    @Test(.needs(.photoCorpus))
    func `every difference is one of a file that is there, shown by its bytes`() throws {
        let folder = try #require(Checkout.photoCorpus)
        for known in KnownDifference.all {
            let bytes = try Data(contentsOf: folder.appending(path: known.file))
            #expect(!known.proof.isEmpty)
            for proof in known.proof {
                let there = bytes.dropFirst(proof.offset).prefix(proof.text.utf8.count)
                #expect(
                    there.elementsEqual(proof.text.utf8),
                    "\(known.file) @\(proof.offset): not “\(proof.text)”")
            }
        }
    }

    @Test(.needs(.photoCorpus))
    func `what the corpus's JPEGs say survives in the metadata that the writer makes`()
        throws
    {
        let folder = try #require(Checkout.photoCorpus)
        var tried = 0
        var unreadable: [String] = []
        for row in try Self.rows(folder) {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: row.file)))
            guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { continue }
            let record = try PhotoReader().read(bytes: bytes).record
            guard (try? JPEGSegments(bytes)) != nil else {
                unreadable.append(row.file)
                continue
            }
            let written = try JPEGMetadataWriter().rewrite(
                bytes, with: record, orientation: record.image?.orientation ?? 1)
            let home = try PhotoReader().read(bytes: written).record
            tried += 1
            for field in RecordField.allCases where field != .location && field != .taken {
                #expect(home[field: field] == record[field: field], "\(row.file): \(field)")
            }
            #expect(home.taken?.local == record.taken?.local, "\(row.file)")
            #expect(home.taken?.offset == record.taken?.offset, "\(row.file)")
            #expect(home.location?.place == record.location?.place, "\(row.file)")
            for field in ["latitude", "longitude", "altitude"] {
                let (ours, theirs) = (Self.value(field, of: home), Self.value(field, of: record))
                #expect(Self.agree(ours, theirs), "\(row.file): \(field)")
            }
            #expect(
                home.findings.allSatisfy { $0.severity < .error }, "\(row.file) \(home.findings)")
        }
        print("\(tried) JPEGs came home through the writer")
        // Four end before their picture begins, so that nothing can be written into them.
        #expect(tried == 56 && unreadable.count == 4, "\(unreadable)")
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
        guard let box = region.shape.bounds(aspect: 1) else { return .null }
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
