import CatalogDatabase
import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// What happens in a followed folder, with real files.
@Suite struct WatchFoldersTests {
    let place: FollowedFolder

    init() throws { place = try FollowedFolder() }

    private func name(_ id: RecordID) throws {
        var edits = PhotoEdits()
        edits.name = "Mine"
        _ = try edits.apply(to: [id], in: place.catalog)
    }

    private func photo(_ name: String) throws -> RecordID { try #require(try place.photo(name)) }

    @Test func `files come, change their names and places, and go`() async throws {
        try place.put(1, "photos/a.jpg")
        try await place.following {
            let a = try photo("photos/a.jpg")
            try name(a)
            try place.put(2, "photos/b.jpg")
            try await place.wait("b") { try place.photo("photos/b.jpg") != nil }
            try place.move("photos/a.jpg", "photos/c.jpg")
            try await place.wait("the new name") { try place.isPresent(a, at: "photos/c.jpg") }
            try place.make("photos/inner/most")
            try place.move("photos/c.jpg", "photos/inner/most/d.jpg")
            try await place.wait("the move") {
                try place.isPresent(a, at: "photos/inner/most/d.jpg")
            }
            try place.remove("photos/b.jpg")
            try await place.wait("the end") { try place.catalog.counts.missing == 1 }
            #expect(try place.catalog.record(a)?.name == "Mine")
            #expect(try place.catalog.counts.photos == 2)
            #expect(try place.catalog.files(of: a).count == 1)
        }
        #expect(place.reports.flatMap(\.failures).isEmpty)
        #expect(place.notices.isEmpty)
    }

    @Test func `folders come, are renamed and moved with all that is in them`() async throws {
        try await place.following {
            for depth in ["photos/x", "photos/x/y", "photos/x/y/z"] {
                try place.make(depth)
                try place.put(depth.count, depth + "/p.jpg")
            }
            try await place.wait("three folders") { try place.catalog.counts.photos == 3 }
            let deep = try photo("photos/x/y/z/p.jpg")
            try name(deep)
            try place.move("photos/x", "photos/renamed")
            try await place.wait("the new name") {
                try place.isPresent(deep, at: "photos/renamed/y/z/p.jpg")
            }
            // The folder's watches went with it.
            try place.put(40, "photos/renamed/y/z/q.jpg")
            try await place.wait("a photo in the renamed folder") {
                try place.photo("photos/renamed/y/z/q.jpg") != nil
            }
            try place.move("photos/renamed", "outside")
            try await place.wait("all gone") { try place.present().isEmpty }
            #expect(try place.catalog.counts.photos == 4)
            try place.put(41, "outside/unheard.jpg")
            try place.move("outside", "photos/back")
            try await place.wait("all back") { try place.present().count == 5 }
            #expect(try place.isPresent(deep, at: "photos/back/y/z/p.jpg"))
            #expect(try place.catalog.record(deep)?.name == "Mine")
        }
        #expect(try place.catalog.counts.photos == 5)
        #expect(place.reports.flatMap(\.failures).isEmpty)
    }

    @Test func `a move from one followed folder to another is a move`() async throws {
        try place.make("other")
        try place.put(1, "photos/a.jpg")
        try await place.following(["photos", "other"]) {
            let a = try photo("photos/a.jpg")
            try place.move("photos/a.jpg", "other/a.jpg")
            try await place.wait("the move") { try place.isPresent(a, at: "other/a.jpg") }
            #expect(try place.catalog.files(of: a).count == 1)
        }
        #expect(place.reports.map(\.moved).reduce(0, +) == 1)
        #expect(place.reports.map(\.missing).reduce(0, +) == 0)
    }

    @Test func `a sidecar that comes, changes and goes has its photo read again`() async throws {
        func xmp(_ title: String) -> Data {
            Data(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
                 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
                 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
                <rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title>
                </rdf:Description></rdf:RDF></x:xmpmeta>
                """.utf8)
        }
        try place.put(1, "photos/a.jpg")
        try place.put(2, "photos/b.jpg")
        try await place.following(["photos", "photos/b.jpg"]) {
            for (photo, sidecar) in [("a.jpg", "a.xmp"), ("b.jpg", "b.jpg.xmp")] {
                let id = try self.photo("photos/" + photo)
                let url = place.folder.url.appending(path: "photos/" + sidecar)
                for title in ["One", "Another"] {
                    try xmp(title).write(to: url)
                    try await place.wait(title) { try place.catalog.record(id)?.name == title }
                }
                try place.remove("photos/" + sidecar)
                // What no file says any more stays until somebody decides.
                try await place.wait("a removal to decide") {
                    let record = try place.catalog.record(id)
                    return record?.name == "Another" && record?.provenance[.name]?.until != nil
                }
            }
        }
    }

    @Test func `a program that writes slowly is waited for`() async throws {
        let whole = FollowedFolder.jpeg(7)
        try await place.following {
            let path = place.folder.path("photos/slow.jpg")
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            for part in [whole.prefix(30), whole.dropFirst(30)] {
                try file.write(contentsOf: part)
                // Not a suspension: among a thousand tests it may last longer than a program that
                // writes is waited for.
                usleep(1_000_000)
            }
            #expect(try place.catalog.counts.photos == 0)
            try file.close()
            try await place.wait("the photo") { try place.catalog.counts.photos == 1 }
        }
        #expect(place.reports.map(\.added) == [0, 1])
        #expect(place.reports.flatMap(\.failures).isEmpty)
    }

    @Test func `an editor that writes beside and renames changes the photo`() async throws {
        try place.put(1, "photos/a.jpg")
        try await place.following {
            let a = try photo("photos/a.jpg")
            try name(a)
            // The same picture, with a comment: as a program that retags writes it.
            var bytes = FollowedFolder.jpeg(1)
            bytes.insert(contentsOf: [0xFF, 0xFE, 0, 6, 1, 2, 3, 4], at: 2)
            try Data(bytes).write(to: place.folder.url.appending(path: "photos/a.jpg_tmp"))
            try place.move("photos/a.jpg_tmp", "photos/a.jpg")
            try await place.wait("the change") { place.reports.contains { $0.refreshed > 0 } }
            #expect(try place.photo("photos/a.jpg") == a)
            #expect(try place.catalog.record(a)?.name == "Mine")
            #expect(try place.catalog.counts.photos == 1)
        }
    }

    @Test func `a thousand files at once come in by few rounds`() async throws {
        let count = 1_000
        try await place.following {
            for index in 0..<count { try place.put(index, "photos/\(index).jpg") }
            try await place.wait("all of them") { try place.catalog.counts.photos == count }
            for index in 0..<count where index % 2 == 0 {
                try place.move("photos/\(index).jpg", "photos/moved-\(index).jpg")
            }
            try await place.wait("the moves") {
                try place.present().filter { $0.contains("moved-") }.count == count / 2
            }
        }
        #expect(try place.catalog.counts.photos == count)
        #expect(try place.catalog.counts.missing == 0)
        print("1,000 files at once: \(place.reports.count - 1) rounds")
        #expect(place.reports.flatMap(\.failures).isEmpty)
    }

    @Test func `a named folder that goes is missing, and comes back with its photos`()
        async throws
    {
        try place.put(1, "photos/a.jpg")
        try await place.following {
            let a = try photo("photos/a.jpg")
            try name(a)
            try place.move("photos", "unplugged")
            try await place.wait("missing") { try place.catalog.counts.missing == 1 }
            try place.make("photos")
            try await Task.sleep(for: .seconds(1))
            #expect(try place.catalog.counts.missing == 1)
            try place.remove("photos")
            try place.move("unplugged", "photos")
            try await place.wait("back") { try place.catalog.counts.missing == 0 }
            try place.put(2, "photos/b.jpg")
            try await place.wait("b") { try place.photo("photos/b.jpg") != nil }
            #expect(try place.catalog.record(a)?.name == "Mine")
        }
    }

    @Test func `what is not there yet is waited for`() async throws {
        try await place.following(["photos", "later"]) {
            #expect(place.reports[0].failures.map(\.item) == [place.folder.path("later")])
            try place.make("later")
            try place.put(1, "later/a.jpg")
            try await place.wait("the photo") { try place.photo("later/a.jpg") != nil }
        }
    }

    @Test func `folders beyond the limit of watches are polled`() async throws {
        for inner in ["photos/a", "photos/b", "photos/c"] { try place.make(inner) }
        try await place.following(watches: 2, polling: 1) {
            #expect(place.notices.count == 1)
            #expect(place.notices.first?.contains("max_user_watches") == true)
            for (index, inner) in ["a", "b", "c"].enumerated() {
                try place.put(index, "photos/\(inner)/p.jpg")
            }
            try await place.wait("all three") { try place.catalog.counts.photos == 3 }
            try place.remove("photos/a/p.jpg")
            try place.remove("photos/c/p.jpg")
            try await place.wait("two gone") { try place.catalog.counts.missing == 2 }
        }
        #expect(place.notices.count == 1)
    }

    @Test func `a file that is not a photo, or is hidden, is no news`() async throws {
        try await place.following {
            try Data("a letter".utf8).write(to: place.folder.url.appending(path: "photos/l.txt"))
            try place.put(1, "photos/.hidden.jpg")
            try place.put(2, "photos/end.jpg")
            try await place.wait("the last one") { try place.catalog.counts.photos == 1 }
        }
        #expect(place.reports.count == 2)
    }
}
