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

    /// Where `expected.json` errs, and what the bytes say instead.
    private static let errata: [String: JSONObject] = [
        // Both files are cut right behind a whole APP1 segment with sound EXIF; exiftool, which
        // `expected.json` was made with, reads a segment only after it has met the next one's
        // marker and length.
        "rwcarlsen+goexif/exif/samples/2007-05-26-04-49-45-sep-2007-05-26-04-49-45a.jpg": [
            "taken": "2007-05-26T04:49:45", "make": "NIKON", "model": "COOLPIX L3",
        ],
        "rwcarlsen+goexif/exif/samples/2010-06-20-20-07-39-sep-2010-06-20-20-07-39a.jpg": [
            "taken": "2010-06-20T20:07:39", "make": "Canon",
            "model": "Canon PowerShot SD1200 IS",
        ],
        // dc:title is <rdf:li xml:lang="x-REPAIR">Title2</rdf:li>: exiftool names it Title-x-repair.
        "drewnoakes+metadata-extractor-images/xmp/APhotoManager-exmaple.xmp": ["name": "Title2"],
        // tiff:Make="Medion AG" tiff:Model="MD86063": there is no EXIF that could say it.
        "drewnoakes+metadata-extractor-images/xmp/digikam-example.xmp": [
            "make": "Medion AG", "model": "MD86063",
        ],
        // GPSDateStamp 2022:03:04 and GPSTimeStamp 18:55:11 are the last of the dates that count.
        "libjxl+testdata/jxl/flower/flower_small.rgb.png": [
            "taken": "2022-03-04T18:55:11", "offset": "+00:00",
        ],
    ]

    private static func rows(_ folder: URL) throws -> [Row] {
        let json = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "expected.json")))
        return (json.array ?? []).compactMap { value in
            guard let object = value.object, let file = object["file"]?.string else { return nil }
            return Row(file: file, values: object)
        }
    }

    @Test(
        "the corpus reads as the rules say, at least 98.5 % of the files in each field",
        .enabled(if: Checkout.photoCorpus != nil, "there is no corpus beside the checkout"))
    func agreement() throws {
        let folder = try #require(Checkout.photoCorpus)
        let rows = try Self.rows(folder)
        try #require(!rows.isEmpty, "the corpus holds no photo")
        var agreed: [String: Int] = [:]
        var errata = 0
        for row in rows {
            let reading = try? PhotoReader().read(path: folder.appending(path: row.file).path)
            guard let record = reading?.record else {
                Issue.record("\(row.file): nothing could be read")
                continue
            }
            for field in Self.required + Self.counted {
                let (ours, theirs) = (Self.value(field, of: record), row.values[field] ?? .null)
                if Self.agree(ours, theirs) {
                    agreed[field, default: 0] += 1
                } else if let proven = Self.errata[row.file]?[field], Self.agree(ours, proven) {
                    agreed[field, default: 0] += 1
                    errata += 1
                } else {
                    print("\(row.file): \(field) \(ours.text) ≠ \(theirs.text)")
                }
            }
        }
        for field in Self.required + Self.counted {
            print("\(field): \(agreed[field] ?? 0) of \(rows.count) agree")
        }
        print("\(errata) values agree with the bytes where the expectation errs")
        for field in Self.required {
            #expect((agreed[field] ?? 0) * 100 * 10 >= rows.count * 985, "\(field)")
        }
    }

    @Test(
        "what the corpus's JPEGs say comes home through the metadata that the writer makes",
        .enabled(if: Checkout.photoCorpus != nil, "there is no corpus beside the checkout"))
    func rewritten() throws {
        let folder = try #require(Checkout.photoCorpus)
        var tried = 0
        for row in try Self.rows(folder) {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: row.file)))
            guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { continue }
            let record = try PhotoReader().read(bytes: bytes).record
            guard (try? JPEGSegments(bytes)) != nil else { continue }
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
        #expect(tried > 0)
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
