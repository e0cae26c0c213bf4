import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

struct JPEGPictureTests {
    private func fingerprint(_ bytes: [UInt8]) throws -> String? {
        try PhotoReader().read(bytes: bytes).record.image?.fingerprint
    }

    @Test
    func `metadata do not change the fingerprint, the picture does`() throws {
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

    @Test
    func `bytes after the picture do not count and are a note`() throws {
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

    @Test
    func `a Samsung trailer says where the picture ends`() throws {
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
        // Of a directory that is longer than the tail at hand the rest is read.
        let source = MemorySource(bytes)
        #expect(try SamsungTrailer.start(tail: Array(bytes.suffix(20)), in: source) == end)
        let record = try PhotoReader().read(bytes: bytes).record
        #expect(record.findings.map(\.code) == [.jpegTrailingData])
        builder.trailer = []
        #expect(record.image?.fingerprint == (try fingerprint(builder.bytes)))
    }

    /// Counts what is read.
    private final class CountedSource: ByteSource {
        let bytes: [UInt8]
        private(set) var read = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var count: Int { bytes.count }

        func read(_ range: Range<Int>) -> [UInt8] {
            let range = range.clamped(to: 0..<count)
            read += range.count
            return Array(bytes[range])
        }
    }

    private func read(_ bytes: [UInt8]) throws -> (blocks: MetadataBlocks, read: Int) {
        let source = CountedSource(bytes)
        var window = try ByteWindow(of: source)
        var walk = JPEGWalk(limits: .standard)
        return (try walk.blocks(&window), source.read)
    }

    private static let film =
        Array("\0\0\0\u{18}ftypmp42".utf8) + [UInt8](repeating: 7, count: 50_000)

    /// A photo of 400 KB whose packet says these things of what follows it.
    private func photo(saying attributes: String, items: [(length: Int, padding: Int)] = [])
        -> JPEGBuilder
    {
        var builder = JPEGBuilder()
        builder.scan = (0..<400_000).map { UInt8($0 % 251) }
        let list = items.map {
            "<rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='a/b' "
                + "Item:Length='\($0.length)' Item:Padding='\($0.padding)'/></rdf:li>"
        }
        let directory =
            items.isEmpty
            ? ""
            : "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>"
        builder.add(
            xmp: XMPText.packet(
                rdf: """
                    <rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
                     xmlns:Container="http://ns.google.com/photos/1.0/container/"
                     xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(attributes)>\
                    \(directory)</rdf:Description>
                    """))
        return builder
    }

    @Test
    func `a film that XMP tells of is not read, and the picture ends before it`() throws {
        let size = Self.film.count
        let photos = [
            photo(saying: "GCamera:MicroVideo='1' GCamera:MicroVideoOffset='\(size)'"),
            photo(saying: "GCamera:MotionPhoto='1'", items: [(0, 0), (size, 0)]),
            photo(saying: "", items: [(400_123, 0), (30_000, 0), (size - 30_000, 0)]),
        ]
        for (number, plain) in photos.enumerated() {
            var builder = plain
            builder.trailer = Self.film
            let (blocks, count) = try read(builder.bytes)
            #expect(blocks.fingerprint == (try fingerprint(plain.bytes)), "photo \(number)")
            #expect(blocks.findings.map(\.code) == [.jpegTrailingData])
            #expect(count < 20_000, "photo \(number)")
        }
        // A padded one: the picture's end is found, if by reading.
        var padded = photo(saying: "", items: [(0, 100), (size, 0)])
        let print = try fingerprint(padded.bytes)
        padded.trailer = [UInt8](repeating: 0, count: 100) + Self.film
        let (blocks, count) = try read(padded.bytes)
        #expect(blocks.fingerprint == print)
        #expect(count < 20_000)
    }

    @Test
    func `what says something wrong of the film is not believed`() throws {
        for size in [0, 1, 77, Self.film.count - 1, 449_000, 500_000, Int.max] {
            var builder = photo(
                saying: "GCamera:MicroVideoOffset='\(size)'", items: [(0, 0), (size, size)])
            let print = try fingerprint(builder.bytes)
            builder.trailer = Self.film
            #expect(try read(builder.bytes).blocks.fingerprint == print, "\(size)")
        }
    }

    @Test
    func `a multi-picture index says where the picture ends`() throws {
        func word(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }
        /// Two pictures, the second so far behind the index's own header.
        func index(_ offset: Int) -> [UInt8] {
            Array("MPF\0MM\0*".utf8) + word(8) + [0, 1] + [0xB0, 0x02, 0, 7] + word(32) + word(26)
                + word(0) + word(0) + word(0) + word(0) + word(0)
                + word(0) + word(1_000) + word(offset) + word(0)
        }
        var builder = JPEGBuilder()
        builder.scan = (0..<400_000).map { UInt8($0 % 251) }
        let plain = try fingerprint(builder.bytes)
        builder.add(0xE2, index(0))
        // SOI, the segment's marker and length, the four letters.
        let distance = builder.bytes.count - 2 - 4 - 4
        builder.segments = [JPEGBuilder.segment(0xE2, index(distance))]
        builder.trailer = JPEGBuilder().bytes + Self.film
        let (blocks, count) = try read(builder.bytes)
        #expect(blocks.fingerprint == plain)
        #expect(count < 20_000)
    }

    @Test(.needs(.tool("exiftool"), .photoCorpus))
    func `retagging by exiftool leaves the fingerprint of real photos alone`() throws {
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
