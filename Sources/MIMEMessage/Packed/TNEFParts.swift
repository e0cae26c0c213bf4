/// Makes parts of what a TNEF stream holds.
///
/// Files stay where they stand: a part is a range of the stream's octets.
struct TNEFParts {
    private let reader: TNEFReader
    private let source: MIMESource
    private let path: String
    private(set) var parts: [MIMEPart] = []
    private(set) var flaws = DecodedBody(octets: [])

    init(_ reader: TNEFReader, in source: MIMESource, path: String) {
        self.reader = reader
        self.source = source
        self.path = path
    }

    /// The subject, decoded.
    var subject: String? { reader.subject.map(string) }

    /// Makes the parts: the plain text, the HTML, the text of the RTF where there is neither,
    /// then the attachments.
    mutating func make() {
        let body = reader.body.map(string) ?? ""
        if !body.isEmpty {
            add(text: body, "plain")
        } else if reader.html == nil, let place = reader.compressedRTF {
            addText(ofRTF: place)
        }
        if let html = reader.html {
            if html.isUnicode {
                add(text: string(html), "html")
            } else {
                let label = CodePage.label(reader.htmlCodePage ?? reader.codePage)
                add(html.place, of: MediaType("text", "html", ["charset": label]), nil)
            }
        }
        for attachment in reader.attachments { add(attachment) }
    }

    /// The most octets of RTF that are read for its text: 16 MiB.
    private static let longestRTF = 16 << 20

    private mutating func addText(ofRTF place: Range<Int>) {
        let limit = min(source.limits.decodedBytes, Self.longestRTF)
        let packed = source.bytes.bytes(place.prefix(Self.longestRTF))
        guard
            let (rtf, isWhole) = CompressedRTF.decompress(packed, in: packed.indices, limit: limit),
            let text = RTFText.text(of: rtf)
        else {
            flaws.note(
                .warning, .tnefDamaged, at: 0, "The RTF in the TNEF data cannot be read.")
            return
        }
        if !isWhole {
            flaws.note(
                .warning, .tnefDamaged, at: 0,
                "The RTF in the TNEF data is damaged; it is read up to the damage.")
        }
        if !text.isEmpty { add(text: text, "plain") }
    }

    private mutating func add(_ attachment: TNEFReader.Attachment) {
        let name = attachment.name.map(string).flatMap { $0.isEmpty ? nil : $0 }
        if let object = attachment.object,
            source.bytes.bytes(object.prefix(4)) == TNEFStream.signature
        {
            add(object, of: MediaType("application", "ms-tnef"), name)
        } else if let data = attachment.data ?? attachment.object {
            var type = MediaType.octetStream
            if let stated = attachment.mediaType.map(string).flatMap(MediaType.init(parsing:)),
                !stated.isMultipart
            {
                type = stated
            }
            // QUIRK: [MS-OXTNEF] §2.1.3.3.15: the title is `Untitled Attachment`, the type absent.
            if type == .octetStream, name?.asciiLowercased.hasSuffix(".eml") == true {
                type = .message
            }
            add(data, of: type, name, contentID: attachment.contentID.map(string))
        }
    }

    private mutating func add(
        _ place: Range<Int>, of type: MediaType, _ name: String?, contentID: String? = nil
    ) {
        let path = nextPath
        let embedded = type.isMessage ? message(in: place, at: path) : nil
        parts.append(
            MIMEPart(
                packed: place, in: source, path: path, type: type, fileName: name,
                contentID: contentID,
                children: embedded.map { [$0.root.moved(to: path + ".1")] } ?? []))
        for defect in embedded?.defects ?? [] {
            flaws.note(defect.severity, defect.code, at: 0, defect.message)
        }
    }

    /// The message of MIME that an attachment is, with what is left of the limits.
    private func message(in place: Range<Int>, at path: String) -> MailMessage? {
        var limits = source.limits
        limits.depth -= path.utf8.count { $0 == .dot } + 1
        limits.packedDepth -= 1
        guard !place.isEmpty, limits.depth > 0, limits.packedDepth >= 0 else { return nil }
        return MailMessage(parsing: source.bytes.part(place), limits: limits)
    }

    private mutating func add(text: String, _ subtype: String) {
        let own = MIMESource(bytes: MailOctets(Array(text.utf8)), limits: source.limits)
        parts.append(
            MIMEPart(
                packed: own.bytes.indices, in: own, path: nextPath,
                type: MediaType("text", subtype, ["charset": "utf-8"]), fileName: nil))
    }

    private var nextPath: String { path + ".\(parts.count + 1)" }

    /// A text, decoded, without the zero that ends it.
    private func string(_ text: TNEFReader.Text) -> String {
        let label = text.isUnicode ? "utf-16le" : CodePage.label(reader.codePage)
        let decoded = Charset(label: label).decode(Array(source.bytes[text.place])).text
        return String(decoded.unicodeScalars.prefix { $0 != "\0" })
    }
}
