import CatalogDatabase
import Foundation
import JSON
import MIMEMessage
import OutputText
import PhotoRecords
import Pictures
import Privacy
import ShareMail
import Synchronization
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct SharePhotosTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
    }

    /// Makes photos with pictures of their own: each is drawn a pixel larger.
    private func make(_ count: Int) throws -> [String] {
        let photo = try [UInt8](
            Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg")))
        let renderer = PictureRenderer()
        return try (0..<count).map { index in
            let picture = try renderer.jpeg(from: photo, longestSide: 400 + index)
            let name = "\(index).jpg"
            try Data(picture.bytes).write(to: folder.url.appending(path: name))
            return name
        }
    }

    private func share(
        _ names: [String], skipping: Bool = false
    ) throws -> SharePhotos {
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        options.skipsFailed = skipping
        var delivery = ShareDelivery()
        delivery.output = .file(folder.path("mail.eml"), replacing: false)
        let catalog = catalog
        return SharePhotos(
            PhotoSelection(names, from: folder.url.path), options, delivery, in: catalog)
    }

    @Test func `files are cataloged, made into a mail and written`() async throws {
        let stages = Mutex<Set<WorkProgress.Stage>>([])
        let report = try await share(make(2)).run { progress in
            stages.withLock { _ = $0.insert(progress.stage) }
        }
        #expect(report.messages.map(\.path) == [folder.path("mail.eml")])
        #expect(report.messages.first?.share.photos.count == 2)
        #expect(try catalog.counts.photos == 2)
        #expect(stages.withLock { $0 } == [.composing, .writing])
        #expect(report.json.array?.first?["output"]?.string == folder.path("mail.eml"))
        #expect(FileManager.default.fileExists(atPath: folder.path("mail.eml")))
    }

    @Test
    func `a photo that cannot be found keeps the mail from being made, unless it may be left out`()
        async throws
    {
        let names = try make(1) + ["nowhere.jpg"]
        let error = await #expect(throws: WitError.self) { try await share(names).run() }
        #expect(error?.code == .noSuchPhoto && error?.item == "nowhere.jpg")
        #expect(!FileManager.default.fileExists(atPath: folder.path("mail.eml")))
        let report = try await share(names, skipping: true).run()
        #expect(report.unknown.map(\.item) == ["nowhere.jpg"])
        #expect(report.skipped.map(\.place) == ["nowhere.jpg"])
    }

    @Test func `a share of 100 photos that is cancelled ends within a second, with no mail`()
        async throws
    {
        let share = try share(make(100))
        let (report, time) = try await onOwnThreads {
            let isUnderWay = Mutex(false)
            let task = Task(executorPreference: BlockingThreads.shared) {
                try await share.run { progress in
                    if progress.stage == .composing, progress.done > 0 {
                        isUnderWay.withLock { $0 = true }
                    }
                }
            }
            while !isUnderWay.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
            let start = ContinuousClock.now
            task.cancel()
            return (try await task.value, ContinuousClock.now - start)
        }
        #expect(time < .seconds(1))
        #expect(report.wasInterrupted && report.messages.isEmpty)
        #expect(try catalog.counts.photos == 100)
        #expect(try catalog.check(files: .none) == [])
        #expect(!FileManager.default.fileExists(atPath: folder.path("mail.eml")))
    }

    @Test func `the home zones of the settings hold, whatever a client says`() async throws {
        let name = try make(1)
        var edits = PhotoEdits()
        edits.coordinate = Coordinate(latitude: 48.1372, longitude: 11.5756)
        _ = try await CatalogPhotos([folder.path(name[0])], in: catalog).run()
        _ = try edits.apply(to: [catalog.resolve(folder.path(name[0]))], in: catalog)
        let center = try #require(Coordinate(latitude: 48.14, longitude: 11.57))
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        #expect(options.homes.isEmpty)
        var delivery = ShareDelivery()
        delivery.output = .file(folder.path("mail.eml"), replacing: false)
        delivery.settings.homes = [HomeZone(name: "Home", center: center, radius: 2)]
        let catalog = catalog
        let report = try await SharePhotos(
            PhotoSelection(name, from: folder.url.path), options, delivery, in: catalog
        ).run()
        let photo = try #require(report.messages.first?.share.photos.first)
        #expect(photo.location == .tenKilometres && photo.home == "Home")
    }

    @Test func `the memory that the settings leave for decoding holds`() async throws {
        var options = ShareOptions(to: [try Mailbox(validating: "anna@example.org")])
        options.size = .small
        var delivery = ShareDelivery()
        delivery.output = .file(folder.path("mail.eml"), replacing: false)
        delivery.settings.mailLimits.decoderBytes = 10 << 20
        let catalog = catalog
        let share = SharePhotos(
            PhotoSelection(try make(1), from: folder.url.path), options, delivery, in: catalog)
        let error = await #expect(throws: WitError.self) { try await share.run() }
        #expect(error?.code == .pictureUnreadable)
        #expect(error?.message.contains("decoder-memory") == true, "\(error as Any)")
        // Nobody else is held to it.
        let photo = try Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg"))
        _ = try PictureRenderer().perceptualHash(of: Array(photo))
    }
}
