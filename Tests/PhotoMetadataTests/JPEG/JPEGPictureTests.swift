import Foundation
import PhotoRecord
import Testing
import TestSupport

@testable import PhotoMetadata

struct JPEGPictureTests {
    private func fingerprint(_ bytes: [UInt8]) throws -> String? {
        try PhotoReader().read(bytes: bytes).record.image?.fingerprint
    }

    @Test("metadata do not change the fingerprint, the picture does")
    func metadata() throws {
        let plain = JPEGBuilder()
        var tagged = plain
        tagged.add(exif: TIFFBuilder().bytes)
        tagged.add(xmp: XMPText.packet("<dc:title>Kite</dc:title>"))
        tagged.add(0xFE, Array("a comment".utf8))
        let print = try #require(try fingerprint(plain.bytes))
        #expect(print.wholeMatch(of: /j1:[0-9a-f]{32}/) != nil)
        #expect(try fingerprint(tagged.bytes) == print)
        var wider = plain
        wider.size.width = 641
        #expect(try fingerprint(wider.bytes) != print)
        for index in [0, plain.scan.count - 1] {
            var other = plain
            other.scan[index] = 0x77
            #expect(try fingerprint(other.bytes) != print)
        }
        var longer = plain
        longer.scan = [UInt8](repeating: 0x11, count: 9_000)
        var longest = plain
        longest.scan = [UInt8](repeating: 0x11, count: 9_001)
        #expect(try fingerprint(longer.bytes) != fingerprint(longest.bytes))
    }

    @Test("bytes behind the picture do not count and are a note")
    func trailing() throws {
        let plain = JPEGBuilder()
        for trailer in [[UInt8](repeating: 0, count: 40), Array("....ftypmp42 a film".utf8)] {
            var padded = plain
            padded.trailer = trailer
            let record = try PhotoReader().read(bytes: padded.bytes).record
            #expect(record.image?.fingerprint == (try fingerprint(plain.bytes)))
            #expect(record.findings.map(\.code) == [.jpegTrailingData])
            #expect(record.findings.map(\.severity) == [.note])
        }
        var double = plain
        double.trailer = plain.bytes
        #expect(try PhotoReader().read(bytes: double.bytes).record.findings.isEmpty)
    }

    @Test("a Samsung trailer says where the picture ends")
    func samsung() throws {
        let block = Array("block of data".utf8) + [0xFF, 0xD9]
        func word(_ value: Int) -> [UInt8] { [UInt8(value), 0, 0, 0] }
        let directory =
            Array("SEFH".utf8) + word(107) + word(1) + word(0x01) + word(block.count)
            + word(block.count)
        var builder = JPEGBuilder()
        let end = builder.bytes.count
        builder.trailer = block + directory + word(directory.count) + Array("SEFT".utf8)
        let bytes = builder.bytes
        #expect(SamsungTrailer.start(tail: Array(bytes.suffix(200)), count: bytes.count) == end)
        #expect(SamsungTrailer.start(tail: Array(bytes.suffix(20)), count: bytes.count) == nil)
        let record = try PhotoReader().read(bytes: bytes).record
        #expect(record.findings.map(\.code) == [.jpegTrailingData])
        builder.trailer = []
        #expect(record.image?.fingerprint == (try fingerprint(builder.bytes)))
    }

    @Test(
        "retagging by exiftool leaves the fingerprint of real photos alone",
        .needs(.tool("exiftool"), .photoCorpus))
    func retagged() throws {
        let corpus = try #require(Checkout.photoCorpus)
        let folder = try TemporaryFolder()
        var tried = 0
        for name in [
            "python-pillow+Pillow/Tests/images/ultrahdr.jpg",
            "exiftool+exiftool/t/images/Apple.jpg",
            "ianare+exif-samples/jpg/gps/DSCN0010.jpg",
            "immich-app+test-assets/metadata/faces/portrait.jpg",
        ] {
            let copy = folder.path("\(tried).jpg")
            try FileManager.default.copyItem(
                atPath: corpus.appending(path: name).path, toPath: copy)
            let before = try PhotoReader().read(path: copy).record.image?.fingerprint
            try ExifTool.run([
                "-q", "-m", "-overwrite_original", "-Title=Retagged", "-ImageDescription=Retagged",
                "-Keywords=a", copy,
            ])
            let after = try PhotoReader().read(path: copy).record
            #expect(after.name == "Retagged", "\(name)")
            #expect(after.image?.fingerprint == before, "\(name)")
            tried += 1
        }
        print("retagged \(tried) photos with exiftool")
    }
}
