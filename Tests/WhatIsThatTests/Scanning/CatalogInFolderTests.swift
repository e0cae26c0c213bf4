import CatalogDatabase
import Foundation
import OutputText
import TestSupport
import Testing

@testable import Folders
@testable import WhatIsThat

/// The catalog lies in the folder that is cataloged.
@Suite struct CatalogInFolderTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        try Data(FollowedFolder.jpeg(1)).write(to: folder.url.appending(path: "a.jpg"))
    }

    @Test func `a scan never opens the catalog's own files, by whatever name`() async throws {
        let own = catalog.ownFiles
        for name in ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"] {
            #expect(own.holds(folder.path(name)))
            try FileManager.default.linkItem(
                atPath: folder.path(name), toPath: folder.path("link of " + name))
        }
        #expect(own.holds(folder.path("catalog.sqlite-journal")))
        #expect(own.holds(folder.path("link of catalog.sqlite")))
        #expect(!own.holds(folder.path("catalog.sqlite-wal.jpg")))
        #expect(!own.holds("/elsewhere/catalog.sqlite"))
        let report = try await CatalogPhotos([folder.url.path], in: catalog).run()
        #expect(report.added == 1 && report.others == 0 && report.failures.isEmpty)
        let named = try await CatalogPhotos([folder.path("catalog.sqlite")], in: catalog).run()
        #expect(named.failures.map(\.reason) == ["the catalog itself, no photo"])
    }

    #if os(Linux)
        @Test
        func `SQLite's locks stand after a scan, so that no other program takes the log away`()
            async throws
        {
            _ = try await CatalogPhotos([folder.url.path], in: catalog).run()
            // “Dead man's switch”: byte 128 of the index is locked while anybody has the catalog
            // open (SQLite, os_unix.c, UNIX_SHM_DMS). Asked last: closing the descriptor takes
            // the locks away.
            #expect(try isLocked("catalog.sqlite-shm", at: 128))
            // SHARED_FIRST behind the pending byte at 1 GiB.
            #expect(try isLocked("catalog.sqlite", at: 0x4000_0002, count: 510))
        }

        /// Whether this process has locked a part of a file, as an open file description other
        /// than its own sees it (fcntl(2), F_OFD_GETLK).
        private func isLocked(_ name: String, at start: Int, count: Int = 1) throws -> Bool {
            let file = open(folder.path(name), O_RDWR | O_CLOEXEC)
            defer { close(file) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = off_t(start)
            lock.l_len = off_t(count)
            let getOFD: Int32 = 36
            try #require(file >= 0 && fcntl(file, getOFD, &lock) == 0)
            return lock.l_type != Int16(F_UNLCK)
        }
    #endif

    @Test func `what happens to the catalog's own files is no news of the folder`() {
        var watch = Watch(
            [folder.url.path], watcher: NoWatcher(), pollingSeconds: 60,
            ignoring: catalog.ownFiles.isNamed)
        watch.begin { _ in }
        for name in ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"] {
            let path = folder.path(name)
            for event in [WatchEvent.settled(path), .written(path), .gone(path), .attributes(path)]
            {
                watch.take(event)
            }
        }
        #expect(watch.isIdle)
        watch.take(.settled(folder.path("a.jpg")))
        #expect(!watch.isIdle)
    }
}
