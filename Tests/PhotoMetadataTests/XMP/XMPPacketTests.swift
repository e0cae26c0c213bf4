import Foundation
import PhotoRecords
import Testing

@testable import PhotoMetadata

struct XMPPacketTests {
    private func parse(_ text: String) -> XMPPacket {
        XMPPacket([Array(text.utf8)], limits: .standard)
    }

    @Test
    func `an ampersand in an attribute is one, whoever reads the packet`() {
        let rdf = "<rdf:Description dc:title='A &amp; B &#38; &quot;C&quot; &amp;#38;'/>"
        for more in ["", "<!-- left to libxml2 -->"] {
            let packet = parse(XMPText.packet(rdf: rdf + more))
            #expect(packet["dc:title"]?.string == "A & B & \"C\" &#38;")
        }
    }

    struct Spelling: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rdf: String
    }

    @Test(arguments: [
        Spelling(
            testDescription: "element",
            rdf: "<rdf:Description><dc:title>Kite</dc:title></rdf:Description>"),
        Spelling(testDescription: "attribute", rdf: "<rdf:Description dc:title='Kite'/>"),
        Spelling(
            testDescription: "language alternatives",
            rdf: """
                <rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang="de">Milan</rdf:li>
                <rdf:li xml:lang="x-default">Kite</rdf:li></rdf:Alt></dc:title></rdf:Description>
                """),
        Spelling(
            testDescription: "another prefix",
            rdf: """
                <rdf:Description xmlns:t="http://purl.org/dc/elements/1.1/">
                <t:title>Kite</t:title></rdf:Description>
                """),
        Spelling(
            testDescription: "rdf:value with a qualifier",
            rdf: """
                <rdf:Description><dc:title rdf:parseType="Resource"><rdf:value>Kite</rdf:value>
                <xmp:Label>x</xmp:Label></dc:title></rdf:Description>
                """),
        Spelling(
            testDescription: "rdf:value as an attribute",
            rdf: "<rdf:Description><dc:title rdf:value='Kite' xmp:Label='x'/></rdf:Description>"
        ),
        Spelling(
            testDescription: "nested description",
            rdf: """
                <rdf:Description><dc:title><rdf:Description><rdf:value>Kite</rdf:value>
                </rdf:Description></dc:title></rdf:Description>
                """),
        Spelling(
            testDescription: "CDATA and entities",
            rdf: "<rdf:Description><dc:title><![CDATA[Ki]]>&#116;e</dc:title></rdf:Description>"
        ),
        Spelling(
            testDescription: "references in an attribute",
            rdf: "<rdf:Description dc:title='&#75;i&#x74;e'/><!-- by libxml2 -->"),
        Spelling(
            testDescription: "several descriptions",
            rdf: "<rdf:Description xmp:Label='x'/><rdf:Description dc:title='Kite'/>"),
    ])
    func `a title reads in every spelling of RDF`(_ spelling: Spelling) {
        let packet = parse(XMPText.packet(rdf: spelling.rdf))
        #expect(packet["dc:title"]?.string == "Kite")
        #expect(packet.findings.isEmpty)
    }

    @Test
    func `structures read as attributes, as resources and as descriptions`() {
        for area in [
            "<mwg-rs:Area stArea:x='0.5'/>",
            "<mwg-rs:Area rdf:parseType='Resource'><stArea:x>0.5</stArea:x></mwg-rs:Area>",
            "<mwg-rs:Area><rdf:Description stArea:x='0.5'/></mwg-rs:Area>",
        ] {
            let packet = parse(XMPText.packet(area))
            #expect(packet["mwg-rs:Area"]?["stArea:x"]?.number == 0.5)
        }
    }

    @Test
    func `damaged XML gives what stood before the damage, with a finding`() {
        let whole = XMPText.packet("<dc:title>Kite</dc:title><dc:description>Barn</dc:description>")
        let cut = String(
            whole.prefix(upTo: whole.range(of: "Barn</dc")?.upperBound ?? whole.endIndex))
        let packet = parse(cut)
        #expect(packet["dc:title"]?.string == "Kite")
        #expect(packet.findings.map(\.code) == [.xmpDamaged])
    }

    @Test
    func `padding and zeros around a packet harm nobody`() {
        let packet = parse("\n " + XMPText.packet("<dc:title>Kite</dc:title>") + "   \n\0\0")
        #expect(packet["dc:title"]?.string == "Kite")
        #expect(packet.findings.isEmpty)
    }

    @Test
    func `a packet of UTF-16 and one of Windows-1252 are read`() {
        let text = XMPText.packet("<dc:title>Grün</dc:title>")
            .replacing("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>", with: "")
        let units = text.utf16.flatMap { (unit) -> [UInt8] in
            [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
        let wide: [UInt8] = [0xFE, 0xFF] + units
        #expect(XMPPacket([wide], limits: .standard)["dc:title"]?.string == "Grün")
        let narrow = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let guessed = XMPPacket([narrow], limits: .standard)
        #expect(guessed["dc:title"]?.string == "Grün")
        #expect(guessed.findings.map(\.code) == [.textEncodingGuessed])
    }

    @Test(.timeLimit(.minutes(1)))
    func `entities that expand without end are not read`() {
        var entities = "<!ENTITY a0 \"lol\">"
        for level in 1...12 {
            let inner = String(repeating: "&a\(level - 1);", count: 10)
            entities += "<!ENTITY a\(level) \"\(inner)\">"
        }
        let body = XMPText.packet("<dc:title>&a12;</dc:title>")
        let packet = parse(
            "<!DOCTYPE x [\(entities)]>"
                + body.replacing(
                    "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>", with: ""))
        #expect(packet["dc:title"] == nil)
        #expect(packet.findings.map(\.code) == [.xmpDocumentType])
        #expect(parse(XMPText.packet("<dc:title>&nope;</dc:title>"))["dc:title"]?.string == nil)
    }

    @Test
    func `elements nested too deep or too many are left out, the rest is read`() {
        let deep =
            String(repeating: "<dc:title rdf:parseType='Resource'>", count: 200)
            + String(repeating: "</dc:title>", count: 200)
        let nested = parse(XMPText.packet("<dc:description>Barn</dc:description>" + deep))
        #expect(nested["dc:description"]?.string == "Barn")
        #expect(nested.findings.map(\.code) == [.xmpTooComplex])
        let many = String(repeating: "<rdf:li>a</rdf:li>", count: 60_000)
        let list = parse(XMPText.packet("<dc:subject><rdf:Bag>\(many)</rdf:Bag></dc:subject>"))
        #expect(list.findings.map(\.code) == [.xmpTooComplex])
        #expect(list["dc:subject"]?.items.count == PhotoReadLimits.standard.listEntries)
    }

    @Test(arguments: [XMPNamespace.wit.uri, "https://whatisthat.app/ns/1.0/"])
    func `our properties are read by their present namespace and by the former one`(uri: String) {
        // No other namespace that matters is named in it.
        let packet = """
            <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF \
            xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' \
            xmlns:wit='\(uri)' wit:Name='Kite'/></rdf:RDF></x:xmpmeta>
            """
        #expect(XMPNamespace.matter(in: Array(packet.utf8)[...]))
        #expect(parse(packet)["wit:Name"]?.string == "Kite")
        #expect(
            XMPDirectParser.properties(of: Array(packet.utf8), limits: .standard)?["wit:Name"]?
                .string == "Kite")
        #expect(
            XMPPacket(byLibrary: Array(packet.utf8), limits: .standard)["wit:Name"]?.string
                == "Kite")
    }

    @Test
    func `a packet that names nothing of interest is not parsed`() {
        let phone =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/' xmlns:g='http://ns.google.com/photos/1.0/'>"
        #expect(!XMPNamespace.matter(in: Array(phone.utf8)[...]))
        #expect(XMPNamespace.matter(in: Array(XMPText.packet("").utf8)[...]))
        #expect(parse(phone).findings.isEmpty)
    }

    @Test
    func `XMP's numbers are decimals or rationals`() {
        #expect(XMPNumber.parse("350/10") == 35)
        #expect(XMPNumber.parse(" 0.5 ") == 0.5)
        #expect(XMPNumber.parse("1/0") == nil)
        #expect(XMPNumber.parse("inf") == nil)
        #expect(XMPNumber.parse("1/2/3") == nil)
    }
}
