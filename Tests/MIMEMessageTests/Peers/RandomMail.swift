import MIMEMessage

/// Messages built at random of everything that the builder takes.
struct RandomMail {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    /// The next message.
    mutating func builder() -> MIMEBuilder {
        var builder = MIMEBuilder(body: body(depth: 0))
        builder.from = [mailbox()]
        builder.to = (0..<number(1...4)).map { _ in mailbox() }
        builder.cc = (0..<number(0...12)).map { _ in mailbox() }
        builder.subject = line()
        builder.date = MailDate(
            secondsSince1970: Int64(number(0...2_000_000_000)), offsetMinutes: number(-48...56) * 15
        )
        builder.messageID = MessageID(rawValue: "\(number(0...1_000_000))@a.example")
        builder.references = (0..<number(0...20)).map {
            MessageID(rawValue: "\($0).\(number(0...1_000_000_000))@list.example")
        }
        builder.extraFields = [.init("X-Note", line())]
        return builder
    }

    private mutating func body(depth: Int) -> MIMEBody {
        switch number(0...(depth < 3 ? 7 : 3)) {
        case 0: return .plainText(text(), flowed: number(0...1) == 0)
        case 1: return .html("<p>" + text() + "</p>\n")
        case 2:
            return .attachment(
                octets(), type: .jpeg, fileName: fileName(), description: line())
        case 3:
            return .inline(
                octets(), type: .png, fileName: fileName(),
                contentID: MessageID(rawValue: "p\(number(0...999_999))@a.example"))
        case 4: return .mixed(bodies(depth))
        case 5: return .alternative([.plainText(text()), .html(text())])
        case 6: return .related(root: .html("<p>" + text()), bodies(depth))
        default:
            return .mixed([
                .plainText(text()), .message(Array("Subject: inner\r\n\r\nbody\r\n".utf8)),
            ])
        }
    }

    private mutating func bodies(_ depth: Int) -> [MIMEBody] {
        (0..<number(1...4)).map { _ in body(depth: depth + 1) }
    }

    private mutating func mailbox() -> Mailbox {
        let address = "p\(number(0...9_999))@d\(number(0...99)).example"
        return number(0...4) == 0
            ? Mailbox(address: address) : Mailbox(name: line(), address: address)
    }

    private static let words = [
        "kite", "über", "der", "Scheune", "日本語の写真", "🦅", "Łódź", "a", "\"quoted\"", "=?x?=",
        "(comment)", "<angle>", "comma,", "semi;colon", "back\\slash", "e\u{301}", "עברית", "–",
        "Pneumonoultramicroscopicsilicovolcanoconiosis", "100%", "it's", "x=y", "@", "From",
    ]

    /// Words in one line; no line break, none of the marks that turn the direction of writing.
    private mutating func line() -> String {
        (0..<number(1...14)).map { _ in word() }.joined(separator: " ")
    }

    private mutating func word() -> String { Self.words[number(0...Self.words.count - 1)] }

    private mutating func fileName() -> String {
        (0..<number(1...9)).map { _ in word() }.joined(separator: " ")
            .replacing("\\", with: "_").replacing("/", with: "_") + ".jpg"
    }

    private mutating func text() -> String {
        var text = ""
        for _ in 0..<number(0...12) {
            text += ["", " ", "> ", "From ", ".", "-- ", "--=_x"][number(0...6)] + line()
            if number(0...8) == 0 { text += String(repeating: "long", count: number(20...400)) }
            text += ["\n", "\r\n", " \n", "\n\n", "\t\n"][number(0...4)]
        }
        return text
    }

    private mutating func octets() -> [UInt8] {
        (0..<number(0...400)).map { _ in UInt8(number(0...255)) }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }
}
