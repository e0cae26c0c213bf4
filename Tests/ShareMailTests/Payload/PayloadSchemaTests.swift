import Foundation
import JSON
import OutputText
import PhotoRecords
import ShareMail
import TestSupport
import Testing

/// Real payloads against `Fixtures/schemas`: by the project's own small checker always, by
/// Python's `jsonschema` where it is installed.
@Suite struct PayloadSchemaTests {
    private static let folder = Checkout.fixtures.appending(path: "schemas")
    private static let payloads: [JSONValue] = {
        let drawn = SampleShares.drawn.compactMap { SampleShares.record($0) }
        let all = [SampleRecords.kite, PhotoRecord()] + drawn
        let reference = AttachmentReference(
            contentID: "a@b", fileName: "a.jpg", sha256: String(repeating: "0a", count: 32),
            bytes: 1, perceptualHash: "0123456789abcdef")
        let photos = all.map {
            PayloadPhoto(record: $0, attachment: reference, preview: reference)
        }
        return [
            SharePayload(photos: photos, generator: "x", created: "2026-11-20T10:00:00Z").json,
            SharePayload(photos: [], message: "hello").json,
        ]
    }()

    private func schema(_ name: String) throws -> JSONValue {
        try JSONValue(parsing: Data(contentsOf: Self.folder.appending(path: name)))
    }

    @Test func `real payloads are what the schema says`() throws {
        let payload = try schema("share-payload-1.schema.json")
        let record = try schema("photo-record.schema.json")
        let checker = SchemaChecker([payload, record])
        for value in Self.payloads { #expect(checker.problems(value, payload) == []) }
        for path in SampleShares.drawn {
            guard let json = SampleShares.record(path)?.json else { continue }
            #expect(checker.problems(json, record) == [])
        }
    }

    @Test(arguments: [
        #"{"format":"x","version":1,"photos":[]}"#, #"{"format":"whatisthat.share","version":1}"#,
        #"{"format":"whatisthat.share","version":2,"photos":[]}"#,
        #"{"format":"whatisthat.share","version":1,"photos":[{"file":"/a"}]}"#,
        #"{"format":"whatisthat.share","version":1,"photos":[{"name":3}]}"#,
        #"{"format":"whatisthat.share","version":1,"photos":[{"taken":{}}]}"#,
        #"{"format":"whatisthat.share","version":1,"photos":[{"location":{"latitude":91}}]}"#,
        #"{"format":"whatisthat.share","version":1,"photos":[{"attachment":{"bytes":-1}}]}"#,
    ])
    func `the schema refuses what is not a payload`(json: String) throws {
        let payload = try schema("share-payload-1.schema.json")
        let checker = SchemaChecker([payload, try schema("photo-record.schema.json")])
        let value = try JSONValue(parsing: Array(json.utf8))
        #expect(!checker.problems(value, payload).isEmpty)
    }

    @Test func `the schema names every member that a full record has, and no other`() throws {
        var record = SampleRecords.kite
        record.regions[0].id = "r"
        record.regions[0].color = "#ff0000"
        let named = try #require(schema("photo-record.schema.json")["properties"]?.object)
        #expect(Set(named.keys) == Set(record.json.object?.keys.map { $0 } ?? []))
    }

    @Test func `the schemas' names and what they refer to are names that nobody can lose`() throws {
        for name in ["share-payload-1.schema.json", "photo-record.schema.json"] {
            let text = try schema(name).text
            let named = text.matches(of: #/"\$(?:id|ref)":"(?<name>[^"]*)"/#).map(\.output.name)
            #expect(named.count > 1)
            #expect(named.allSatisfy { $0.hasPrefix("urn:uuid:") }, "\(named)")
        }
    }

    @Test func `Python's jsonschema says the same, where it is installed`() throws {
        let program = """
            import json, sys
            from jsonschema import Draft202012Validator
            folder = sys.argv[1]
            load = lambda name: json.load(open(folder + "/" + name))
            payload, record = load("share-payload-1.schema.json"), load("photo-record.schema.json")
            for schema in (payload, record): Draft202012Validator.check_schema(schema)
            try:
                from referencing import Registry, Resource
                registry = Registry().with_resource(record["$id"], Resource.from_contents(record))
                validator = Draft202012Validator(payload, registry=registry)
            except ImportError:
                from jsonschema import RefResolver
                resolver = RefResolver(payload["$id"], payload, store={record["$id"]: record})
                validator = Draft202012Validator(payload, resolver=resolver)
            for line in sys.stdin:
                for error in validator.iter_errors(json.loads(line)):
                    print(list(error.absolute_path), error.message[:200])
            """
        let isThere = try run(["-c", "import jsonschema"], input: "") == ""
        guard try Requirement(.tools, "Python's jsonschema", isThere: { isThere }).isMet else {
            return
        }
        let lines = Self.payloads.map { $0.text + "\n" }.joined()
        let said = try run(["-W", "ignore", "-c", program, Self.folder.path], input: lines)
        #expect(said == "")
        print("payload schema: \(Self.payloads.count) payloads tried with Python's jsonschema")
    }

    /// What Python prints, errors too.
    private func run(_ arguments: [String], input: String) throws -> String {
        let outcome = try Program(path: "/usr/bin/env")(
            ["python3"] + arguments, input: Array(input.utf8))
        return outcome.output + outcome.errors
    }
}
