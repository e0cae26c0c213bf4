import Gazetteer
import MIMEMessage
import PhotoRecords
import Pictures
import Testing

@testable import ShareMail

/// A person's own pictures that have the size or the name of our maps: they are photos.
@Suite struct OwnPictureTests {
    /// A PNG of a map's size that shows something else: even a map, of another place.
    private static func own() throws -> [UInt8] {
        let point = try #require(Coordinate(latitude: -24.7, longitude: 15.3))
        let map = try #require(
            LocatorMap(of: [LocatorMap.Pin(point)], land: InstalledLand.outlines.get().outlines))
        let png = try map.png()
        #expect(MapMark.hasSizeOfMap(png) && !MapMark.isMarked(png))
        return png
    }

    private static func share() throws -> ShareMessage {
        let photo = try #require(SampleShares.record(named: "bird.jpg"))
        return try ShareComposer().pieces(of: [photo], SampleShares.options()).message
    }

    private static func picture(_ name: String, _ bytes: [UInt8]) throws -> ShareMessage.Picture {
        ShareMessage.Picture(
            contentID: "own@example.org", fileName: name,
            content: try StoredBytes(bytes, in: TemporaryFile()))
    }

    private func read(_ message: ShareMessage) throws -> ShareContents {
        ShareReader().read(MailMessage(parsing: try message.bytes()))
    }

    @Test(arguments: ["Map.PNG", "map.png", "scan.png"])
    func `an ordinary mail loses no picture`(name: String) throws {
        var message = try Self.share()
        message.text = "Look!"
        (message.html, message.payload, message.map) = (nil, nil, nil)
        (message.previews, message.photos) = ([], [try Self.picture(name, Self.own())])
        let contents = try read(message)
        #expect(contents.photos.map { $0.picture?.fileName } == [name])
        #expect(contents.findings.isEmpty)
    }

    @Test(arguments: ["Map.PNG", "map.png", "scan.png"])
    func `a share with a map loses no other picture`(name: String) throws {
        var message = try Self.share()
        message.photos.append(try Self.picture(name, Self.own()))
        #expect(try read(message).photos.count == 2)
        // Nor one whose map is gone.
        message.map = nil
        let contents = try read(message)
        #expect(contents.photos.count == 2)
        #expect(!contents.findings.contains { $0.code == .mapPassedOver })
    }

    @Test(arguments: ["map.png", "image001.png"])
    func `a map that lost its marker is skipped once, with a finding`(name: String) throws {
        var message = try Self.share()
        let map = try #require(message.map?.bytes)
        let bare = Array(map[..<33]) + map[(MapMark.length - 1)...]
        #expect(!MapMark.isMarked(bare))
        message.photos.append(try Self.picture(name, bare))
        message.photos.append(try Self.picture("own.png", Self.own()))
        message.map = nil
        let contents = try read(message)
        #expect(contents.photos.count == 2)
        let words = contents.findings.filter { $0.code == .mapPassedOver }
        #expect(words.count == 1 && words.first?.message.contains("“\(name)”") == true)
    }
}
