import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// Which photo an incoming record is of, and which of two pictures is kept.
@Suite struct MergeEvidenceTests {
    private let scene: MergeFixture

    init() throws { scene = try MergeFixture() }

    private var fixture: CatalogFixture { scene.fixture }

    private func incoming(
        id: RecordID? = nil, _ change: (inout PhotoRecord) -> Void = { _ in }
    ) -> IncomingRecord { scene.incoming(id: id, change) }

    private func merge(_ record: IncomingRecord) throws -> MergeTally.Item {
        try scene.merge(record)
    }

    private static let look = "00000000000000ff"
    private static let sum = String(repeating: "5a", count: 32)

    /// A record that states something of its picture, and the picture that came with it.
    private func claim(
        id: RecordID? = nil, sha256: String? = nil, fingerprint: String? = nil,
        look: String?, bytes: String = "b0", isThere: Bool = true
    ) -> IncomingRecord {
        var record = incoming(id: id) {
            $0.image = ImageFacts()
            $0.image?.sha256 = sha256
            $0.image?.fingerprint = fingerprint
            // What a message says that its picture looks like proves nothing.
            $0.image?.perceptualHash = Self.look
        }
        guard isThere else { return record }
        record.picture = .made("/in/b.jpg", fingerprint: bytes) {
            $0.image?.perceptualHash = look
            $0.image?.width = 800
            $0.image?.height = 600
        }
        return record
    }

    private func known() throws -> RecordID {
        let id = try fixture.scan(.made("/p/a", fingerprint: "0c")).id
        try fixture.catalog.setHashes(id, sha256: Self.sum, perceptualHash: Self.look)
        return id
    }

    @Test func `a claim counts only if the picture that came looks like the photo`() throws {
        let id = try known()
        let alike = "00000000000000fe"
        let other = "ffffffff000000ff"
        let claims: [(RecordID?, String?, String?, PhotoMatch.Kind)] = [
            (id, nil, nil, .recordID), (nil, Self.sum, nil, .sha256),
            (nil, nil, "0c", .fingerprint),
        ]
        for (claimed, sha256, fingerprint, kind) in claims {
            func found(_ look: String?) throws -> Identification {
                try fixture.catalog.identify(
                    claim(id: claimed, sha256: sha256, fingerprint: fingerprint, look: look))
            }
            #expect(try found(alike).match == PhotoMatch(photo: id, kind: kind, distance: 1))
            #expect(try found(other).match == nil)
            #expect(try found(other).refuted == id)
            // One even colour, or a picture that cannot be decoded, proves nothing either way.
            #expect(try found("0000000000000000").unverified == [id])
            #expect(try found(nil).unverified == [id])
        }
        // The picture's own bytes need no claim, and no claim refutes them.
        let same = try fixture.catalog.identify(claim(look: other, bytes: "0c"))
        #expect(same.match == PhotoMatch(photo: id, kind: .fingerprint))
        let stranger = try fixture.catalog.identify(claim(id: RecordID(), look: other, bytes: "0c"))
        #expect(stranger.match?.photo == id)
    }

