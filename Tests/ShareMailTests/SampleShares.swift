import Foundation
import MIMEMessage
import PhotoMetadata
import PhotoRecords
import TestSupport

@testable import ShareMail

/// Shares of the project's drawn photos, the same at every run.
enum SampleShares {
    /// The JPEG files of a folder, sorted by path.
    static func photos(in folder: URL) -> [String] { files(in: folder, ["jpg", "jpeg"]) }

    /// The photos of a folder that are no JPEG: HEIC, raw and all others, sorted by path.
    static func otherPhotos(in folder: URL) -> [String] {
        files(
            in: folder,
            [
                "heic", "heif", "hif", "avif", "png", "webp", "tif", "tiff", "gif", "jxl", "dng",
                "cr2", "cr3", "nef", "arw", "raf", "rw2", "orf", "pef",
            ])
    }

    private static func files(in folder: URL, _ extensions: Set<String>) -> [String] {
        let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
        return files.compactMap { $0 as? String }
            .filter { extensions.contains(($0 as NSString).pathExtension.lowercased()) }
            .sorted().map { folder.appending(path: $0).path }
    }

    /// The drawn photos, by path.
    static let drawn = photos(in: Checkout.fixtures.appending(path: "photos"))

    /// The record of a photo as its own metadata tells it; nil if it cannot be read.
    static func record(_ path: String) -> PhotoRecord? {
        guard var record = try? PhotoReader().read(path: path).record else { return nil }
        record.file = path
        return record
    }

    /// The drawn photos that can be read, by file name.
    static func record(named name: String) -> PhotoRecord? {
        drawn.first { $0.hasSuffix("/" + name) }.flatMap { SampleShares.record($0) }
    }

    /// Options whose date and identity are fixed.
    static func options(_ size: PhotoSize = .small) throws -> ShareOptions {
        var options = ShareOptions(
            from: try Mailbox(validating: "Anna Ames <anna@example.org>"),
            to: [try Mailbox(validating: "ben@example.net")], message: "Hello Ben,\n\nlook!")
        options.size = size
        options.date = Date(timeIntervalSince1970: 1_795_168_800)
        options.messageKey = "0192f3c4-5a6b-7c8d-9e0f-aabbccddeeff"
        return options
    }

    /// Whether a record has a story to bring home.
    static func tells(_ record: PhotoRecord) -> Bool {
        record.name != nil || record.caption != nil || record.taken != nil
            || record.location != nil
    }
}
