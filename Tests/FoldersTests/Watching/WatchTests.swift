import Foundation
import TestSupport
import Testing

@testable import Folders

/// What a watch makes of what the system tells.
@Suite struct WatchTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["photos/inner", "other"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try Data([1]).write(to: folder.url.appending(path: "other/one.jpg"))
    }

    /// Tells what a test puts in, and remembers what is watched.
    private final class MadeUpWatcher: FolderWatcher {
        var unwatched: [String] = []
        let wakeups: [Wakeup] = []
        var watched: [String] = []
        var alone: [String] = []
        var forgotten: [String] = []
        var coming: [WatchEvent] = []

        func watch(_ folder: String) { watched.append(folder) }
        func watchAlone(_ folder: String) { alone.append(folder) }
        func forget(_ folder: String) { forgotten.append(folder) }
        func events(_ woken: Set<Wakeup>) -> [WatchEvent] {
            defer { coming = [] }
            return coming
        }
    }

    private func targets(
        _ names: [String], _ events: [WatchEvent], _ watcher: MadeUpWatcher = MadeUpWatcher()
    ) async throws -> [ScanTarget]? {
        var watch = Watch(names.map(folder.path), watcher: watcher, pollingSeconds: 60)
        watch.begin { _ in }
        watcher.coming = events
        #expect(watch.nextRound([]) { _ in } == nil)
        try await Task.sleep(for: .milliseconds(300))
        return watch.nextRound([]) { _ in }?.targets
    }

    @Test func `where the system lost count, everything is watched and looked at again`()
        async throws
    {
        let watcher = MadeUpWatcher()
        let found = try await targets(["photos", "other/one.jpg"], [.overflow], watcher)
        #expect(found == [.tree(folder.path("other/one.jpg")), .tree(folder.path("photos"))])
        #expect(watcher.forgotten == [folder.path("photos")])
        #expect(watcher.watched == [folder.path("photos"), folder.path("photos")])
        #expect(watcher.alone == [folder.path("other"), folder.path("other")])
    }

    @Test func `of a file's folder only the file and its sidecars count`() async throws {
        let found = try await targets(
            ["other/one.jpg"],
            [
                .settled(folder.path("other/two.jpg")), .folderCame(folder.path("other/deep")),
                .written(folder.path("other/three.jpg")), .gone(folder.path("other/one.png")),
            ])
        #expect(found == nil)
        for name in ["other/one.jpg", "other/one.xmp", "other/one.jpg.XMP"] {
            let found = try await targets(["other/one.jpg"], [.settled(folder.path(name))])
            #expect(found == [.entry(folder.path("other/one.jpg"))], "\(name)")
        }
    }

    @Test func `a sidecar has its folder looked at, and one being written is waited for`()
        async throws
    {
        let sidecar = folder.path("photos/inner/a.xmp")
        #expect(try await targets(["photos"], [.written(sidecar)]) == nil)
        #expect(
            try await targets(["photos"], [.settled(sidecar)])
                == [.folder(folder.path("photos/inner"))])
    }

    @Test func `a named folder that is lost is watched again, another one is not`() async throws {
        let watcher = MadeUpWatcher()
        #expect(try await targets(["photos"], [.lost(folder.path("photos/inner"))], watcher) == nil)
        #expect(watcher.watched.count == 1)
        #expect(
            try await targets(["photos"], [.lost(folder.path("photos"))], watcher)
                == [.tree(folder.path("photos"))])
        #expect(watcher.forgotten == [folder.path("photos")])
    }

    @Test func `a disk below a named folder is looked at, another one is not`() async throws {
        let watcher = MadeUpWatcher()
        #expect(try await targets(["photos"], [.mounted("/mnt/other")], watcher) == nil)
        #expect(watcher.watched.count == 1)
        let place = folder.path("photos/inner")
        #expect(try await targets(["photos"], [.mounted(place)], watcher) == [.tree(place)])
        #expect(watcher.watched.last == place)
    }

    #if os(Linux)
        @Test func `more changes than the system counts are reported`() throws {
            let watcher = try #require(InotifyWatcher())
            watcher.watch(folder.path("photos"))
            #expect(watcher.count == 2)
            let text = try String(
                contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            let limit = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            try #require(limit <= 100_000)
            // Two names by turns: the system joins what is the same twice in a row.
            for index in 0..<(limit / 2 + 10) {
                let name = folder.path("photos/\(index % 2)")
                let file = try #require(fopen(name, "w"))
                fclose(file)
                unlink(name)
            }
            let events = watcher.events([])
            #expect(events.contains(.overflow))
            #expect(watcher.events([]).isEmpty)
        }

        @Test func `a moved folder's watches are forgotten`() throws {
            let watcher = try #require(InotifyWatcher())
            watcher.watch(folder.path("photos"))
            #expect(rename(folder.path("photos/inner"), folder.path("other/inner")) == 0)
            #expect(watcher.events([]).contains(.gone(folder.path("photos/inner"))))
            #expect(watcher.count == 1)
            try Data([1]).write(to: folder.url.appending(path: "other/inner/a.jpg"))
            #expect(!watcher.events([]).contains(.settled(folder.path("photos/inner/a.jpg"))))
        }

        @Test(arguments: [
            ("/media/anna/card", "/media/anna/card"), (#"/a\040b\134c\011d"#, "/a b\\c\td"),
            (#"/\303\244"#, "/ä"), (#"/end\04"#, #"/end\04"#),
        ])
        func `places in the table of mounts are read`(text: String, place: String) {
            #expect(MountTable.unescaped(text[...]) == place)
        }
    #endif
}
