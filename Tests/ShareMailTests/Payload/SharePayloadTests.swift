import Foundation
import JSON
import OutputText
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@Suite struct SharePayloadTests {
    private let payload = SharePayload(
        photos: [
            PayloadPhoto(
                record: SampleRecords.kite,
                attachment: AttachmentReference(
                    contentID: "p1@x", fileName: "Red-kite.jpg", sha256: "ab", bytes: 3))
        ], generator: "wit 0.1", created: "2026-11-20T10:00:00Z", message: "Look!")

    @Test func `a share names its writer with the version, and so does the format's description`()
        throws
    {
        #expect(ShareComposer().generator == ProgramVersion.writer)
        let format = try String(
            contentsOf: Checkout.root.appending(
                path: "Sources/ShareMail/ShareMail.docc/PayloadFormat.md"),
            encoding: .utf8)
        #expect(format.contains("\"generator\": \"\(ProgramVersion.writer)\""))
    }

    @Test func `what is written is read back equal, without file and findings`() throws {
        let read = try SharePayload(parsing: payload.bytes)
        #expect(read == payload)
        #expect(read.findings.isEmpty)
        #expect(read.photos.first?.record.file == nil)
        let text = String(decoding: payload.bytes, as: UTF8.self)
        #expect(!text.contains("/home/anna") && !text.contains("A note."))
        #expect(read.photos.first?.record.location == SampleRecords.kite.location)
    }

    @Test func `an outline of more points than a region may have is left out, and that is said`()
        throws
    {
        let hole = (0..<3).map { RegionPoint(x: 0.1, y: Double($0) / 10) }
        for count in [9_997, 9_998] {
            var record = SampleRecords.kite
            let points = (0..<count).map { RegionPoint(x: Double($0 % 100) / 100, y: 0.5) }
            record.regions = [
                Region(name: "Many", shape: .polygon(points, holes: [hole])),
                Region(name: "Few", shape: .polygon(hole)),
            ]
            let bytes = SharePayload(photos: [PayloadPhoto(record: record)]).bytes
            let read = try SharePayload(parsing: bytes)
            let names = read.photos.first?.record.regions.map(\.name)
            #expect(names == (count == 9_997 ? ["Many", "Few"] : ["Few"]))
            #expect(read.findings.map(\.code) == (count == 9_997 ? [] : ["region-points"]))
            #expect(read.findings.allSatisfy { $0.message.contains("at most 10000") })
        }
    }

    @Test func `a question about an outline of too many points is left out, and that is said`()
        throws
    {
        for count in [RegionShape.maximumPoints, RegionShape.maximumPoints + 1] {
            let points = (0..<count).map { _ in RegionPoint(x: 0.1, y: 0.5) }
            var json = SharePayload(photos: []).json.object ?? [:]
            json["question"] = [
                "token": "abc", "region": Region(name: "Many", shape: .polygon(points)).json,
            ]
            let read = try SharePayload(parsing: Array(JSONValue.object(json).text.utf8))
            #expect((read.question != nil) == (count <= RegionShape.maximumPoints))
            #expect(
                read.findings.map(\.code)
                    == (count <= RegionShape.maximumPoints ? [] : ["region-points"]))
            #expect(read.unknown.isEmpty)
        }
    }

    @Test func `members of a later minor version are kept at every level`() throws {
        let json = """
            {"format":"whatisthat.share","version":1,"minor":7,"future":[1],"photos":[
            {"name":"A","mood":"calm","location":{"latitude":1,"longitude":2,"floor":3},
            "attachment":{"fileName":"a.jpg","encoder":"x"}}]}
            """
        let read = try SharePayload(parsing: Array(json.utf8))
        #expect(read.findings.map(\.code) == [.payloadNewerMinor])
        let again = try SharePayload(parsing: read.bytes)
        #expect(again == read)
        #expect(again.json["future"] == [1])
        #expect(again.photos[0].record.json["mood"] == "calm")
        #expect(again.photos[0].record.json["location"]?["floor"] == 3)
        #expect(again.photos[0].attachment?.unknown["encoder"] == "x")
        #expect(again.minor == 7)
    }

    @Test(arguments: [
        (#"{"format":"whatisthat.share","version":2,"photos":[]}"#, WitError.Code.payloadVersion),
        (#"{"format":"other","version":1,"photos":[]}"#, .payloadDamaged),
        (#"{"format":"whatisthat.share","photos":[]}"#, .payloadDamaged),
        (#"{"format":"whatisthat.share","version":-1}"#, .payloadDamaged),
        (#"["whatisthat.share"]"#, .payloadDamaged), ("", .payloadDamaged), ("{", .payloadDamaged),
    ])
    func `what cannot be read is refused with its reason`(json: String, code: WitError.Code) {
        let error = #expect(throws: WitError.self) {
            try SharePayload(parsing: Array(json.utf8))
        }
        #expect(error?.code == code)
    }

    @Test func `a member of the wrong type is left out with a finding`() throws {
        let json = #"""
            {"format":"whatisthat.share","version":1,"message":5,
            "photos":[3,{"name":["x"],"caption":"ok","location":"here"}]}
            """#
        let read = try SharePayload(parsing: Array(json.utf8))
        #expect(read.photos.count == 1)
        #expect(read.photos.first?.record.caption == "ok")
        #expect(read.findings.map(\.code) == [.recordFieldRejected, .recordFieldRejected])
    }

    @Test func `limits hold at their edge`() throws {
        var limits = SharePayload.Limits()
        limits.bytes = payload.bytes.count
        _ = try SharePayload(parsing: payload.bytes, limits: limits)
        limits.bytes -= 1
        let bytes = payload.bytes
        #expect(throws: WitError(.payloadTooLarge, "")) {
            try SharePayload(parsing: bytes, limits: limits)
        }
        limits = SharePayload.Limits()
        limits.photos = 2
        let three = SharePayload(photos: Array(repeating: payload.photos[0], count: 3))
        let read = try SharePayload(parsing: three.bytes, limits: limits)
        #expect(read.photos.count == 2)
        #expect(read.findings.map(\.code) == [.payloadPhotoCount])
    }

    @Test func `a payload is known by its bytes`() {
        #expect(SharePayload.isRecognized(payload.bytes))
        #expect(SharePayload.isRecognized([0xEF, 0xBB, 0xBF] + payload.bytes))
        #expect(!SharePayload.isRecognized(Array("whatisthat.share".utf8)))
        #expect(!SharePayload.isRecognized(Array(#"{"format":"geojson"}"#.utf8)))
        #expect(!SharePayload.isRecognized([]))
    }

    private static let start = #"{"format":"whatisthat.share","version":1,"photos":["#

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("", "[", 500_000, ""), (start, "[", 100_000, ""), (start, "{},", 1_000_100, "{}]}"),
            (start, #"{"location":"#, 5000, ""), (start, "1e999,", 10, "1]}"),
        ])
    func `hostile JSON ends soon and harms nothing`(
        head: String, piece: String, count: Int, tail: String
    ) {
        let json = head + String(repeating: piece, count: count) + tail
        #expect(throws: WitError.self) { try SharePayload(parsing: Array(json.utf8)) }
    }

    @Test func `mutated payloads are refused, or read as what can be written and read again`()
        throws
    {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("payload mutation seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let codes: Set<WitError.Code> = [.payloadDamaged, .payloadVersion]
        var (wasRead, wasRefused) = (0, 0)
        for round in 0..<500 {
            let bytes = mutated(payload.bytes, payload.bytes.indices, using: &random)
            do throws(WitError) {
                let read = try SharePayload(parsing: bytes)
                wasRead += 1
                #expect(SharePayload.isRecognized(bytes), "\(round)")
                #expect(read.photos.count <= 1, "\(round)")
                // Each mutation damages a member or two.
                #expect(read.findings.count <= 16, "\(round)")
                let again = try SharePayload(parsing: read.bytes)
                #expect(again == read, "\(round)")
            } catch {
                wasRefused += 1
                #expect(codes.contains(error.code), "\(round): \(error)")
            }
        }
        #expect(wasRead > 50 && wasRefused > 50)
    }

    @Test func `where a caption is mutated all else is read as it was, or nothing`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("caption mutation seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let caption = try #require(SampleRecords.kite.caption)
        let place = try #require(payload.bytes.firstRange(of: Array(caption.utf8)))
        let original = try SharePayload(parsing: payload.bytes)
        var (wasRead, differed) = (0, 0)
        for round in 0..<500 {
            let bytes = mutated(payload.bytes, place, using: &random)
            guard var read = try? SharePayload(parsing: bytes) else { continue }
            wasRead += 1
            let photo = try #require(read.photos.first, "\(round)")
            if photo.record.caption != caption { differed += 1 }
            read.photos[0].record.caption = caption
            read.photos[0].record.findings = []
            #expect(read == original, "\(round)")
        }
        #expect(wasRead > 50 && differed > 50)
    }

    /// Bytes with one or two of a range replaced by others: mostly printable ones, so that about half of
    /// the results are JSON still.
    private func mutated(
        _ bytes: [UInt8], _ range: Range<Int>, using random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let index = Int.random(in: range, using: &random)
            let isAny = Int.random(in: 0..<16, using: &random) == 0
            bytes[index] = UInt8.random(in: isAny ? 0...255 : 0x20...0x7E, using: &random)
        }
        return bytes
    }
}
