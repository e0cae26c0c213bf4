import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// What is read straight from the octets is what libxml2 reads, or is left to it.
struct XMPDirectParserTests {
    private func direct(_ packet: [UInt8]) -> [String: XMPValue]? {
        XMPDirectParser.properties(of: packet, limits: .standard)
    }

    private func library(_ packet: [UInt8]) -> XMPPacket {
        XMPPacket(byLibrary: packet, limits: .standard)
    }

    /// Whether the packet is read directly; a difference is an issue.
    @discardableResult
    private func isSame(_ packet: [UInt8], _ name: String) -> Bool {
        guard let properties = direct(packet) else { return false }
        let other = library(packet)
        if properties != other.properties || !other.findings.isEmpty {
            Issue.record(
                """
                \(name): \(properties) ≠ \(other.properties) \(other.findings)
                \(String(decoding: packet.prefix(4_000), as: UTF8.self))
                """)
        }
        return true
    }

    @Test
    func `packets of Lightroom, exiftool and phones are read directly, as libxml2 reads them`()
        throws
    {
        for (index, packet) in XMPSamples.all.enumerated() {
            #expect(isSame(packet, "sample \(index)"), "sample \(index)")
        }
        let lightroom = try #require(direct(XMPSamples.all[0]))
        #expect(lightroom["dc:title"]?.string == "Röd glada & „Milan“")
        #expect(lightroom["dc:description"]?.string == "First line\nsecond – line")
        #expect(lightroom["dc:subject"]?.strings == ["bird", " Öland"])
        #expect(lightroom["xmp:Rating"]?.string == "4")
        #expect(lightroom["photoshop:City"]?.string == "Borgholm")
        #expect(lightroom.keys.allSatisfy { !$0.hasPrefix("crs") && !$0.hasPrefix("xmpMM") })
        let tool = try #require(direct(XMPSamples.all[1]))
        #expect(tool["wit:Name"]?.string == "first")
        #expect(tool["dc:title"]?.string == "Kite")
        #expect(tool["dc:format"]?.string == "image/jpeg")
        #expect(direct(XMPSamples.all[2])?.isEmpty == true)
    }

    @Test
    func `our own packets are read directly`() throws {
        var record = PhotoRecord()
        record.name = "Kite & <more> \"quoted\""
        record.caption = "line\nline ]]> end"
        record.keywords = ["a", "Öland"]
        record.regions = [
            Region(
                name: "Kite", shape: .rectangle(RegionBox(x: 0.1, y: 0.1, width: 0.5, height: 0.5)))
        ]
        let bytes = try JPEGMetadataWriter().rewrite(
            JPEGBuilder().bytes, with: record, orientation: 1)
        var window = try ByteWindow(of: MemorySource(bytes))
        var walk = JPEGWalk(limits: .standard)
        let packets = try walk.blocks(&window).xmp
        #expect(!packets.isEmpty)
        for packet in packets { #expect(isSame(packet, "our own")) }
    }

    @Test(arguments: [
        "<dc:title>A</dc:titel>", "<dc:title>A", "<dc:title>A & B</dc:title>",
        "<dc:title>&unknown;</dc:title>", "<dc:title>]]></dc:title>",
        "<dc:title a:b='c'>A</dc:title>", "<dc:title dc:x='1' dc:x='2'>A</dc:title>",
        "<dc:title dc:x='<'/>", "<dc:title dc:x=1/>", "<dc:title dc:x='1'dc:y='2'/>",
        "<dc:title>&#0;</dc:title>", "<dc:title>&#xFFFF;</dc:title>",
        "<dc:title>\u{FFFE}</dc:title>", "<dc:title>\u{1}</dc:title>",
        "<dc:title>A\r\nB</dc:title>", "<dc:title dc:x='a\nb'/>",
        "<dc:title><![CDATA[A]]></dc:title>", "<!-- A --><dc:title/>",
        "<title xmlns='http://purl.org/dc/elements/1.1/'>A</title>",
        "<dc:title><dc:other>A</dc:other></dc:title>",
        "<dc:title rdf:parseType='Resource'><rdf:value>A</rdf:value></dc:title>",
        "<dc:title>A<rdf:Alt><rdf:li>B</rdf:li></rdf:Alt></dc:title>",
        "<dc:title><rdf:Alt/></dc:title>", "<1a/>", "<dc:title xmlns:x=''/>",
        "<dc:title xmlns:x='a:b' xmlns:x='a:b'/>", "<dc:title xmlns:x='a:b' xmlns:x='c:d'/>",
        "<dc:title xmlns:d2='http://purl.org/dc/elements/1.1/' d2:x='1' dc:x='2'/>",
    ])
    func `what is not well-formed or unusual is left to libxml2`(_ properties: String) {
        let packet = Array(XMPText.packet(properties).utf8)
        #expect(direct(packet) == nil)
        // The usual way still reads what can be read.
        #expect(
            XMPPacket([packet], limits: .standard).properties == library(packet).properties)
    }

