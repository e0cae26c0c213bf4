import ArgumentParser
import JSON
import MIMEMessage
import OutputText
import PhotoRecords
import ShareMail
import WhatIsThat

/// `wit inspect MAIL…`
struct InspectVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what mails contain and what an import would find; change nothing.",
        discussion: """
            Example: wit inspect mail.eml
                     wit inspect --json ~/Mail/Inbox

            A mail is an .eml file, an mbox, a Maildir or - for stdin.

            With --json, one message per line: file, number (in an mbox), pieces (how many it \
            was put together from), subject, from, fromName, to, date, messageID, tree, parts \
            (path, contentType, fileName, disposition, contentID, bytes, sha256), findings, \
            share (channels, records, disagreements: photo, field, says (channel, part, value), \
            takenIn (which of them is imported, from 1; absent where you decide)), reply (what the \
            sender added: text, with the quoted lines that it answers; newText, without any; \
            fields, each label with its value; answers, the question of the catalog that it \
            belongs to: question, by), automatic (the sign that a program wrote the \
            mail; it has no reply then), delivery (what a mail server reports: recipient, action, \
            status, diagnostic, messageID).

            Where the readable text says something else about a photo than data that mail \
            programs do not show, the text is imported and the rest proposed (“wit review”). \
            Where two texts of a mail differ, both are proposed.
            """)

    @Argument(
        help: ArgumentHelp("An .eml file, mbox, Maildir, or - for stdin.", valueName: "mail"),
        completion: .file())
    var mails: [String]

    @OptionGroup var limits: LimitOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let isJSON = speech.json
        // What belongs to no question needs no catalog.
        let catalog = try? store.openForDryRun()
        let inspect = InspectMails(
            mails, limits: try limits.mailLimits(), catalog: catalog
        ) { inspection in
            PrintedInspection(
                json: inspection.json,
                line: isJSON
                    ? ShownLine(inspection.json)
                    : (Self.lines(inspection) + [""]).joined(separator: "\n"))
        }
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
            try await inspect.run { progress in
                switch progress.event {
                case .item(let inspection as PrintedInspection): Output.line(inspection.line)
                case .failed(let error): Output.complain(error)
                case .notice(let sentence): Output.complain("wit: \(sentence)")
                default: break
                }
            }
        }
        if report.wasInterrupted { throw Interrupted(said: "wit: stopped.") }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }

    static func lines(_ inspection: InspectMail.Inspection) -> [ShownLine] {
        let message = inspection.message
        let pieces = inspection.place.pieces.map { "  reassembled from \($0) pieces" } ?? ""
        var lines = [ShownLine(inspection.place.name).bold + ShownLine(pieces).dim]
        func add(_ label: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            let padded = label + String(repeating: " ", count: max(1, 10 - label.count))
            lines.append("  \(ShownLine(padded).dim)\(text)")
        }
        add("Subject", message.subject)
        add("From", message.from.map(\.description).joined(separator: ", "))
        add("To", message.to.map(\.description).joined(separator: ", "))
        add("Date", message.date?.headerText)
        add("Parts", inspection.parts.isEmpty ? "none" : nil)
        for (index, part) in inspection.parts.enumerated() {
            let name = part.part.fileName.map { "  “\($0)”" } ?? ""
            let size = RecordWords.size(part.bytes)
            let line = "\(part.part.path)  \(part.part.contentType.essence), \(size)\(name)"
            add(index == 0 ? "Parts" : "", line)
        }
        let channels = inspection.share.channels.sorted().map(\.words)
        add("Share", channels.isEmpty ? "none" : channels.joined(separator: ", "))
        add("Automatic", inspection.automatic?.sign)
        for recipient in inspection.delivery?.recipients ?? [] {
            let words = [recipient.action, recipient.status, recipient.diagnostic]
            add(
                "Delivery",
                ([recipient.address] + words.compactMap { $0 }).joined(separator: "  "))
        }
        if let answers = inspection.answers {
            add(
                "Question",
                "\(answers.question), found \(QuestionWords.words(answers.by))")
        }
        if !(message.inReplyTo + message.references).isEmpty {
            lines += Self.lines(inspection.reply)
            for field in inspection.filledFields {
                add("Filled in", "\(field.label): \(field.value)")
            }
        }
        for photo in inspection.share.photos {
            lines.append("")
            lines.append(
                "  "
                    + ShownLine(photo.record.name ?? photo.picture?.fileName ?? "A photo").bold)
            lines += RecordWords(photo.record, sources: false).lines.map { "  " + $0 }
            lines += photo.disagreements.flatMap(Self.lines)
        }
        for finding in inspection.findings {
            let place = finding.place.isEmpty ? "" : finding.place + " "
            lines.append(
                "  \(RecordWords.mark(finding)) \(place)\(finding.message) [\(finding.code.rawValue)]"
            )
        }
        return lines
    }

    /// The most lines of a reply that are shown.
    private static let mostReplyLines = 20

    /// The first lines of what the writer newly wrote.
    private static func lines(_ reply: ReplyText?) -> [ShownLine] {
        let text = (reply?.text ?? "").split(separator: "\n", omittingEmptySubsequences: true)
        var lines = text.prefix(mostReplyLines).enumerated().map { index, line -> ShownLine in
            "  \(ShownLine(index == 0 ? "Reply     " : "          ").dim)\(String(line.prefix(200)))"
        }
        if text.count > mostReplyLines { lines.append("            …") }
        return lines
    }

    /// Who says what of a field that the channels of a mail disagree on.
    private static func lines(_ disagreement: ChannelDisagreement) -> [ShownLine] {
        ["    " + ("disagree on the \(disagreement.field.rawValue):" as ShownLine).yellow]
            + disagreement.statements.map { statement in
                let value = ReviewVerb.words(
                    statement.record[field: disagreement.field], disagreement.field)
                let place = statement.part.map { " (part \($0))" } ?? ""
                let taken = statement == disagreement.taken ? "  ← imported" : ""
                return "      \(statement.channel.words)\(place): \(value)\(taken)"
            }
    }
}

/// What a message holds, as it is printed.
private struct PrintedInspection: JSONReport {
    let json: JSONValue
    let line: ShownLine
}

extension ShareChannel {
    /// The channel in words.
    var words: String {
        switch self {
        case .payload: "payload"
        case .metadata: "the photos' own metadata"
        case .importCode: "import code"
        case .linkedData: "JSON-LD"
        case .labelledBlock: "the readable text"
        }
    }
}
