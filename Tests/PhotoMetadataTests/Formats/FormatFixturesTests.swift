import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// One small photo in each format, and what it says.
struct FormatFixturesTests {
    struct Fixture: CustomTestStringConvertible {
        let name: String
        let mediaType: String
        let scheme: String
        var testDescription: String { name }

        var path: String { Checkout.fixtures.appending(path: "formats/bird.\(name)").path }
    }

    static let fixtures = [
        Fixture(name: "avif", mediaType: "image/avif", scheme: "h1:"),
        Fixture(name: "gif", mediaType: "image/gif", scheme: "g1:"),
        Fixture(name: "heic", mediaType: "image/heic", scheme: "h1:"),
        Fixture(name: "jxl", mediaType: "image/jxl", scheme: "x1:"),
        Fixture(name: "png", mediaType: "image/png", scheme: "p1:"),
        Fixture(name: "tif", mediaType: "image/tiff", scheme: "t1:"),
        Fixture(name: "webp", mediaType: "image/webp", scheme: "w1:"),
    ]

    @Test(arguments: fixtures)
    func `a photo of each format tells its whole story`(_ fixture: Fixture) throws {
        let record = try PhotoReader().read(path: fixture.path).record
        #expect(record.findings.isEmpty)
        #expect(record.name == "Red kite")
        #expect(record.caption == "Above the barn")
        #expect(record.keywords == ["bird", "red kite", "Milvus milvus"])
        #expect(record.regions.map(\.name) == ["Red kite", "Our barn"])
        #expect(record.image?.mediaType == fixture.mediaType)
        #expect(record.image?.width == 64)
        #expect(record.image?.height == 48)
        #expect(record.image?.fingerprint?.hasPrefix(fixture.scheme) == true)
        if fixture.name == "gif" { return }  // It holds no EXIF.
        #expect(record.taken?.local.iso == "2024-05-01T10:22:33.120")
        #expect(record.taken?.offset?.description == "+02:00")
        let point = try #require(record.location?.coordinate)
        #expect(abs(point.latitude - 48.152345) < 1e-6)
        #expect(abs(point.longitude - 8.432109) < 1e-6)
        #expect(record.camera?.model == "iPhone 15 Pro")
    }

    @Test(arguments: fixtures)
    func `the name of a file says nothing of its format`(_ fixture: Fixture) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path("a.jpg"))
        let record = try PhotoReader().read(path: folder.path("a.jpg")).record
        #expect(record.image?.mediaType == fixture.mediaType)
    }

    @Test(arguments: fixtures)
    func `a file that breaks off says so`(_ fixture: Fixture) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture.path)))
        let reading = try PhotoReader().read(bytes: Array(bytes.prefix(bytes.count / 4)))
        #expect(reading.isDamaged)
    }

    @Test(arguments: fixtures)
    func `retagging by another program does not change the fingerprint`(_ fixture: Fixture) throws {
        guard ExifTool.isThere else { return }
        let folder = try TemporaryFolder()
        let copy = folder.path("copy." + fixture.name)
        try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
        try ExifTool.run([
            "-q", "-m", "-overwrite_original", "-XMP-dc:Title=Milan royal",
            "-XMP-dc:Subject=" + String(repeating: "long ", count: 1_000),
            "-EXIF:ImageDescription=Elsewhere", copy,
        ])
        let before = try PhotoReader().read(path: fixture.path).record
        let after = try PhotoReader().read(path: copy).record
        #expect(after.name == "Milan royal")
        #expect(after.image?.fingerprint == before.image?.fingerprint)
        #expect(after.image?.bytes != before.image?.bytes)
    }

    @Test(arguments: fixtures)
    func `other pixels have another fingerprint`(_ fixture: Fixture) throws {
        // Of the picture's data some byte near the file's beginning or end is one.
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture.path)))
        let before = try PhotoReader().read(bytes: bytes).record.image?.fingerprint
        let changes = stride(from: 40, to: bytes.count, by: 23).filter { at in
            var other = bytes
            other[at] ^= 0x40
            let image = (try? PhotoReader().read(bytes: other))?.record.image
            return image.map { $0.fingerprint != before } ?? false
        }
        #expect(!changes.isEmpty)
    }
}
