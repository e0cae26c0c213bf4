import PhotoRecords
import Testing

@testable import CatalogDatabase

/// A catalog, and records that come to it by mail.
struct MergeFixture {
    let origin = MessageOrigin(
        messageID: "m1@example.org", sender: "Anna <anna@example.org>", subject: "Kites")
    let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    /// A record without a picture.
    func incoming(
        id: RecordID? = nil, _ change: (inout PhotoRecord) -> Void = { _ in }
    ) -> IncomingRecord {
        var record = PhotoRecord()
        record.id = id
        change(&record)
        return IncomingRecord(record: record, origin: origin)
    }

    /// Takes one record in; answers what became of it.
    func merge(_ record: IncomingRecord) throws -> MergeTally.Item {
        try #require(try fixture.catalog.merge([record]).items.first)
    }
}
