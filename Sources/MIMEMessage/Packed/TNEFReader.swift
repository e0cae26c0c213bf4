/// Collects what a TNEF stream holds: texts and attachments, where they stand ([MS-OXTNEF] §2.1).
struct TNEFReader {
    /// A text in the stream: of the code page, or Unicode.
    struct Text {
        var place: Range<Int>
        var isUnicode: Bool
    }

    /// An attachment, from its attAttachRendData to the next one.
    struct Attachment {
        var data: Range<Int>?
        var title: Text?
        var transportName: Text?
        var longName: Text?
        var shortName: Text?
        var displayName: Text?
        var mediaType: Text?
        var contentID: Text?
        /// The attached message or object, without the octets that name its kind.
        var object: Range<Int>?

        /// The best of its names: the long one of its properties, else the title.
        var name: Text? { longName ?? title ?? transportName ?? shortName ?? displayName }
    }

    private let bytes: MailOctets
    private let start: Int
    private let limit: Int
    private(set) var codePage: UInt32 = 1252
    private(set) var htmlCodePage: UInt32?
    private(set) var subject: Text?
    private(set) var body: Text?
    private(set) var html: Text?
    private(set) var compressedRTF: Range<Int>?
    private(set) var attachments: [Attachment] = []
    private(set) var flaws = DecodedBody(octets: [])

    /// Reads a stream in a range of octets; nil where it does not begin as one.
    ///
    /// - Parameter limit: The most attachments that are taken.
    init?(_ bytes: MailOctets, in range: Range<Int>, limit: Int) {
        guard var stream = TNEFStream(bytes, in: range) else { return nil }
        self.bytes = bytes
        self.limit = limit
        start = range.lowerBound
        while let attribute = stream.next() {
            if attribute.isOfAttachment {
                guard takeForAttachment(attribute) else { break }
            } else {
                takeForMessage(attribute)
            }
        }
        for flaw in stream.flaws.flaws {
            flaws.note(flaw.severity, flaw.code, at: flaw.offset, flaw.message)
        }
    }

    private mutating func takeForMessage(_ attribute: TNEFAttribute) {
        switch attribute.tag {
        case .codePage:
            var cursor = LittleEndianCursor(bytes, in: attribute.data)
            codePage = cursor.uint32() ?? codePage
        case .subject: subject = subject ?? Text(place: attribute.data, isUnicode: false)
        case .body: body = body ?? Text(place: attribute.data, isUnicode: false)
        case .messageProperties: takeMessageProperties(attribute)
        default: break
        }
    }

    private mutating func takeMessageProperties(_ attribute: TNEFAttribute) {
        let properties = properties(
            of: attribute, [.subject, .body, .html, .compressedRTF, .internetCodePage])
        // Unicode, where it is there, tells more than the text of the code page.
        if let text = Self.text(properties[.subject]), text.isUnicode || subject == nil {
            subject = text
        }
        if let text = Self.text(properties[.body]), text.isUnicode || body == nil { body = text }
        if let property = properties[.html] {
            html = Text(place: property.value, isUnicode: property.kind == .unicode)
        }
        if let property = properties[.compressedRTF], property.kind == .binary {
            compressedRTF = property.value
        }
        if let property = properties[.internetCodePage], property.kind == .integer32 {
            var cursor = LittleEndianCursor(bytes, in: property.value)
            htmlCodePage = cursor.uint32()
        }
    }

    /// Takes an attribute of an attachment; false where there are too many attachments.
    private mutating func takeForAttachment(_ attribute: TNEFAttribute) -> Bool {
        // QUIRK: [MS-OXTNEF] §2.1.3.1: a stream whose first attachment has no attAttachRendData.
        if attribute.tag == .attachmentBegin || attachments.isEmpty {
            guard attachments.count < limit else {
                flaws.note(
                    .error, .partLimit, at: attribute.data.lowerBound - start,
                    "The TNEF data has more than \(limit) attachments; the rest is ignored.")
                return false
            }
            attachments.append(Attachment())
        }
        let last = attachments.count - 1
        switch attribute.tag {
        case .attachmentData: attachments[last].data = attribute.data
        case .attachmentTitle:
            attachments[last].title = Text(place: attribute.data, isUnicode: false)
        case .transportName:
            attachments[last].transportName = Text(place: attribute.data, isUnicode: false)
        case .attachmentProperties: takeAttachmentProperties(attribute, last)
        default: break
        }
        return true
    }

    private mutating func takeAttachmentProperties(_ attribute: TNEFAttribute, _ index: Int) {
        let properties = properties(
            of: attribute,
            [.longFileName, .fileName, .displayName, .mediaType, .contentID, .attachmentData])
        attachments[index].longName = Self.text(properties[.longFileName])
        attachments[index].shortName = Self.text(properties[.fileName])
        attachments[index].displayName = Self.text(properties[.displayName])
        attachments[index].mediaType = Self.text(properties[.mediaType])
        attachments[index].contentID = Self.text(properties[.contentID])
        guard let data = properties[.attachmentData] else { return }
        if data.kind == .object {
            let object = data.value.dropFirst(16)
            attachments[index].object = object.lowerBound..<data.value.upperBound
        } else if attachments[index].data?.isEmpty ?? true {
            attachments[index].data = data.value
        }
    }

    private mutating func properties(
        of attribute: TNEFAttribute, _ wanted: Set<MAPIProperty.ID>
    ) -> MAPIProperties {
        let properties = MAPIProperties(bytes, in: attribute.data, wanted: wanted)
        if properties.isDamaged {
            let place = attribute.data.lowerBound - start
            flaws.note(
                .warning, .tnefDamaged, at: place,
                "A list of properties in the TNEF data is damaged, at octet \(place).")
        }
        return properties
    }

    private static func text(_ property: MAPIProperty?) -> Text? {
        guard let property, property.kind == .text || property.kind == .unicode,
            !property.value.isEmpty
        else { return nil }
        return Text(place: property.value, isUnicode: property.kind == .unicode)
    }
}
