import Crypto
import PhotoRecords
import Testing

@testable import PhotoMetadata

struct WordRulesTests {
    private func read(
        xmp: String = "", iptc: [(UInt8, UInt8, [UInt8])] = [], digest: [UInt8]? = nil,
        _ fill: (inout TIFFBuilder) -> Void = { _ in }
    ) throws -> PhotoRecord {
        var builder = JPEGBuilder()
        var tiff = TIFFBuilder()
        fill(&tiff)
        builder.add(exif: tiff.bytes)
        if !xmp.isEmpty { builder.add(xmp: XMPText.packet(xmp)) }
        if !iptc.isEmpty { builder.add(iptc: iptc, digest: digest) }
        return try PhotoReader().read(bytes: builder.bytes).record
    }

    private func windows(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0]
    }

    @Test
    func `names come from XMP, IPTC, Windows in this order`() throws {
        let iptc: [(UInt8, UInt8, [UInt8])] = [(2, 5, Array("Two".utf8))]
        let record = try read(xmp: "<dc:title>One</dc:title>", iptc: iptc) { _ in }
        #expect(record.name == "One")
        #expect(record.provenance[.name]?.source == "xmp:dc:title")
        let second = try read(xmp: "<dc:title> </dc:title>", iptc: iptc)
        #expect(second.name == "Two")
        let third = try read { $0.image = [$0.raw(0x9C9B, 1, self.windows("Three"))] }
        #expect(third.name == "Three")
        #expect(third.provenance[.name]?.source == "exif:XPTitle")
    }

    @Test
    func `captions come from EXIF, XMP, IPTC, Windows, UserComment in this order`() throws {
        let xmp = "<dc:description>two</dc:description>"
        let iptc: [(UInt8, UInt8, [UInt8])] = [(2, 120, Array("three".utf8))]
        #expect(
            try read(xmp: xmp, iptc: iptc) { $0.image = [$0.ascii(0x010E, "one")] }.caption == "one"
        )
        #expect(try read(xmp: xmp, iptc: iptc).caption == "two")
        #expect(
            try read(iptc: iptc) { $0.exif = [$0.raw(0x9286, 7, Array("ASCII\0\0\0five".utf8))] }
                .caption == "three")
        let windows = try read { tiff in
            tiff.image = [tiff.raw(0x9C9C, 1, self.windows("four"))]
            tiff.exif = [tiff.raw(0x9286, 7, Array("ASCII\0\0\0five".utf8))]
        }
        #expect(windows.caption == "four")
    }

    @Test
    func `IPTC that was changed after XMP stands before it`() throws {
        let xmp = "<dc:description>xmp</dc:description>"
        let iptc: [(UInt8, UInt8, [UInt8])] = [(2, 120, Array("iptc".utf8))]
        let bytes: [UInt8] = [0x1C, 2, 120, 0, 4] + Array("iptc".utf8)
        let current = Array(Insecure.MD5.hash(data: bytes))
        #expect(try read(xmp: xmp, iptc: iptc, digest: current).caption == "xmp")
        #expect(
            try read(xmp: xmp, iptc: iptc, digest: [UInt8](repeating: 7, count: 16)).caption
                == "iptc")
        #expect(
            try read(xmp: xmp, iptc: iptc, digest: [UInt8](repeating: 0, count: 16)).caption
                == "xmp")
    }

    @Test(arguments: [
        "OLYMPUS DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA  ", "Created with GIMP",
        "default",
        "DCIM\\100MEDIA\\DJI_0001.JPG", "/DCIM/100APPLE/IMG_1.JPG", "   ", "SONY",
    ])
    func `what cameras and programs fill in is no caption`(_ text: String) throws {
        let record = try read(xmp: "<dc:description>Barn</dc:description>") { tiff in
            tiff.image = [tiff.ascii(0x010E, text), tiff.ascii(0x010F, "SONY")]
        }
        #expect(record.caption == "Barn")
        #expect(record.findings.allSatisfy { $0.code == .captionFiller })
        #expect(record.findings.isEmpty == (text == "   "))
    }

    @Test
    func `keywords of one source, each once, with the last parts of hierarchies`() throws {
        let xmp = """
            <dc:subject><rdf:Bag><rdf:li>bird</rdf:li><rdf:li> barn </rdf:li><rdf:li>bird</rdf:li></rdf:Bag></dc:subject>
            <lr:HierarchicalSubject><rdf:Bag><rdf:li>Animals|bird|kite</rdf:li></rdf:Bag></lr:HierarchicalSubject>
            <digiKam:TagsList><rdf:Seq><rdf:li>Places/Wales</rdf:li></rdf:Seq></digiKam:TagsList>
            """
        let iptc: [(UInt8, UInt8, [UInt8])] = [(2, 25, Array("other".utf8))]
        #expect(try read(xmp: xmp, iptc: iptc).keywords == ["bird", "barn", "kite", "Wales"])
        #expect(try read(iptc: iptc).keywords == ["other"])
        let windows = try read { $0.image = [$0.raw(0x9C9E, 1, self.windows("a;b; c"))] }
        #expect(windows.keywords == ["a", "b", "c"])
    }

    @Test
    func `people are named by IPTC's list and by faces`() throws {
        let xmp = """
            <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Anna</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li><rdf:Description mwg-rs:Name="Ben" mwg-rs:Type="Face">
            <mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.2" stArea:h="0.2" stArea:unit="normalized"/>
            </rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            """
        #expect(try read(xmp: xmp).people == ["Anna", "Ben"])
    }
}