    @Test(arguments: [0, 8, 9])
    func `a likeness alone joins nothing, and up to 8 bits it is proposed`(bits: Int) throws {
        let id = try known()
        let look = String((0xff as UInt64) ^ (((1 as UInt64) << bits) - 1) << 20, radix: 16)
        let padded = String(repeating: "0", count: 16 - look.count) + look
        let item = try merge(claim(look: padded))
        #expect(item.match == nil && item.photo != id && item.usesPicture)
        #expect(
            item.alike == (bits > 8 ? [] : [PhotoLikeness(photo: id, distance: bits)]), "\(padded)")
        #expect(try fixture.catalog.importProposals().count == (bits > 8 ? 0 : 1))
        #expect(try fixture.catalog.merge([claim(look: padded)]).change == nil)
    }

    @Test func `pictures taken at two moments are a burst, not a likeness`() throws {
        let id = try fixture.scan(
            .made("/p/a", fingerprint: "0c") { $0.taken = time("2024-05-01T10:00:00") }
        ).id
        try fixture.catalog.setHashes(id, perceptualHash: Self.look)
        var burst = claim(look: Self.look)
        burst.record.taken = time("2024-05-01T10:00:01")
        #expect(try merge(burst).alike.isEmpty)
    }

    @Test func `different identities within one message are different photos`() throws {
        let ids = (0..<4).map { _ in RecordID() }
        let records = ids.enumerated().map { index, id in
            var record = claim(id: id, look: Self.look, bytes: "b\(index)")
            record.picture?.path = "/in/\(index).jpg"
            return record
        }
        let tally = try fixture.catalog.merge(records)
        #expect(tally.items.map(\.photo) == ids)
        #expect(tally.items.allSatisfy { $0.match == nil && $0.usesPicture && $0.alike.isEmpty })
        #expect(try fixture.catalog.merge(records).change == nil)
        // Also where resizing made their pictures the same byte for byte.
        let twins = [RecordID(), RecordID()].enumerated().map { index, id in
            var record = claim(id: id, look: "0f0f0f0f0f0f0f0f", bytes: "cc")
            record.picture?.path = "/in/twin\(index).jpg"
            return record
        }
        #expect(try fixture.catalog.merge(twins).added == 2)
        #expect(try fixture.catalog.merge(twins).change == nil)
        #expect(try fixture.catalog.check(files: .none) == [])
    }

    @Test func `a record with an identity and without a picture only proposes`() throws {
        let id = try known()
        for claimed in [
            claim(id: id, look: nil, isThere: false),
            claim(sha256: Self.sum, look: nil, isThere: false),
        ] {
            var record = claimed
            record.record.people = ["Mallory \(claimed.record.id == nil)"]
            record.record.unknown = ["x-tracker": .string("\(claimed.record.id == nil)")]
            let item = try merge(record)
            #expect(item.photo == id && item.filled.isEmpty && item.proposed == [.people])
            #expect(item.onlyProposes)
        }
        #expect(try fixture.photo(id).people.isEmpty)
        #expect(try fixture.photo(id).unknown.isEmpty)
        #expect(try fixture.catalog.importProposals().count == 2)
    }

    @Test func `a stranger's record under our identity becomes a photo with another one`() throws {
        let id = try known()
        var record = claim(id: id, look: "ffffffff00000000")
        record.record.name = "Not yours"
        let item = try merge(record)
        #expect(item.photo != id && item.refuted == id)
        #expect(try fixture.photo(id).name == nil)
        #expect(try fixture.photo(item.photo).findings.map(\.code) == [.copyOfPhoto])
        #expect(try fixture.catalog.importProposals().isEmpty)
        #expect(try fixture.catalog.merge([record]).change == nil)
    }

    @Test func `two senders of one photo are known by the file that both say it was made from`()
        throws
    {
        var first = claim(id: RecordID(), sha256: Self.sum, look: Self.look, bytes: "b1")
        first.picture?.path = "/in/first.jpg"
        let id = try merge(first).photo
        var second = claim(id: RecordID(), sha256: Self.sum, look: "00000000000000fe", bytes: "b2")
        second.picture?.path = "/in/second.jpg"
        let item = try merge(second)
        #expect(item.match == PhotoMatch(photo: id, kind: .sha256, distance: 1))
        #expect(item.unused == .smaller)
    }

    @Test func `10,000 photos without pictures take time in proportion`() throws {
        func seconds(_ count: Int) throws -> Double {
            let records = (0..<count).map { _ in
                incoming(id: RecordID()) {
                    $0.image = ImageFacts()
                    let bits = String(UInt64.random(in: 0...(.max)), radix: 16)
                    $0.image?.perceptualHash = String(repeating: "0", count: 16 - bits.count) + bits
                }
            }
            var added = 0
            let seconds = try Growth.seconds { added = try fixture.catalog.merge(records).added }
            #expect(added == count)
            return seconds
        }
        _ = try seconds(100)
        let (few, many) = (try seconds(1_000), try seconds(10_000))
        print(
            "1,000 records without pictures took \(few) s, 10,000 took \(many) s of processor, tried"
        )
        #expect(many < 30 * few)
    }

    @Test func `of two sizes the larger is kept, whichever comes first`() throws {
        for isLargeFirst in [true, false] {
            let id = RecordID()
            func copy(_ isLarge: Bool) throws -> IncomingRecord {
                var record = claim(
                    id: id, look: Self.look,
                    bytes: (isLargeFirst ? "d" : "e") + (isLarge ? "1" : "2"))
                record.record.name = isLarge ? "Large" : "Small"
                record.picture?.path = try fixture.touch(
                    "\(isLargeFirst)/\(isLarge ? "z" : "a").jpg")
                record.picture?.record.image?.width = isLarge ? 4000 : 800
                record.picture?.record.image?.height = isLarge ? 3000 : 600
                return record
            }
            let (large, small) = (try copy(true), try copy(false))
            let best = large.picture?.record.image?.fingerprint
            #expect(try merge(isLargeFirst ? large : small).usesPicture)
            let before = try fixture.photo(id)
            let tally = try fixture.catalog.merge([isLargeFirst ? small : large])
            let second = try #require(tally.items.first)
            #expect(second.photo == id && second.proposed == [.name])
            #expect(second.usesPicture == !isLargeFirst && second.isLarger == !isLargeFirst)
            #expect(second.unused == (isLargeFirst ? .smaller : nil))
            let photo = try fixture.photo(id)
            #expect(photo.name == (isLargeFirst ? "Large" : "Small"))
            #expect(photo.file == large.picture?.path && photo.image?.width == 4000)
            #expect(photo.image?.fingerprint == best)
            #expect(try fixture.catalog.files(of: id).count == (isLargeFirst ? 1 : 2))
            for again in [large, small] {
                #expect(try fixture.catalog.merge([again]).change == nil)
            }
            // A scan finds each file as it is, and a small copy that moved still is one.
            for copy in [large, small] where copy.picture?.path == photo.file || !isLargeFirst {
                let scanned = try #require(copy.picture)
                #expect(try fixture.scan(scanned).id == id)
                #expect(try fixture.photo(id).image?.fingerprint == best)
            }
            guard !isLargeFirst, var moved = small.picture else { continue }
            moved.path = try fixture.touch("false/moved.jpg")
            try fixture.remove("false/a.jpg")
            #expect(try fixture.scan(moved).id == id)
            #expect(try fixture.photo(id).file == large.picture?.path)
            #expect(try fixture.photo(id).image?.width == 4000)
            try FileManager.default.moveItem(
                atPath: moved.path, toPath: fixture.folder.path("false/a.jpg"))
            #expect(try fixture.scan(try #require(small.picture)).id == id)
            let undo = try fixture.catalog.undo(try #require(tally.change).number)
            #expect(undo.leftFiles == [large.picture?.path])
            #expect(try fixture.photo(id).image == before.image)
            #expect(try fixture.photo(id).file == small.picture?.path)
            try fixture.catalog.undo(undo.number)
            #expect(try fixture.photo(id) == photo)
            #expect(try fixture.catalog.files(of: id).count == 2)
            #expect(try fixture.catalog.check(files: .none) == [])
        }
    }
}
