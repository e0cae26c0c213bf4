import CatalogDatabase
import Files
import Foundation
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// Disks that are taken away and come back, also elsewhere; nothing a person wrote is lost.
@Suite struct MissingVolumeTests {
    let place: FollowedFolder

    init() throws {
        place = try FollowedFolder()
        for (index, name) in ["disk/a.jpg", "disk/b.jpg", "disk/in/c.jpg"].enumerated() {
            try place.make("disk/in")
            try place.put(index, name)
        }
    }

    private func scan(_ names: String...) async throws -> CatalogPhotos.Report {
        try await CatalogPhotos(names.map(place.folder.path), in: place.catalog).run()
    }

    private func annotated() async throws -> [RecordID] {
        _ = try await scan("disk")
        let ids = try ["disk/a.jpg", "disk/b.jpg", "disk/in/c.jpg"]
            .map { try #require(try place.photo($0)) }
        var edits = PhotoEdits()
        edits.caption = "Mine"
        _ = try edits.apply(to: ids, in: place.catalog)
        return ids
    }

    private func expectAllKept(_ ids: [RecordID], _ names: [String]) throws {
        #expect(try place.catalog.counts.photos == ids.count)
        for (id, name) in zip(ids, names) {
            #expect(try place.catalog.record(id)?.caption == "Mine")
            #expect(try place.isPresent(id, at: name), "\(name)")
        }
    }

    @Test(arguments: [false, true])
    func `a disk that is away for some scans comes back`(leavesMountPoint: Bool) async throws {
        let ids = try await annotated()
        try place.move("disk", "away")
        if leavesMountPoint { try place.make("disk") }
        #expect(try await scan("disk").missing == 3)
        #expect(try await scan("disk").missing == 0)
        #expect(try place.catalog.counts.missing == 3)
        #expect(try place.catalog.counts.photos == 3)
        if leavesMountPoint { try place.remove("disk") }
        try place.move("away", "disk")
        let back = try await scan("disk")
        #expect(back.returned == 3)
        #expect(back.added == 0)
        #expect(try place.catalog.counts.missing == 0)
        try expectAllKept(ids, ["disk/a.jpg", "disk/b.jpg", "disk/in/c.jpg"])
    }

    @Test(arguments: [false, true])
    func `a disk that comes back under another path is the same`(isScanned: Bool) async throws {
        let ids = try await annotated()
        try place.move("disk", "other")
        if isScanned { _ = try await scan("disk") }
        let report = try await scan("other")
        #expect(report.added == 0)
        #expect(report.moved == 3)
        try expectAllKept(ids, ["other/a.jpg", "other/b.jpg", "other/in/c.jpg"])
        // And back again, now that both paths were seen.
        try place.move("other", "disk")
        #expect(try await scan("other", "disk").added == 0)
        try expectAllKept(ids, ["disk/a.jpg", "disk/b.jpg", "disk/in/c.jpg"])
        #expect(try place.catalog.counts.missing == 0)
    }

    @Test func `copies of what is on a missing disk are the same photos`() async throws {
        let ids = try await annotated()
        try place.make("home")
        for (index, name) in ["home/a.jpg", "home/b.jpg", "home/c.jpg"].enumerated() {
            try place.put(index, name)
        }
        try place.move("disk", "away")
        let report = try await scan("disk", "home")
        #expect(report.added == 0)
        try expectAllKept(ids, ["home/a.jpg", "home/b.jpg", "home/c.jpg"])
        try place.move("away", "disk")
        let back = try await scan("disk", "home")
        #expect(back.added == 0)
        try expectAllKept(ids, ["disk/a.jpg", "disk/b.jpg", "disk/in/c.jpg"])
        #expect(try place.present().count == 6)
    }

    @Test func `another disk's photos at the same paths are photos of their own`() async throws {
        let ids = try await annotated()
        try place.move("disk", "first")
        try place.make("disk")
        try place.put(100, "disk/a.jpg")
        #expect(try await scan("disk").added == 1)
        #expect(try place.catalog.counts.photos == 4)
        #expect(
            try place.catalog.record(try #require(try place.photo("disk/a.jpg")))?.caption == nil)
        try place.move("disk", "second")
        try place.move("first", "disk")
        #expect(try await scan("disk").added == 0)
        for (id, name) in zip(ids, ["disk/a.jpg", "disk/b.jpg", "disk/in/c.jpg"]) {
            #expect(try place.catalog.record(id)?.caption == "Mine")
            #expect(try place.isPresent(id, at: name))
        }
        #expect(try place.catalog.counts.missing == 1)
    }

    @Test func `a file that goes while a round reads is gone, not failed`() async throws {
        let ids = try await annotated()
        let path = place.folder.path("disk/a.jpg")
        let stamp = try #require(FileStamp(of: path))
        try place.remove("disk/a.jpg")
        let outcome = ScanOutcome(
            reading: .init(path: path, stamp: stamp, isNamed: false, hasSidecar: false),
            with: .init())
        guard case .gone(path) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(ids.count == 3)
    }

    #if os(Linux)
        /// Mounting needs the superuser.
        private static let mount = geteuid() == 0 ? Program.installed("mount") : nil
        private static let unmount = geteuid() == 0 ? Program.installed("umount") : nil

        @Test func `a disk that is mounted and taken away is followed`() async throws {
            guard let mount = Self.mount, let unmount = Self.unmount else {
                print("mounting a disk was skipped: only the superuser may")
                return
            }
            try place.make("photos/card")
            let card = place.folder.path("photos/card")
            guard try mount(["-t", "tmpfs", "tmpfs", card]).status == 0 else {
                print("mounting a disk was skipped: the system does not allow it")
                return
            }
            #expect(try unmount([card]).status == 0)
            let disk = place.folder.path("disk")
            try await place.following {
                #expect(try mount(["--bind", disk, card]).status == 0)
                try await place.wait("three photos") { try place.present().count == 3 }
                let a = try #require(try place.photo("photos/card/a.jpg"))
                try place.put(50, "photos/card/in/new.jpg")
                try await place.wait("a fourth") { try place.present().count == 4 }
                // Lazily, since the test's own catalog might look at it this very moment.
                #expect(try unmount(["-l", card]).status == 0)
                try await place.wait("none") { try place.catalog.counts.missing == 4 }
                #expect(try mount(["--bind", disk, card]).status == 0)
                try await place.wait("all back") { try place.catalog.counts.missing == 0 }
                #expect(try place.isPresent(a, at: "photos/card/a.jpg"))
                #expect(try unmount(["-l", card]).status == 0)
            }
            #expect(try place.catalog.counts.photos == 4)
        }
    #endif
}
