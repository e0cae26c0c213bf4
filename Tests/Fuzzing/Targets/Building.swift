import TextCleaning

@testable import MIMEMessage

/// What is built of any values reads back without a defect, or is refused.
extension FuzzTarget {
    static let building: [FuzzTarget] = [
        FuzzTarget(
            name: "builder", longest: 4_096, dictionary: "mail",
            seeds: .made([
                "s Zw\u{F6}lf Photos\u{1F}f Anna Ames\u{1F}a anna@a.example\u{1F}i 1@a.example"
                    + "\u{1F}t Dear aunt,\n.\nFrom here\n\u{1F}h <p>K\u{E4}se</p>\u{1F}n kite.jpg"
                    + "\u{1F}o \u{FF}\u{D8}\u{1F}m Subject: inner\n\nbody",
                "r 1@a.example\u{1F}x a  b =?utf-8?Q?x?=\u{1F}[\u{1F}t a\u{1F}]\u{1F}t b",
                "s \u{1F}n a\"b\\c.jpg\u{1F}o x\u{1F}d =?x?=\u{1F}c p@a.example\u{1F}l x",
            ])
        ) { bytes in
            var plan = MailPlan(bytes)
            let builder = plan.builder()
            let built: [UInt8]
            do { built = try builder.build() } catch { return checkRefusal(builder) }
            check(built, builder, plan)
        }
    ]

    /// What cannot be built cannot be written or counted either.
    private static func checkRefusal(_ builder: MIMEBuilder) {
        var pieces = 0
        do {
            try builder.write { _ in pieces += 1 }
            hold(false, "what cannot be built is written")
        } catch { hold(pieces == 0, "a message was begun that cannot be built") }
        hold((try? builder.encodedSize()) == nil, "what cannot be built has a size")
    }

    private static func check(_ built: [UInt8], _ builder: MIMEBuilder, _ plan: MailPlan) {
        var written: [UInt8] = []
        do { try builder.write { written += $0 } } catch { hold(false, "writing throws: \(error)") }
        hold(written == built, "what is written is not what is built")
        hold((try? builder.encodedSize()) == built.count, "the size is not that of the message")
        for line in built.split(separator: 10, omittingEmptySubsequences: false).dropLast()
        where plan.embedded.isEmpty {
            hold(line.last == 13 && line.count <= 999, "a line is too long or lacks its CR")
        }
        hold(
            !plan.embedded.isEmpty || !built.contains { $0 >= 0x80 || $0 == 0 },
            "what is built is not 7-bit")
        let message = MailMessage(parsing: built)
        for defect in message.defects
        where plan.embedded.isEmpty && defect.code != .unsafeFileName {
            hold(false, "what is built has a defect: \(defect)")
        }
        hold(
            message.subject ?? "" == builder.subject ?? "",
            "the subject “\(builder.subject ?? "")” became “\(message.subject ?? "")”")
        // Domains are written as A-labels (RFC 5890 §2.3.2.1).
        let from = builder.from.map {
            Mailbox(
                name: $0.name == "" ? nil : $0.name,
                address: InternationalDomain.address($0.address) ?? $0.address)
        }
        hold(message.from == from, "\(from) became \(message.from)")
        hold(message.messageID == builder.messageID, "the identifier changed")
        hold(message.references == builder.references, "the references changed")
        let leaves = message.allParts.filter { !$0.isMultipart }
        guard plan.embedded.isEmpty else { return }
        hold(leaves.count == plan.leaves.count, "\(plan.leaves.count) parts became \(leaves.count)")
        for (part, leaf) in zip(leaves, plan.leaves) {
            hold(
                part.fileName ?? "" == leaf.fileName ?? "",
                "the file name “\(leaf.fileName ?? "")” became “\(part.fileName ?? "")”")
            hold(part.contentID == leaf.contentID, "the Content-ID changed")
            if let octets = leaf.octets {
                hold(part.decodedBody() == octets, "a file changed")
            } else {
                let text = part.decodedText()
                hold(
                    Array(text.utf8) == MailPlan.lines(ForeignText.cleaned(leaf.text)),
                    "the text “\(leaf.text)” became “\(text)”")
            }
        }
    }
}

