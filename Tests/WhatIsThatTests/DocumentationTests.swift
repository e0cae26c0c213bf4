import CatalogDatabase
import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing
import WhatIsThat

/// The examples of the module's articles: they compile here, and they are these.
@Suite struct DocumentationTests {
    @Test func `the example of the overview catalogs a folder`() async throws {
        let folder = try TemporaryFolder()
        let (file, photos) = (folder.path("photos.wit"), Checkout.fixtures.path + "/photos")
        let catalog = try PhotoCatalog(path: file, access: .readWrite)
        let report = try await CatalogPhotos([photos], in: catalog).run()
        print(report.added, "new photos,", report.failures.count, "that could not be read")
        #expect(report.added > 0 && report.failures.isEmpty)
    }

    @Test func `the example of the contract tells of its progress`() async throws {
        let folder = try TemporaryFolder()
        let photos = Checkout.fixtures.path + "/photos"
        let catalog = try PhotoCatalog(path: folder.path("photos.wit"), access: .readWrite)
        let scan = CatalogPhotos([photos], in: catalog)
        let report = try await scan.run { progress in
            print(progress.stage.rawValue, progress.done, "of", progress.total ?? 0)
        }
        print(report.json.text)
        #expect(report.added > 0 && report.json["added"]?.int == report.added)
    }

    /// Letter by letter, blanks and paths apart.
    @Test func `every example of the articles is run here`() throws {
        func words(_ text: some StringProtocol) -> String {
            text.replacingOccurrences(of: #""/home/anna/photos.wit""#, with: "file")
                .replacingOccurrences(of: #""/home/anna/Pictures""#, with: "photos")
                .split(whereSeparator: \.isWhitespace).joined()
        }
        let articles = Checkout.root.appending(path: "Sources/WhatIsThat/WhatIsThat.docc")
        let texts = try FileManager.default.contentsOfDirectory(atPath: articles.path).map {
            try String(contentsOf: articles.appending(path: $0), encoding: .utf8)
        }
        let examples = texts.flatMap { text in
            text.components(separatedBy: "```swift\n").dropFirst()
                .map { $0.components(separatedBy: "```")[0] }
        }
        try #require(examples.count == 2)
        let here = words(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        for example in examples {
            for line in example.split(separator: "\n") { #expect(here.contains(words(line))) }
        }
    }
}
