import CatalogDatabase
import Foundation
import JSON
import OutputText
import Synchronization
import TestSupport
import Testing
import WhatIsThat

struct ImportFilesTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
    }

    private func files(_ items: [String]) -> ImportFiles {
        let catalog = catalog
        return ImportFiles(items, into: catalog, pictures: folder.path("received"))
    }

    private var received: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path("received"))) ?? []
    }

    /// Cancels an import once it has told of so many mails; answers its report.
    private func cancelled(
        _ items: [String], after count: Int, _ told: Told
    ) async throws -> CancelledTask<ImportFiles.Report> {
        let files = files(items)
        return try await CancelledTask { cancel in
            try await files.run { progress in
                guard case .item(let mail as ImportMail.Report) = progress.event else { return }
                if told.add(mail.name) == count { cancel() }
            }
        }
    }

    private final class Told: Sendable {
        private let all = Mutex<[String]>([])
        var names: [String] { all.withLock { $0 } }
        func add(_ name: String) -> Int {
            all.withLock { all in
                all.append(name)
                return all.count
            }
        }
    }

    @Test(.alone) func `an import of a thousand mails that is cancelled ends within a second`()
        async throws
    {
        let mails = try PictureMail.maildir(of: 1_000, at: folder.path("Maildir"))
        let told = Told()
        let run = try await cancelled([folder.path("Maildir")], after: 20, told)
        #expect(run.delay < .seconds(1))
        #expect(run.result.wasInterrupted)
        #expect((20..<1_000).contains(run.result.mails))
        #expect(run.result.mails == told.names.count)
        #expect(told.names == Array(mails.prefix(told.names.count)))
        // What was told is what there is: each mail with its photo, and no file besides.
        #expect(try catalog.counts.photos == run.result.mails)
        #expect(received.count == run.result.mails)
        #expect(try catalog.check().isEmpty)
        // The next one goes on there.
        let rest = try await files(Array(mails.prefix(run.result.mails + 5))).run()
        #expect(!rest.wasInterrupted && !rest.hasFailed)
        #expect(try catalog.counts.photos == run.result.mails + 5)
        #expect(received.count == run.result.mails + 5)
    }

    @Test(.alone) func `of a mail that is cancelled in its midst nothing is taken in`() async throws
    {
        let path = folder.path("many.eml")
        try Data(PictureMail.text(1, pictures: 400).utf8).write(to: URL(filePath: path))
        let files = files([path])
        let run = try await CancelledTask { cancel in
            // Not a task: other tests may hold the threads of tasks.
            Thread {
                Thread.sleep(forTimeInterval: 0.4)
                cancel()
            }.start()
            return try await files.run()
        }
        #expect(run.delay < .seconds(1))
        #expect(run.result.wasInterrupted)
        #expect(run.result.mails == 0)
        #expect(try catalog.counts.photos == 0)
        #expect(received.isEmpty)
    }

    @Test func `what was given is told apart, and what fails does not keep the rest back`()
        async throws
    {
        try PictureMail.maildir(of: 2, at: folder.path("Maildir"))
        try Data("PK\u{3}\u{4}".utf8).write(to: URL(filePath: folder.path("a.zip")))
        let items = ["Maildir", "a.zip", "missing.eml"].map(folder.path)
        let failed = Mutex<[String]>([])
        let report = try await files(items).run { progress in
            guard case .failed(let error) = progress.event else { return }
            failed.withLock { $0.append(error.item) }
        }
        #expect(report.mails == 2)
        #expect(report.hasFailed && !report.wasInterrupted)
        #expect(Set(report.failures.map(\.item)) == Set(items.dropFirst()))
        #expect(failed.withLock { $0 } == report.failures.map(\.item))
        let json = try #require(report.json.object)
        #expect(json["mails"] == 2 && json["interrupted"] == false)
    }
}