/// A message made of an input: items parted by the unit separator, the kind of each its first
/// letter.
struct MailPlan {
    struct Leaf {
        var text = ""
        var octets: [UInt8]?
        var fileName: String?
        var contentID: MessageID?
    }

    private(set) var leaves: [Leaf] = []
    private(set) var embedded: [[UInt8]] = []
    private var items: [(kind: UInt8, value: ArraySlice<UInt8>)] = []

    init(_ bytes: [UInt8]) {
        items = bytes.split(separator: 0x1F, maxSplits: 60).compactMap { item in
            item.first.map { ($0, item.dropFirst(2)) }
        }
    }

    /// The lines of a text as a message has them.
    static func lines(_ text: String) -> [UInt8] {
        var previous: UInt8 = 0
        var lines: [UInt8] = []
        // A byte order mark is no text.
        let hasMark = text.utf8.starts(with: [0xEF, 0xBB, 0xBF])
        let octets = text.utf8.dropFirst(hasMark ? 3 : 0)
        for octet in octets {
            defer { previous = octet }
            if octet == 10, previous == 13 { continue }
            lines += octet == 10 || octet == 13 ? [10] : [octet]
        }
        return lines
    }

    mutating func builder() -> MIMEBuilder {
        var head = MIMEBuilder(body: .mixed([]))
        var place = 0
        let parts = parts(&place, depth: 0, &head)
        head.body = .mixed(parts)
        return head
    }

    private mutating func parts(
        _ place: inout Int, depth: Int, _ head: inout MIMEBuilder
    ) -> [MIMEBody] {
        var parts: [MIMEBody] = []
        var fileName: String?
        var contentID: MessageID?
        var description: String?
        while place < items.count {
            let (kind, octets) = items[place]
            let value = String(decoding: octets, as: UTF8.self)
            place += 1
            switch kind {
            case UInt8(ascii: "s"): head.subject = value
            case UInt8(ascii: "f"): head.from.append(Mailbox(name: value, address: "a@b.example"))
            case UInt8(ascii: "a"): head.from.append(Mailbox(address: value))
            case UInt8(ascii: "i"): head.messageID = MessageID(rawValue: value)
            case UInt8(ascii: "r"): head.references.append(MessageID(rawValue: value))
            case UInt8(ascii: "x"): head.extraFields.append(.init("X-Note", value))
            case UInt8(ascii: "n"): fileName = value
            case UInt8(ascii: "c"): contentID = MessageID(rawValue: value)
            case UInt8(ascii: "d"): description = value
            case UInt8(ascii: "t"), UInt8(ascii: "h"):
                leaves.append(Leaf(text: value))
                parts.append(kind == UInt8(ascii: "t") ? .plainText(value) : .html(value))
            case UInt8(ascii: "o"), UInt8(ascii: "l"):
                leaves.append(
                    Leaf(octets: Array(octets), fileName: fileName, contentID: contentID))
                parts.append(
                    kind == UInt8(ascii: "o")
                        ? .attachment(
                            Array(octets), type: .jpeg, fileName: fileName, contentID: contentID,
                            description: description)
                        : .inline(
                            Array(octets), type: .octetStream, fileName: fileName,
                            contentID: contentID, description: description))
                (fileName, contentID, description) = (nil, nil, nil)
            case UInt8(ascii: "m"):
                embedded.append(Array(octets))
                parts.append(.message(Array(octets)))
            case UInt8(ascii: "[") where depth < 8:
                let inner = self.parts(&place, depth: depth + 1, &head)
                if !inner.isEmpty { parts.append(.multipart("alternative", inner)) }
            case UInt8(ascii: "]") where depth > 0: return parts
            default: break
            }
        }
        if parts.isEmpty, depth == 0 {
            leaves.append(Leaf())
            parts.append(.plainText(""))
        }
        return parts
    }
}
