import Foundation
import TestSupport
import Testing

@testable import ShareMail

/// Mails to be looked at.
///
/// `WIT_GALLERY=FOLDER swift test --filter GalleryTests` writes them there as `.eml` and
/// `.txt`; `Tests/Looks/looks` makes pictures of them.
@Suite struct GalleryTests {
    /// That the HTML shows no picture of elsewhere, runs nothing, and every picture has words.
    private func check(_ html: String, of name: String) {
        let pictures = html.matches(of: /<img\s[^>]*>/).map(\.output)
        for picture in pictures {
            #expect(
                picture.contains(" src=\"cid:wit-preview-")
                    || picture.contains(" src=\"cid:wit-map-"))
            #expect(picture.contains(/\salt="[^"]+"/))
        }
        let scripts = html.matches(of: /(?i)<\s*script[^>]*>/).map(\.output)
        // A hundred photos leave no room for it.
        #expect(scripts.allSatisfy { $0 == "<script type=\"application/ld+json\">" })
        #expect(scripts.count == (name == "hundred" ? 0 : 1))
        for foreign in ["<link", "<iframe", "url(", "@import", "src=\"http"] {
            #expect(!html.contains(foreign))
        }
        let links = html.matches(of: /href="([^"]*)"/).map(\.output.1)
        #expect(links.allSatisfy { $0.hasPrefix("https://www.openstreetmap.org/") })
    }

    @Test
    func `every kind of mail passes the proof, with HTML under 100 KB and nothing from elsewhere`()
        throws
    {
        let mails = try SampleMails.gallery()
        #expect(mails.count == 13)
        let folder = ProcessInfo.processInfo.environment["WIT_GALLERY"].map {
            URL(filePath: $0, directoryHint: .isDirectory)
        }
        for mail in mails {
            let pieces = try ShareComposer().pieces(of: mail.records, mail.options)
            let share = try ShareComposer().finished(pieces)
            #expect(share.htmlBytes < 100_000)
            check(try #require(pieces.message.html), of: mail.name)
            // QUIRK: RFC 2047 §5 (3) forbids encoded words in quotes; strict parsers say so.
            #expect(!String(decoding: try share.bytes, as: UTF8.self).contains("name=\"=?"))
            guard let folder else { continue }
            let name = folder.appending(path: mail.name).path
            try Data(share.bytes).write(to: URL(filePath: name + ".eml"))
            try Data(pieces.message.text.utf8).write(to: URL(filePath: name + ".txt"))
            print("\(mail.name): \(share.summary), HTML \(share.htmlBytes) bytes")
        }
    }
}
