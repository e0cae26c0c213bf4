import ByteCoding
import Foundation
import MIMEMessage
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// What a stranger may put into a payload or an import code: it ends soon, harms nothing, and
/// what is sound beside it is read.
@Suite struct HostileShareTests {
    private static let identity = "0192f3c4-5a6b-7c8d-9e0f-112233445566"

    private func read(
        payload: String, picture: [UInt8]? = nil
    ) throws -> ShareContents {
        var parts = [MangledPart(text: "Hello")]
        var part = MangledPart(text: payload)
        part.type = SharePayload.mediaType
        part.coding = .base64
        parts.append(part)
        if let picture {
            var photo = MangledPart("image/jpeg", [])
            photo.body = picture
            photo.fileName = "a.jpg"
            parts.append(photo)
        }
        return ShareReader().read(
            MailMessage(parsing: MangledPart("multipart/mixed", parts).message()))
    }

    private func payload(_ photos: String...) -> String {
        #"{"format":"whatisthat.share","version":1,"photos":["#
            + photos.joined(separator: ",") + "]}"
    }

    @Test(arguments: [
        #""location":{"latitude":95,"longitude":200}"#,
        #""location":{"latitude":1e300,"longitude":-1e300}"#,
        #""location":{"latitude":"48","longitude":[2]}"#, #""location":[1,2]"#,
        #""location":{"latitude":null,"longitude":2}"#,
        #""taken":{"local":"999999999-99-99T99:99:99","offset":"+99:99"}"#,
        #""taken":{"local":"2024-02-30T10:00:00"}"#, #""taken":12345678901234567890"#,
        #""keywords":{"a":1}"#, #""keywords":[1,[2],{"a":null}]"#, #""people":"Anna""#,
        #""regions":[{"shape":{"type":"polygon","points":[[1e300,-1e300],null,"x"]}}]"#,
        #""regions":[{"shape":{"type":"rectangle","x":-1e9,"y":2,"width":1e300,"height":-1}}]"#,
        #""camera":[]"#, #""image":{"bytes":-1e300,"width":1e19,"height":-5,"orientation":99}"#,
        #""attachment":{"bytes":1e30,"sha256":"zz","perceptualHash":"not","fileName":"\u0000/.."}"#,
        #""attachment":[]"#, #""preview":"x""#, #""id":"../../etc/passwd""#, #""id":{}"#,
        #""provenance":{"name":{"source":[1]},"?":7}"#, #""file":"/etc/passwd""#,
        #""findings":[{"severity":"error","code":"x","where":"y","message":"z"}]"#,
    ])
    func `a hostile member spoils nothing beside it`(member: String) throws {
        let photo = #"{"name":"Red kite","caption":"Above the barn","# + member + "}"
        let contents = try read(payload: payload(photo, #"{"name":"Second"}"#))
        #expect(contents.photos.map(\.record.name) == ["Red kite", "Second"])
        let record = try #require(contents.photos.first?.record)
        #expect(record.caption == "Above the barn")
        #expect(record.file == nil)
        #expect(record.findings.isEmpty)
        #expect(record.id == nil)
        #expect(record.location?.coordinate == nil)
        #expect(record.taken == nil)
    }

    @Test func `numbers beyond all measure are shared on without harm`() throws {
        let photo = #"""
            {"name":"Far","location":{"latitude":10,"longitude":20,"altitude":1e300,
            "direction":-1e300,"accuracy":1e308},
            "regions":[{"name":"R","shape":{"type":"rectangle","x":-1e300,"y":1e300,
            "width":1e308,"height":1e-308}}],
            "image":{"width":4294967296,"height":-7,"orientation":77}}
            """#
        var record = try #require(try read(payload: payload(photo)).photos.first?.record)
        record.file = SampleShares.drawn.first
        let options = try SampleShares.options()
        // Refused with its reason or sent and proven; never a crash.
        do throws(WitError) {
            let share = try ShareComposer().compose([record], options)
            #expect(share.photos.count == 1)
        } catch {
            #expect(!error.message.isEmpty)
        }
    }

    @Test func `one identity twice, and another photo's, lose no picture`() throws {
        let picture = [UInt8](
            try Data(contentsOf: URL(filePath: try #require(SampleShares.drawn.first))))
        let first = #"{"id":"\#(Self.identity)","name":"First"}"#
        let second = #"{"id":"\#(Self.identity)","name":"Second"}"#
        let contents = try read(payload: payload(first, second), picture: picture)
        #expect(contents.photos.map(\.record.name) == ["First"])
        #expect(contents.photos.first?.picture?.bytes == picture)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (#"{"name":""#, "a", 10_000_000, #""}"#),
            (#"{"caption":""#, "\\n", 5_000_000, #""}"#),
            (#"{"keywords":[""#, #"k",""#, 10_000, #""]}"#),
            (#"{"name":""#, "\\u202E", 1_000_000, #""}"#),
            (#"{"regions":["#, "{},", 10_000, "{}]}"),
            (#"{"x":"#, "[", 400, String(repeating: "]", count: 400) + "}"),
        ])
    func `huge payloads are read in bounded time`(
        head: String, piece: String, count: Int, tail: String
    ) throws {
        let started = ContinuousClock.now
        let contents = try read(
            payload: payload(head + String(repeating: piece, count: count) + tail))
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        print("hostile payload \(head)…: \(seconds) s in a debug build")
        #expect(contents.photos.count <= 1)
        #expect(contents.findings.count <= 210)
    }

    @Test(arguments: [
        #"{"p":[{"n":"Name","g":[95,200]}]}"#, #"{"p":[{"n":"Name","g":[1e300,1,1e300]}]}"#,
        #"{"p":[{"n":"Name","g":"x","l":[1,[2]],"m":{},"k":[{}],"t":"9-9-9 +99:99"}]}"#,
        #"{"p":[{"n":"Name","i":"AAAA","h":"A","f":"../../etc/passwd"}]}"#,
        #"{"p":[null,7,"x",[],{"n":"Name"}]}"#,
    ])
    func `a hostile import code gives what is sound`(json: String) throws {
        let packed = try #require(Deflate.compress(Array(json.utf8)))
        let body = Base64URL.encode(CRC32.bytes(packed) + packed)
        let text = MangledPart(text: "[[wit:1:\n\(body)\n:wit]]\n")
        let contents = ShareReader().read(MailMessage(parsing: text.message()))
        let record = try #require(contents.photos.first?.record)
        #expect(contents.photos.count == 1)
        #expect(record.name == "Name")
        #expect(record.location == nil)
        #expect(record.id == nil)
        #expect(record.taken == nil)
    }

    @Test(arguments: [
        ("", "", 0, ""), ("", "[", 1, ""), ("", "[", 60_000, ""), ("null", "", 0, ""),
        (#"{"p":7}"#, "", 0, ""), (#"{"p":["#, "{},", 20_000, "{}]}"),
        (#"{"p":[{"n":""#, "a", 70_000, #""}]}"#),
    ])
    func `an import code of nonsense gives nothing`(
        head: String, piece: String, count: Int, tail: String
    ) throws {
        let json = head + String(repeating: piece, count: count) + tail
        let packed = try #require(Deflate.compress(Array(json.utf8)))
        let body = Base64URL.encode(CRC32.bytes(packed) + packed)
        let text = MangledPart(text: "[[wit:1:\n\(body)\n:wit]]\n")
        let contents = ShareReader().read(MailMessage(parsing: text.message()))
        #expect(contents.photos.isEmpty)
    }
}
