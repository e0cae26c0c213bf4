import CatalogDatabase
import Files
import Foundation
import JSON
import LearnedStrokes
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// The use cases themselves refuse what cannot be meant, whoever calls them.
@Suite struct RefusalTests {
    private let folder: TemporaryFolder
    private let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
    }

    private func file() throws -> String {
        let path = folder.path("file")
        try Data("x".utf8).write(to: URL(filePath: path))
        return path
    }

    /// What a use case refuses, in words.
    private func refusal(_ run: () async throws -> Void) async -> WitError? {
        do {
            try await run()
            return nil
        } catch {
            return WitError(error)
        }
    }

    @Test func `pictures do not go into a file, and no catalog is made for them`() async throws {
        let file = try file()
        let opened = SoFar(false)
        let open: @Sendable () throws -> PhotoCatalog? = {
            opened.update { $0 = true }
            return nil
        }
        let imported = await refusal {
            _ = try await ImportFiles(["mail.eml"], into: try open(), pictures: file).run()
        }
        #expect(imported?.code == .notAFolder)
        #expect(imported?.message == "\(file): a file")
        let fetched = await refusal {
            _ = try await FetchMail([], into: try open(), pictures: file, environment: [:]).run()
        }
        #expect(fetched?.code == .notAFolder)
        #expect(!opened.value)
    }

    @Test func `the catalog's own folder of pictures is taken from others, and that is told`()
        async throws
    {
        let received = DefaultPaths.receivedFolder(catalog: catalog.path)
        try FileManager.default.createDirectory(
            atPath: received, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        chmod(folder.url.path, 0o700)
        chmod(received, 0o755)
        let notices = SoFar<[String]>([])
        let catalog = catalog
        _ = try await ImportFiles([], into: catalog, pictures: received).run { progress in
            if case .notice(let notice) = progress.event { notices.update { $0.append(notice) } }
        }
        #expect(notices.value.count == 1)
        #expect(notices.value.first?.contains("now it is 0700") == true)
        // Another folder is the person's own affair.
        let other = folder.path("other")
        try FileManager.default.createDirectory(
            atPath: other, withIntermediateDirectories: true)
        chmod(other, 0o755)
        _ = try await ImportFiles([], into: catalog, pictures: other).run { progress in
            if case .notice(let notice) = progress.event { notices.update { $0.append(notice) } }
        }
        #expect(notices.value.count == 1)
    }

    @Test func `annotations that cannot be read are named`() async throws {
        let missing = folder.path("missing.jsonld")
        let error = await refusal {
            _ = try await ImportAnnotations(contentsOf: missing, from: "/", into: catalog).run()
        }
        #expect(error?.code == .unreadable)
        #expect(error?.message.hasPrefix("\(missing): can't be read: ") == true)
    }

    @Test func `a folder of templates has to be there`() async throws {
        let none = folder.path("none")
        for error in [
            await refusal { _ = try await CheckTemplates(folder: none).run() },
            await refusal { _ = try await ListTemplates(ownFolder: none).run() },
            await refusal {
                _ = try await ReadTemplate("share", languages: ["en"], ownFolder: none).run()
            },
        ] {
            #expect(error?.code.rawValue == "no-template-folder")
            #expect(error?.message.hasSuffix("/none: there is no such folder") == true)
        }
    }

    @Test func `strokes are not written over a file that is there`() async throws {
        let file = try file()
        let words = StrokeFile(path: folder.path("strokes.jsonl"), beginsWithOurs: true)
        let error = await refusal {
            _ = try await ExportStrokes(of: words, into: file).run()
        }
        #expect(error?.code == .outputExists)
        let report = try await ExportStrokes(of: words, into: file, replacing: true).run()
        let written = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        #expect(written == report.lines.map { $0.text + "\n" }.joined())
    }

    @Test func `a proposal is not accepted and rejected at once`() async {
        let error = await refusal {
            _ = try await SettleProposals(
                accepting: .numbers([1, 3]), rejecting: .numbers([3]), in: catalog
            ).run()
        }
        #expect(error?.code == .proposalTwice)
        #expect(error?.message == "Proposal 3 can't be both accepted and rejected.")
    }

    @Test func `a keyword is not added and removed at once`() async {
        var options = EditPhotos.Options()
        options.edits.keywords.adding = ["bird"]
        options.edits.keywords.removing = ["bird"]
        let catalog = catalog
        let error = await refusal {
            _ = try await EditPhotos(PhotoSelection([], from: "/"), options, in: catalog).run()
        }
        #expect(error?.code == .badEdit)
    }

    @Test func `a query that nothing can match is refused`() async throws {
        var queries = [PhotoQuery(), PhotoQuery(), PhotoQuery()]
        queries[0].limit = 0
        let middle = try #require(Coordinate(latitude: 1, longitude: 1))
        queries[1].near = PhotoQuery.Near(middle, kilometres: 30_000)
        queries[2].since = LocalDateTime(iso: "2025-01-01")
        queries[2].until = LocalDateTime(iso: "2024-12-31")
        for query in queries {
            let error = await refusal { _ = try await FindPhotos(query, in: catalog).run() }
            #expect(error?.code == .badQuery, "\(query)")
        }
    }

    @Test(arguments: [-1.0, 1_001, .nan])
    func `a tolerance that is none is refused`(tolerance: Double) async {
        var options = HitRegions.Options()
        options.tolerance = tolerance
        let error = await refusal {
            _ = try await HitRegions(
                on: PhotoSelection([], from: "/"), in: catalog, options: options
            ) { nil }.run()
        }
        #expect(error?.code == .badTolerance)
    }
}
