import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// What of XMP would cost more than linear time.
@Suite struct CrowdedXMPTests {
    private func attributes(_ count: Int, _ prefix: String = "dc:") -> String {
        (0..<count).map { "\(prefix)a\($0)='1'" }.joined(separator: " ")
    }

    @Test(arguments: ["dc:", "", "xmlns:"])
    func `XMP with a hundred thousand attributes or namespaces takes no time and is named`(
        prefix: String
    ) {
        let rdf = """
            <rdf:Description><dc:title>Kite</dc:title></rdf:Description>
            <rdf:Description \(attributes(100_000, prefix))/>
            """
        let packet = Array(XMPText.packet(rdf: rdf).utf8)
        var xmp: XMPPacket?
        let seconds = Growth.seconds { xmp = XMPPacket([packet], limits: .standard) }
        #expect(seconds < 2)
        #expect(xmp?["dc:title"]?.string == "Kite")
        #expect(xmp?.findings.map(\.code) == [.xmpTooComplex])
    }

    @Test func `an edit refuses such XMP instead of reading it`() {
        let rdf = "<rdf:Description \(attributes(100_000))/>"
        let packet = Array(XMPText.packet(rdf: rdf).utf8)
        var isRefused = false
        let seconds = Growth.seconds { isRefused = XMPDocument(packet) == nil }
        #expect(isRefused)
        #expect(seconds < 2)
    }

    @Test func `a list of a hundred thousand keywords costs what it is long`() {
        let isLinear = Growth.isLinear(from: 25_000) { count in
            let list = (0..<count).map { "<rdf:li>k\($0)</rdf:li>" }.joined()
            let rdf =
                "<rdf:Description><dc:subject><rdf:Bag>\(list)</rdf:Bag></dc:subject></rdf:Description>"
            _ = XMPPacket([Array(XMPText.packet(rdf: rdf).utf8)], limits: .standard)
        }
        #expect(isLinear)
    }

    @Test(arguments: ["&#769;&#803;", "\u{301}\u{323}"])
    func `a keyword of marks without end is cut and named`(pair: String) {
        let word = "a" + String(repeating: pair, count: 20_000)
        let rdf = """
            <rdf:Description><dc:subject><rdf:Bag><rdf:li>\(word)</rdf:li><rdf:li>b</rdf:li>\
            <rdf:li>\(word)</rdf:li></rdf:Bag></dc:subject></rdf:Description>
            """
        for more in ["", "<!-- left to libxml2 -->"] {
            var blocks = MetadataBlocks(mediaType: "image/jpeg")
            blocks.xmp = [Array(XMPText.packet(rdf: rdf + more).utf8)]
            var record = PhotoRecord()
            let seconds = Growth.seconds { record = Reconciler(blocks, limits: .standard).record() }
            #expect(seconds < 2)
            #expect(record.keywords.map(\.unicodeScalars.count) == [30, 1])
            #expect(record.findings.map(\.code) == [.combiningMarks])
        }
    }
}
