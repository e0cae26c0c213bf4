import ArgumentParser
import CatalogDatabase
import JSON
import OutputText
import PhotoRecords
import ShareMail
import Synchronization
import WhatIsThat

/// `wit review`
struct ReviewVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Accept or reject values proposed by imports and changed files.",
        discussion: """
            Example: wit review
                     wit review --accept 3 --reject 4
                     wit review --accept-all
                     wit review --accept --removals

            An import never overwrites what a person wrote, and a file that has lost \
            metadata erases nothing: where they differ, there is a proposal. A picture that only \
            looks like a photo you have becomes a separate photo, and joining the two is \
            proposed. Fields from a mail that this version does not know are shared only after \
            you accept them. Without an option the open proposals are listed. “wit undo” reverts \
            a decision. --accept-all leaves what you would not want unseen: answers to your \
            questions in free words, those of people whom you did not ask, and their dates where \
            the photo's file has one. Such are accepted by number.

            Values that files no longer have (another program removed them) stay in the catalog, \
            and out of every mail, until you decide. They are listed with --removals and settled \
            together: --accept --removals removes them from the catalog too, --reject --removals \
            keeps them as your own.

            With --json, one proposal per line: number, photo, field, kind (value or removal), \
            current, proposed (of a removal what stays; absent for nothing), source, channel (of \
            the mail that says it), mail (from, sender, subject, date, messageID, sharesID: \
            whether another mail has its Message-ID), at, state; for imports kind (join, fields) \
            instead of field, with other and distance (bits) or fields; with an option one \
            object: accepted and rejected, the numbers of those that were; left, of those that \
            --accept-all leaves; interrupted.
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Accept the proposed values; all removals with --removals.", valueName: "number"),
        completion: Completions.proposals)
    var accept: [ProposalArgument] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Reject the proposals for good; all removals with --removals.", valueName: "number"),
        completion: Completions.proposals)
    var reject: [ProposalArgument] = []

    @Flag(help: "Only values that files no longer have: list or settle them all.")
    var removals = false

    @Flag(help: "Accept every open proposal.")
    var acceptAll = false

    @Flag(help: "Reject every open proposal.")
    var rejectAll = false

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        let ways = [!accept.isEmpty || !reject.isEmpty, acceptAll, rejectAll].filter(\.self).count
        if ways > 1 {
            throw ValidationError(
                "Accept or reject all, or give the numbers of those that you mean.")
        }
        do {
            try SettleProposals.refuseBoth(
                .numbers(accept.compactMap(\.number)), .numbers(reject.compactMap(\.number)))
        } catch {
            throw ValidationError(error.message)
        }
        let isOpen = (accept + reject).contains(.chosen)
        if removals {
            guard !acceptAll, !rejectAll, accept.count + reject.count <= 1,
                isOpen || accept.isEmpty && reject.isEmpty
            else {
                throw ValidationError(
                    "--removals takes --accept or --reject without numbers, for all of them.")
            }
        } else if isOpen {
            throw ValidationError(
                "Missing value for '\(accept.contains(.chosen) ? "--accept" : "--reject") "
                    + "<number>'")
        }
    }

    func run() async throws {
        guard acceptAll || rejectAll || !accept.isEmpty || !reject.isEmpty else {
            return try await list()
        }
        func choice(_ named: [ProposalArgument], all: Bool) -> SettleProposals.Choice {
            if all { return .all }
            if removals, !named.isEmpty { return .removals }
            return .numbers(named.compactMap(\.number))
        }
        let settle = SettleProposals(
            accepting: choice(accept, all: acceptAll), rejecting: choice(reject, all: rejectAll),
            in: try store.openExisting())
        let report = try await CtrlC.cancels { try await settle.run() }
        let counts = "\(report.accepted.count) accepted, \(report.rejected.count) rejected"
        if speech.json {
            Output.json(report.json)
        } else if !speech.quiet, !report.wasInterrupted {
            Output.line("\(counts).")
            if !report.left.isEmpty {
                let numbers = report.left.prefix(9).map(String.init).joined(separator: " ")
                let more = report.left.count > 9 ? " …" : ""
                let verb = rejectAll ? "--reject" : "--accept"
                Output.line("\(report.left.count) left: wit review \(verb) \(numbers)\(more)")
            }
        }
        if report.wasInterrupted { throw Interrupted(said: "wit: stopped; \(counts).") }
    }

    private func list() async throws {
        let list = ListProposals(
            of: try store.openToRead(), removals: removals, withRecords: !speech.json)
        let gone = Mutex<[Proposal]>([])
        let report = try await list.run { [speech, removals] progress in
            guard case .item(let item as ListProposals.Item) = progress.event else { return }
            if speech.json { return Output.json(item.json) }
            switch item.proposed {
            case .value(let proposal):
                if proposal.kind == .removal { gone.withLock { $0.append(proposal) } }
                guard removals || proposal.kind == .value else { return }
                Self.lines(of: proposal, item).forEach { Output.line($0) }
            case .photo(let proposal):
                Self.lines(of: proposal, item).forEach { Output.line($0) }
            }
        }
        if speech.json || speech.quiet { return }
        let removed = gone.withLock { $0 }
        if !removed.isEmpty {
            Self.lines(ofRemovals: removed).forEach { Output.line(ShownLine($0)) }
        }
        let open = (removals ? report.removals : report.values) + report.photos
        if report.values + report.removals + report.photos == 0 {
            Output.line("Nothing to review.")
        } else if open > 0, !removals {
            Output.line("\(open) open. wit review --accept N, --reject N, --accept-all.")
        }
    }

    /// A proposal of a value in words.
    private static func lines(
        of proposal: Proposal, _ item: ListProposals.Item
    ) -> [ShownLine] {
        let record = item.record
        let photo = record?.name ?? record?.file ?? proposal.photo.text
        let until = record?.provenance[proposal.field]?.until
        let channel = proposal.channel.flatMap(ShareChannel.init(rawValue:))
        let origin =
            proposal.kind == .removal
            ? "no longer in its file" + (until.map { " (until \($0))" } ?? "")
            : "from " + Self.origin(proposal.source, item.mail)
                + (channel.map { ", as " + $0.phrase } ?? Self.answerWords(proposal))
        let isShown =
            channel != nil && channel != .labelledBlock && proposal.current != nil
            && record?.provenance[proposal.field]?.source == proposal.source
        let said: ShownLine = isShown ? "  (as the same mail says elsewhere)" : ""
        return [
            "\(proposal.number)  \(ShownLine(photo).bold)  \(proposal.field.rawValue), \(origin)",
            "   now       \(Self.words(proposal.current, proposal.field))" + said.dim,
            "   proposed  \(Self.words(proposal.proposed, proposal.field))",
        ]
    }

    /// That a proposal answers a question, and whether somebody was asked who makes it.
    private static func answerWords(_ proposal: Proposal) -> String {
        switch proposal.channel {
        case Proposal.answerChannel: ", as an answer"
        case Proposal.wordsChannel where proposal.field == .taken:
            ", as an answer beside the date in its file; --accept-all leaves it, --accept \(proposal.number) takes it"
        case Proposal.wordsChannel:
            ", as a free-text answer; --accept-all skips it, --accept \(proposal.number) accepts it"
        case Proposal.claimChannel:
            ", who was not asked; --accept-all skips it, --accept \(proposal.number) accepts it"
        default: ""
        }
    }

    /// Removals in words: how many, of what, and how they are settled together.
    static func lines(ofRemovals removals: [Proposal]) -> [String] {
        let photos = Set(removals.map(\.photo)).count
        let counts = RecordField.allCases.compactMap { field -> String? in
            let count = removals.count { $0.field == field }
            return count == 0
                ? nil : "\(Self.grouped(count)) \(Self.noun(field, isOne: count == 1))"
        }
        let values =
            removals.count == 1
            ? "1 value that its file"
            : grouped(removals.count)
                + " values that files"
        let says = removals.count == 1 ? "no longer has" : "no longer have"
        return [
            "\(values) \(says), of \(grouped(photos)) photo\(photos == 1 ? "" : "s"): "
                + counts.joined(separator: ", ") + ".",
            "   wit review --accept --removals removes them from the catalog too, --reject "
                + "--removals keeps them.",
        ]
    }

    /// What a field's value is called.
    private static func noun(_ field: RecordField, isOne: Bool) -> String {
        let plural = isOne ? "" : "s"
        return switch field {
        case .name: "name" + plural
        case .caption: "caption" + plural
        case .keywords: "list\(plural) of keywords"
        case .people: "list\(plural) of people"
        case .taken: "date" + plural
        case .location: "location" + plural
        case .regions: "list\(plural) of regions"
        case .camera: "camera" + plural
        }
    }

    /// A count with commas between thousands.
    private static func grouped(_ count: Int) -> String {
        let digits = Array(String(count))
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digits[index])
        }
    }

    /// A source: for a mail the address that it came from, then the name that its sender gives, and
    /// its subject.
    static func origin(_ source: String, _ mail: MessageOrigin?) -> String {
        mail.map { $0.words ?? source } ?? source
    }

    /// A field's value in the words that `wit show` has for it.
    static func words(_ value: JSONValue?, _ field: RecordField) -> ShownLine {
        guard let value else { return ShownLine("(nothing)").dim }
        var record = PhotoRecord()
        record[field: field] = value
        let words: String? =
            switch field {
            case .name: record.name
            case .caption: record.caption
            case .keywords: record.keywords.joined(separator: ", ")
            case .people: record.people.joined(separator: ", ")
            case .taken: record.taken.map(RecordWords.words)
            case .location: record.location.map(RecordWords.pointAndPlace)
            case .regions: record.regions.map(RecordWords.words).joined(separator: ", ")
            case .camera: record.camera.map(RecordWords.words)
            }
        return ShownLine(words ?? value.text)
    }
}
