import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// A sidecar's values stand above the file's.
struct SidecarTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/bird.jpg"),
            to: folder.url.appending(path: "bird.jpg"))
    }

    private func write(_ properties: String, to name: String) throws {
        try Data(XMPText.packet(properties).utf8).write(to: folder.url.appending(path: name))
    }

    private func read() throws -> PhotoRecord {
        try PhotoReader().read(path: folder.path("bird.jpg")).record
    }

    @Test
    func `a sidecar's paths are found in both spellings`() {
        #expect(
            SidecarName.spellings(for: "/a.b/bird.jpg") == [
                "/a.b/bird.jpg.xmp", "/a.b/bird.jpg.XMP", "/a.b/bird.xmp", "/a.b/bird.XMP",
            ])
        #expect(SidecarName.spellings(for: "/a.b/bird") == ["/a.b/bird.xmp", "/a.b/bird.XMP"])
        #expect(SidecarName.spellings(for: "/a/.jpg") == ["/a/.jpg.xmp", "/a/.jpg.XMP"])
        #expect(SidecarName.spellings(for: "/a/bird.jpg.Xmp").isEmpty)
    }

    @Test
    func `a value of the sidecar wins, the file's others stay`() throws {
        let before = try read()
        try write("<dc:title>Milan royal</dc:title>", to: "bird.xmp")
        let after = try read()
        #expect(after.name == "Milan royal")
        #expect(after.provenance[.name]?.source == "sidecar:dc:title")
        #expect(after.caption == before.caption)
        #expect(after.provenance[.caption] == before.provenance[.caption])
        #expect(after.taken == before.taken)
        #expect(after.location == before.location)
        #expect(after.regions == before.regions)
        #expect(after.image == before.image)
    }

    @Test
    func `of two sidecars the one with the whole name counts`() throws {
        try write("<dc:title>Short</dc:title>", to: "bird.xmp")
        try write("<dc:title>Whole</dc:title>", to: "bird.jpg.xmp")
        #expect(try read().name == "Whole")
    }

    @Test
    func `the same second keeps the file's fraction and offset, another date has its own`() throws {
        let before = try read()
        try write(
            "<exif:DateTimeOriginal>2024-05-01T10:22:33</exif:DateTimeOriginal>", to: "bird.xmp")
        #expect(try read().taken?.local == before.taken?.local)
        #expect(try read().taken?.offset == before.taken?.offset)
        #expect(try read().taken?.source == "sidecar:exif:DateTimeOriginal")
        try write(
            "<exif:DateTimeOriginal>2023-05-01T10:22:33</exif:DateTimeOriginal>", to: "bird.xmp")
        #expect(try read().taken?.local.iso == "2023-05-01T10:22:33")
        #expect(try read().taken?.offset == nil)
    }

    @Test
    func `another place is the sidecar's, without the file's altitude`() throws {
        try write(
            "<exif:GPSLatitude>10,30N</exif:GPSLatitude>"
                + "<exif:GPSLongitude>20,15W</exif:GPSLongitude>",
            to: "bird.xmp")
        let location = try read().location
        #expect(location?.coordinate == Coordinate(latitude: 10.5, longitude: -20.25))
        #expect(location?.altitude == nil)
    }

    @Test
    func `a sidecar for another extension is not this file's`() throws {
        let mark = "<photoshop:SidecarForExtension>NEF</photoshop:SidecarForExtension>"
        try write("<dc:title>Raw</dc:title>" + mark, to: "bird.xmp")
        #expect(try read().name == "Red kite")
    }

    @Test
    func `an invalid sidecar is a finding and does not affect the photo`() throws {
        try Data("Dear aunt".utf8).write(to: folder.url.appending(path: "bird.jpg.xmp"))
        try write("<dc:title>Cut", to: "bird.xmp")
        let reading = try PhotoReader().read(path: folder.path("bird.jpg"))
        #expect(reading.record.findings.map(\.code).contains(.sidecarUnreadable))
        #expect(!reading.isDamaged)
        #expect(reading.record.caption == "Above the barn")
    }

    @Test
    func `a sidecar by itself gives its record`() throws {
        try write("<dc:title>Alone</dc:title>", to: "alone.xmp")
        let reading = try PhotoReader().read(path: folder.path("alone.xmp"))
        #expect(reading.isSidecar)
        #expect(reading.record.name == "Alone")
        #expect(reading.record.provenance[.name]?.source == "xmp:dc:title")
    }
}
