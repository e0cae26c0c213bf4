import CatalogDatabase
import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct SettleProposalsTests {
    let place: ScannedFolder
    let photo: RecordID

    init() async throws {
        place = try ScannedFolder()
        let bird = try Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg"))
        try place.write(Array(bird), "bird.jpg")
        try await place.scan()
        photo = try place.id("bird.jpg")
        try place.name(photo, "Mine")
        var said = IncomingRecord(record: PhotoRecord(), source: "takeout:bird.json")
        said.record.id = photo
        said.record.name = "Another"
        _ = try place.catalog.mergeStories([said], source: "takeout") { _ in "import" }
    }

    @Test func `what is settled is reported, and what waits for it`() async throws {
        let open = try place.catalog.pendingProposals(nil)
        #expect(open.count == 1)
        let report = try await SettleProposals(accepting: .all, in: place.catalog).run()
        #expect(report.accepted == open && report.rejected.isEmpty && !report.wasInterrupted)
        #expect(try place.catalog.record(photo)?.name == "Another")
    }

    @Test(arguments: [true, false])
    func `a cancelled task settles nothing, and does not say that it did`(
        accepts: Bool
    ) async throws {
        let settle = SettleProposals(
            accepting: accepts ? .all : .numbers([]), rejecting: accepts ? .numbers([]) : .all,
            in: place.catalog)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await settle.run()
        }
        task.cancel()
        let report = try await task.value
        #expect(report.wasInterrupted)
        #expect(report.accepted.isEmpty && report.rejected.isEmpty)
        #expect(try place.catalog.pendingProposals(nil).count == 1)
        #expect(report.json["interrupted"]?.bool == true)
    }
}
