import OutputText
import PhotoRecords
import Synchronization
import TestSupport
import Testing

@testable import CatalogDatabase

/// What one message may come to, and how its cost grows.
@Suite struct MergeLimitsTests {
    private let fixture: CatalogFixture
    private let origin = MessageOrigin(messageID: "m1@example.org")

    init() throws { fixture = try CatalogFixture() }

    private func record(_ number: Int) -> IncomingRecord {
        var record = PhotoRecord()
        record.id = RecordID()
        record.name = "Photo \(number)"
        record.image = ImageFacts()
        var generator = SystemRandomNumberGenerator()
        record.image?.perceptualHash = String(
            UInt64.random(in: 1 << 60...UInt64.max, using: &generator), radix: 16)
        return IncomingRecord(record: record, origin: origin)
    }

    @Test func `beyond so many new photos without a picture the others are left out`() throws {
        var limits = MergeLimits()
        limits.withoutPicture = 3
        let tally = try fixture.catalog.merge((0..<5).map(record), limits: limits)
        #expect(tally.items.map(\.isLeftOut) == [false, false, false, true, true])
        #expect(tally.added == 3)
        #expect(tally.leftOut == 2)
        #expect(try fixture.catalog.count(PhotoQuery()) == 3)
        // Those that are known by now are no new ones.
        let ids = tally.items.prefix(3).map(\.photo)
        let again = ids.map { id in
            var record = PhotoRecord()
            record.id = id
            record.caption = "Told later"
            return IncomingRecord(record: record, origin: origin)
        }
        limits.withoutPicture = 0
        #expect(try fixture.catalog.merge(again, limits: limits).leftOut == 0)
    }

    @Test func `beyond so many proposals values are left out, and proposed the next time`() throws {
        let photos = try fixture.catalog.merge((0..<4).map(record)).items.map(\.photo)
        let others = photos.map { id in
            var record = PhotoRecord()
            record.id = id
            (record.name, record.caption) = ("Another name", "Another caption")
            return IncomingRecord(record: record, origin: origin)
        }
        var limits = MergeLimits()
        limits.proposals = 5
        let tally = try fixture.catalog.merge(others, limits: limits)
        #expect(tally.proposed == 5)
        #expect(tally.leftOutProposals == 3)
        #expect(try fixture.catalog.merge(others).proposed == 3)
    }

    @Test func `a merge that is stopped changes nothing`() throws {
        var limits = MergeLimits()
        let asked = Mutex(0)
        limits.shouldStop = {
            asked.withLock { asked in
                asked += 1
                return asked > 3
            }
        }
        #expect(throws: WitError(.interrupted, "")) {
            try fixture.catalog.merge((0..<10).map(record), limits: limits)
        }
        #expect(try fixture.catalog.count(PhotoQuery()) == 0)
    }

    @Test func `many photos without a picture cost what they are many`() throws {
        let isLinear = try Growth.isLinear(from: 300) { count in
            let fixture = try CatalogFixture()
            _ = try fixture.catalog.merge((0..<count).map(record))
        }
        #expect(isLinear)
    }
}
