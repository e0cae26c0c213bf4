import CatalogDatabase
import Foundation
import PhotoRecords
import Synchronization
import TestSupport
import Testing

@testable import WhatIsThat

/// A folder of small photos that is followed while a test changes it.
final class FollowedFolder: Sendable {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    private let told = Mutex<(reports: [CatalogPhotos.Report], notices: [String])>(([], []))

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        try make("photos")
    }

    var reports: [CatalogPhotos.Report] { told.withLock { $0.reports } }
    var notices: [String] { told.withLock { $0.notices } }

    /// Follows folders while a body runs, once their first scan is done.
    func following(
        _ names: [String] = ["photos"], watches: Int = .max, polling: Double = 60,
        _ body: () async throws -> Void
    ) async throws {
        let paths = names.map(folder.path)
        let task = Task {
            var follow = WatchFolders(paths, in: catalog)
            follow.watchesAtMost = watches
            follow.pollingSeconds = polling
            return try await follow.run { progress in
                self.told.withLock { told in
                    switch progress.event {
                    case .item(let item):
                        if let round = item as? WatchFolders.Round {
                            told.reports.append(round.scan)
                        }
                    case .notice(let sentence): told.notices.append(sentence)
                    case .failed, nil: break
                    }
                }
            }
        }
        defer { task.cancel() }
        try await wait("the first scan") { !reports.isEmpty }
        try await body()
        task.cancel()
        #expect(try await task.value.rounds == reports.count)
    }

    /// Waits until something is so; a minute at most, since the machine may be busy.
    func wait(_ what: String, until isSo: () throws -> Bool) async throws {
        for _ in 0..<1_200 {
            if try isSo() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TimedOut(what: what, reports: reports)
    }

    struct TimedOut: Error, CustomStringConvertible {
        let what: String
        let reports: [CatalogPhotos.Report]
        var description: String { "\(what) did not come; there were \(reports)" }
    }

    // MARK: Files

    func make(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(name), withIntermediateDirectories: true)
    }

    func put(_ index: Int, _ name: String) throws {
        try Data(Self.jpeg(index)).write(to: folder.url.appending(path: name))
    }

    func move(_ from: String, _ to: String) throws {
        // Foundation's own move copies where rename would replace.
        guard rename(folder.path(from), folder.path(to)) == 0 else {
            throw CocoaError(.fileNoSuchFile)
        }
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.path(name))
    }

    /// The photo at a path; nil while none is known there.
    func photo(_ name: String) throws -> RecordID? { try? catalog.resolve(folder.path(name)) }

    /// Whether a photo's file is there, as the catalog knows it.
    func isPresent(_ id: RecordID, at name: String) throws -> Bool {
        try catalog.files(of: id).contains { $0.path == folder.path(name) && !$0.missing }
    }

    /// The names, below the folder, of all files that the catalog knows to be there.
    func present() throws -> [String] {
        var cursor = try KnownFileCursor(catalog, under: folder.url.path)
        var names: [String] = []
        while let file = cursor.file {
            let path = String(decoding: cursor.path, as: UTF8.self)
            if !file.missing { names.append(String(path.dropFirst(folder.url.path.count + 1))) }
            try cursor.advance()
        }
        return names
    }

    /// A JPEG's frame with a few bytes of scan data, which tell the pictures apart.
    static func jpeg(_ index: Int) -> [UInt8] {
        let digits = (0..<4).map { UInt8(index >> (7 * $0) & 0x7F) }
        return [0xFF, 0xD8]
            + [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + digits + [0xFF, 0xD9]
    }
}
