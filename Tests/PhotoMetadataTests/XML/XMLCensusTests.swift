import PhotoRecord
import TestSupport
import Testing

@testable import PhotoMetadata

/// What of XML costs libxml2 more than linear time never reaches it.
@Suite struct XMLCensusTests {
    private func sound(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: bytes.prefix(bytes.withUnsafeBytes(XMLCensus.sound)), as: UTF8.self)
    }

    private func attributes(_ count: Int, _ prefix: String = "dc:") -> String {
        (0..<count).map { "\(prefix)a\($0)='1'" }.joined(separator: " ")
    }

    private func namespaces(_ count: Int) -> String {
        (0..<count).map { "xmlns:n\($0)='u\($0)'" }.joined(separator: " ")
    }

    @Test func `a document is given whole where no tag has too much`() {
        let most = XMLCensus.mostAttributes
        for document in [
            "", "<a/>", "<a \(attributes(most))/>", "<a \(namespaces(most))></a><b/>",
            "<!-- <a \(attributes(2 * most))/> --><a/>",
            "<a><![CDATA[<b \(attributes(2 * most))>]]></a>",
            "<?x <b \(attributes(2 * most)) ?><a/>",
            "<a b=\"<c \(attributes(2 * most, "")) \"/>",
            String(repeating: "<a \(attributes(100)) \(namespaces(100))/>", count: 100),
            String(repeating: "<a \(namespaces(100))></a>", count: 100),
        ] {
            #expect(sound(document) == document)
        }
    }

    @Test func `it is cut off before the first tag with too many attributes or namespaces`() {
        let most = XMLCensus.mostAttributes
        for tag in [
            "<b \(attributes(most + 1))/>", "<b \(namespaces(most + 1))>",
            "<b\n\(attributes(most + 1, ""))", "<b \(attributes(most + 1))",
        ] {
            #expect(sound("<a><!-- ' --><c/>" + tag + "</a>") == "<a><!-- ' --><c/>")
        }
        // Namespaces of the elements around one count as well.
        let nested = String(repeating: "<a \(namespaces(100))>", count: 10)
        #expect(sound(nested) == String(repeating: "<a \(namespaces(100))>", count: 5))
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
