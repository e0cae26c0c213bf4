import PhotoRecords

/// The properties of a photo's XMP packets (ISO 16684-1), those of namespaces that matter here.
struct XMPPacket: Sendable {
    /// The properties by name with the standard's prefix, such as `dc:title`.
    private(set) var properties: [String: XMPValue] = [:]
    /// What was noticed.
    private(set) var findings: [Finding] = []

    /// Parses the packets; of a property that several have, the first counts.
    init(_ packets: [[UInt8]], limits: PhotoReadLimits) {
        for packet in packets {
            guard packet.count <= limits.xmpBytes else {
                findings.append(
                    Finding(
                        .warning, .metadataTooLarge, where: "xmp",
                        "The XMP packet is larger than \(limits.xmpBytes) bytes; it is ignored."))
                continue
            }
            if let direct = XMPDirectParser.properties(of: packet, limits: limits) {
                take(direct)
            } else if XMPNamespace.matter(in: packet[...]) {
                parse(packet, limits: limits)
            }
        }
    }

    /// Parses one packet by libxml2 alone, however it is spelled: what ``XMPDirectParser`` is held
    /// against.
    init(byLibrary packet: [UInt8], limits: PhotoReadLimits) { parse(packet, limits: limits) }

    private mutating func parse(_ packet: [UInt8], limits: PhotoReadLimits) {
        let builder = XMPBuilder(limits: limits)
        XMPParser.parse(prepared(packet), into: builder)
        take(builder.finish())
        findings += builder.findings
    }

    private mutating func take(_ more: [String: XMPValue]) {
        if properties.isEmpty {
            properties = more
        } else {
            properties.merge(more) { first, _ in first }
        }
    }

    /// Whether there is no property at all.
    var isEmpty: Bool { properties.isEmpty }

    /// A property.
    subscript(name: String) -> XMPValue? { properties[name] }

    /// The packet as UTF-8 without what pads it and without an XML declaration, whose encoding
    /// would no longer be true.
    private mutating func prepared(_ packet: [UInt8]) -> ArraySlice<UInt8> {
        var bytes = packet[...]
        let form = UnicodeForm(of: packet.drop { $0 == 0x20 || (0x09...0x0D).contains($0) })
        if form != .utf8 {
            let start = packet.firstIndex { $0 != 0x20 && !(0x09...0x0D).contains($0) } ?? 0
            return Self.undeclared(form.utf8(packet[start...])[...])
        }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        bytes = bytes[start...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if String(validating: bytes, as: UTF8.self) != nil { return Self.undeclared(bytes) }
        // QUIRK: ISO 16684-1 §7.1 demands Unicode; some programs paste other text in.
        findings.append(
            Finding(
                .note, .textEncodingGuessed, where: "xmp",
                "The XMP packet is not UTF-8; its encoding was guessed."))
        return Self.undeclared(Array(Charset.windows1252.decode(bytes).utf8)[...])
    }

    private static let declaration = Array("<?xml ".utf8)

    private static func undeclared(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let bytes = packet.drop { $0 <= 0x20 }
        guard bytes.starts(with: declaration),
            let end = bytes.prefix(256).firstIndex(of: 0x3E)
        else { return packet }
        return bytes[(end + 1)...].drop { $0 <= 0x20 }
    }
}

extension FindingCode {
    /// XMP that is no well-formed XML; what stood before the damage is read.
    static let xmpDamaged: FindingCode = "xmp-damaged"
    /// XMP with a document type declaration, which it must not have; it is not read.
    static let xmpDocumentType: FindingCode = "xmp-document-type"
    /// XMP with more or deeper nested elements than are read.
    static let xmpTooComplex: FindingCode = "xmp-too-complex"
}
