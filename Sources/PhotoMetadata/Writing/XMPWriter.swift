private import Crypto
import OutputText
import PhotoRecords

/// Builds the XMP packet of a record (ISO 16684-1), and an extended one for what does not fit
/// into a segment (XMP part 3 §1.1.3.1).
struct XMPWriter {
    /// A main packet and the bodies of the segments of an extended one, without their names.
    struct Packets {
        var main: [UInt8]
        var extendedPieces: [[UInt8]] = []
    }

    /// The properties as XML elements, one each.
    private let properties: [String]

    private static let sizeLimit = 8 << 20

    init(_ record: PhotoRecord, frame: RegionFrame) {
        var properties = XMPSerializer(record).elements
        properties += XMPRegionElements(record.regions, frame: frame).elements
        self.properties = properties
    }

    /// The packets.
    ///
    /// - Throws: `tooLarge` beyond 8 MB.
    func packets() throws(WitError) -> Packets {
        let size = properties.reduce(0) { $0 + $1.utf8.count }
        guard size <= Self.sizeLimit else {
            throw WitError(
                .metadataTooLarge,
                "The record's texts and regions take \(size) bytes of XMP; "
                    + "the limit is \(Self.sizeLimit).")
        }
        let whole = Self.packet(properties, inMain: true)
        if whole.count <= XMPSegment.packetSize { return Packets(main: whole) }

        // The largest properties move out until the rest fits.
        let bySize = properties.indices.sorted {
            properties[$0].utf8.count > properties[$1].utf8.count
        }
        var moved: Set<Int> = []
        var left = whole.count + Self.noteSize
        for index in bySize where left > XMPSegment.packetSize {
            moved.insert(index)
            left -= properties[index].utf8.count
        }
        let extended = Self.packet(moved.sorted().map { properties[$0] }, inMain: false)
        let guid = Insecure.MD5.hash(data: extended).map { byte in
            let digits = Array("0123456789ABCDEF".utf8)
            return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }.flatMap { $0 }
        let note =
            "<xmpNote:HasExtendedXMP>\(String(decoding: guid, as: UTF8.self))"
            + "</xmpNote:HasExtendedXMP>\n"
        let kept = properties.indices.filter { !moved.contains($0) }.map { properties[$0] }
        return Packets(
            main: Self.packet([note] + kept, inMain: true),
            extendedPieces: Self.pieces(of: extended, guid: guid))
    }

    private static let noteSize = 128

    /// The bodies of an extended packet's segments, behind their name.
    static func pieces(of packet: [UInt8], guid: [UInt8]) -> [[UInt8]] {
        func number(_ value: Int) -> [UInt8] {
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        return stride(from: 0, to: packet.count, by: XMPSegment.pieceSize).map { start in
            let end = min(start + XMPSegment.pieceSize, packet.count)
            return guid + number(packet.count) + number(start) + packet[start..<end]
        }
    }

    private static func packet(_ properties: [String], inMain main: Bool) -> [UInt8] {
        var text = ""
        if main {
            text += "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
        }
        text += "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
        text += "<rdf:RDF xmlns:rdf=\"\(XMPNamespace.rdf.uri)\">\n<rdf:Description rdf:about=\"\""
        let content = properties.joined()
        for space in XMPNamespace.allCases
        where space != .rdf && space != .xml && content.contains("<\(space.rawValue):") {
            text += "\n xmlns:\(space.rawValue)=\"\(space.uri)\""
        }
        if main { text += "\n xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\"" }
        text += ">\n" + content + "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>"
        if main { text += "\n<?xpacket end=\"w\"?>" }
        return Array(text.utf8)
    }
}

/// XMP's elements: how values of each form are spelled (ISO 16684-1 §7).
enum XMPElement {
    /// A simple value.
    static func simple(_ name: String, _ value: String) -> String {
        "<\(name)>\(XMLEscaping.data(value))</\(name)>\n"
    }

    /// A text with its default language.
    static func alternative(_ name: String, _ value: String) -> String {
        let item = "<rdf:li xml:lang=\"x-default\">\(XMLEscaping.data(value))</rdf:li>"
        return "<\(name)><rdf:Alt>\(item)</rdf:Alt></\(name)>\n"
    }

    /// A list without an order.
    static func bag(_ name: String, _ values: [String]) -> String {
        let items = values.map { "<rdf:li>\(XMLEscaping.data($0))</rdf:li>" }.joined()
        return "<\(name)><rdf:Bag>\(items)</rdf:Bag></\(name)>\n"
    }

    /// A structure.
    static func structure(_ name: String, _ fields: [String]) -> String {
        "<\(name) rdf:parseType=\"Resource\">\n\(fields.joined())</\(name)>\n"
    }

    /// A list of structures; `ordered` makes it a sequence.
    static func structures(_ name: String, _ items: [[String]], ordered: Bool = false) -> String {
        let list = ordered ? "rdf:Seq" : "rdf:Bag"
        return "<\(name)><\(list)>\n" + items.map { structure("rdf:li", $0) }.joined()
            + "</\(list)></\(name)>\n"
    }

    /// A number with up to 9 decimals, without an exponent; nil if it is not finite or beyond
    /// a thousand million.
    static func decimal(_ number: Double) -> String? {
        guard number.isFinite, abs(number) < 1_000_000_000 else { return nil }
        let scaled = Int((abs(number) * 1_000_000_000).rounded())
        var decimals = String(scaled % 1_000_000_000)
        decimals = String(repeating: "0", count: 9 - decimals.count) + decimals
        while decimals.last == "0" { decimals.removeLast() }
        let sign = number < 0 && scaled > 0 ? "-" : ""
        return sign + String(scaled / 1_000_000_000) + (decimals.isEmpty ? "" : "." + decimals)
    }
}
