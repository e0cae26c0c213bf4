/// What a person newly wrote in a reply, out of all that a mail program puts around it.
///
/// Left out are quotations and the lines that introduce them, signatures, what telephones and virus
/// scanners add, disclaimers, and messages that were forwarded. It does not matter whether the answer
/// stands above the quotation, below it or between its lines, or whether the mail is plain text or
/// HTML.
///
/// ```swift
/// let reply = ReplyText(plain: "A red kite!\n\nOn 5 May 2024, Anna wrote:\n> What is that?\n")
/// print(reply.text)  // A red kite!
/// ```
///
/// It costs linear time. Of a mail longer than ``longest`` the first part is read, which is said.
public struct ReplyText: Sendable {
    /// The most octets of text that are read.
    public static let longest = 4 << 20

    private let parser: ReplyParser
    /// The new words, and between them the quotations that they answer, in order.
    public let passages: [ReplyPassage]
    /// Whether the mail was longer than what was read.
    public let isCut: Bool

    /// Reads a plain text.
    public init(plain text: String) { self.init(ReplyLines(plain: text)) }

    /// Reads an HTML document.
    public init(html: String) { self.init(MarkupReader.lines(of: html)) }

    init(_ lines: ReplyLines, isCut: Bool = false) {
        parser = ReplyParser(lines)
        passages = ReplyPassages(parser).passages
        self.isCut = isCut || lines.isCut
    }

    /// The passages as one text: an answer between the lines of a quotation together with those lines,
    /// each with its `> `; else the new words alone. Empty where nothing new was written.
    public var text: String { passages.map(\.text).joined(separator: "\n\n") }

    /// The new words alone, without any quotation.
    public var newText: String {
        passages.filter { $0.origin != .quoted }.map(\.text).joined(separator: "\n\n")
    }

    /// The lines with which the writer filled in a form: `What is it: a red kite`, in the order of the
    /// labels.
    ///
    /// A value may follow its label, also in a quoted line (the form itself has no values), or be on the
    /// lines below it. New words count before quoted ones.
    ///
    /// - Parameter labels: The labels to look for, without their colons.
    public func fields(labelled labels: [String]) -> [FilledField] {
        FieldReader(parser, labels: labels).fields
    }

    /// The new lines of the form `Label: value`, whatever the label is, in order.
    public var labelledLines: [FilledField] { FieldReader.labelledLines(of: parser) }
}