    @Test
    func `octets that are not UTF-8, or after the last element, are left to libxml2`() {
        let packet = XMPSamples.all[0]
        #expect(direct(Array(packet.dropLast(600))) == nil)
        #expect(direct(packet + Array("x".utf8)) == nil)
        #expect(direct(packet + packet) == nil)
        var other = packet
        other[other.firstIndex(of: 0xC3) ?? 0] = 0xF6
        #expect(direct(other) == nil)
        #expect(direct(packet + [0, 0, 0x20]) != nil)
        #expect(direct([0xEF, 0xBB, 0xBF] + packet) != nil)
        // A question mark within the target of a processing instruction.
        let text = String(decoding: packet, as: UTF8.self)
        let odd = text.replacing("<?xpacket begin", with: "<?xp?cket begin")
        #expect(odd != text && direct(Array(odd.utf8)) == nil)
    }

    @Test(.timeLimit(.minutes(2)))
    func `mutated packets give what libxml2 gives, or are left to it`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var seeds = XMPSamples.all
        seeds += [Array(XMPText.packet("<dc:title rdf:value='&amp;&#38;'>Kite</dc:title>").utf8)]
        let pieces = [
            "<dc:title>", "</dc:title>", "<rdf:li>", "</rdf:li>", "/>", ">", "<", "&amp;", "&#65;",
            "\"", "'", " rdf:parseType=\"Resource\"", "<rdf:Bag>", "</rdf:Bag>", "]]>", "<!--",
            "<rdf:Description>", "</rdf:Description>", " xml:lang=\"de\"", "<rdf:value>", "\n",
            " xmlns:dc=\"a:b\"", "<?a b?>", ":", "xmlns", "=\"\"", " dc:title=\"&amp;\"",
        ].map { Array($0.utf8) }
        var read = 0
        for round in 0..<20_000 {
            var packet = seeds[round % seeds.count]
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let at = Int.random(in: 0..<packet.count, using: &generator)
                let end = min(packet.count, at + Int.random(in: 0...12, using: &generator))
                switch Int.random(in: 0...3, using: &generator) {
                case 0: packet.removeSubrange(at..<end)
                case 1: packet[at] = packet.randomElement(using: &generator) ?? 0
                case 2: packet[at] = UInt8.random(in: 0...255, using: &generator)
                default:
                    packet.replaceSubrange(
                        at..<at, with: pieces.randomElement(using: &generator) ?? [])
                }
            }
            if isSame(packet, "seed \(seed), round \(round)") { read += 1 }
        }
        // Most changes fall into names and values, where they do no harm.
        #expect(read > 2_000)
        print("XMP: \(read) of 20,000 mutated packets were read directly")
    }

    @Test
    func `the packets of the fixtures are read as libxml2 reads them`() throws {
        let (read, all) = try compare(Checkout.fixtures)
        #expect(all > 5)
        #expect(read == all)
    }

    @Test(.needs(.photoCorpus))
    func `the packets of real photos are read as libxml2 reads them, most of them directly`() throws
    {
        let (read, all) = try compare(#require(Checkout.photoCorpus))
        #expect(all > 30)
        print("XMP: \(read) of \(all) packets of the corpus were read directly")
        #expect(read * 10 > all * 7)
    }

    private func compare(_ folder: URL) throws -> (read: Int, all: Int) {
        var counts = (read: 0, all: 0)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let url = files?.nextObject() as? URL {
            guard let source = try? FileSource(path: url.path),
                var window = try? ByteWindow(of: source),
                let blocks = try? ContainerFormat.matching(window.head)?.walk(&window, .standard)
            else { continue }
            for packet in blocks.xmp where XMPNamespace.matter(in: packet[...]) {
                counts.all += 1
                if isSame(packet, url.path) { counts.read += 1 }
            }
        }
        return counts
    }
}
