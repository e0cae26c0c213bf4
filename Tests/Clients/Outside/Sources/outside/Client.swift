import CatalogDatabase
import Foundation
import Gazetteer
import MIMEMessage
import PhotoRecords
import Pictures
import ShareMail
import Synchronization
import WhatIsThat

/// Catalogs, finds, edits, shares and imports photos, and cancels an import in its midst.
@main
struct Client {
    /// Arguments: a folder of photos, an empty folder to work in.
    static func main() async throws {
        // Pictures are decoded in child processes of this program.
        PictureDecoding.serveIfAsked()
        let (photos, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let mine = try PhotoCatalog(path: folder + "/mine", access: .readWrite)
        let scan = try await CatalogPhotos([photos], in: mine).run { progress in
            if let total = progress.total, progress.done == total { print("read \(total) files") }
        }
        try check(scan.added > 2 && scan.failures.isEmpty, "cataloged \(scan.added) photos")

        let kites = Mutex<[RecordID]>([])
        _ = try await FindPhotos(PhotoQuery(words: ["kite"]), in: mine).run { progress in
            guard case .item(let photo as PhotoRecord) = progress.event else { return }
            kites.withLock { $0 += [photo.id].compactMap(\.self) }
        }
        let found = kites.withLock { $0 }
        try check(found.count == 1, "found the kite")
        let selection = PhotoSelection(found.map(\.text), from: folder)
        var edit = EditPhotos.Options()
        edit.edits.keywords.adding = ["from outside"]
        let edited = try await EditPhotos(selection, edit, in: mine).run()
        try check(edited.change != nil, "edited it: change \(edited.change?.number ?? 0)")

        var options = ShareOptions(to: [try Mailbox(validating: "bert@example.org")])
        options.size = .small
        var delivery = ShareDelivery()
        delivery.output = .file(folder + "/share.eml", replacing: false)
        _ = try await SharePhotos(selection, options, delivery, in: mine).run()
        let bytes = try Data(contentsOf: URL(filePath: folder + "/share.eml"))
        let message = MailMessage(parsing: Array(bytes))
        try check(message.allParts.count > 5, "shared it: \(message.tree)")

        // A thousand mails, cancelled in their midst.
        let theirs = try PhotoCatalog(path: folder + "/theirs", access: .readWrite)
        let mails = Array(repeating: folder + "/share.eml", count: 1_000)
        let files = ImportFiles(mails, into: theirs, pictures: folder + "/received")
        let (numbers, number) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
            try await files.run { progress in
                if case .item(is ImportMail.Report) = progress.event { number.yield(progress.done) }
            }
        }
        for await _ in numbers.prefix(10) {}
        let start = ContinuousClock.now
        task.cancel()
        let report = try await task.value
        try check(
            report.wasInterrupted && report.mails < 1_000 && .now - start < .seconds(1),
            "imported \(report.mails) mails until it was cancelled")
        let received = try theirs.record(found[0])
        try check(received?.keywords.contains("from outside") ?? false, "the story came along")

        let point = received?.location?.coordinate
        let place = try point.flatMap { try PlaceDirectory.installed().nearest(to: $0) }
        try check(place != nil, "the kite flew near \(place?.name ?? "nowhere")")
    }

    static func check(_ isSo: Bool, _ what: String) throws {
        print(isSo ? "ok:" : "FAILED:", what)
        if !isSo { exit(1) }
    }
}
