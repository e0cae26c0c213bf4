import ArgumentParser
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// `wit review`
struct ReviewVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Settle what imports and changed files could only propose.",
        discussion: """
            Example: wit review
                     wit review --accept 3 --reject 4
                     wit review --accept-all

            An import never overwrites what a person wrote: where it says something else, that \
            is a proposal. A picture that only looks like a photo you have is a photo of its own; \
            to join the two is proposed. What a mail brought and this version does not know \
            leaves in a share only once you accept it. Without an option the open ones are \
            listed. “wit undo” takes an accepted one back.

            With --json, one proposal a line: number, photo, field, current, proposed, source, \
            at, state; of imports kind (join, fields) for field, with other and distance (bits) \
            or fields; with an option one object: accepted and rejected, the numbers.
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Take the proposed values.", valueName: "number"))
    var accept: [Int64] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Drop the proposals for good.", valueName: "number"))
    var reject: [Int64] = []

    @Flag(help: "Take every open proposal.")
    var acceptAll = false

    @Flag(help: "Drop every open proposal.")
    var rejectAll = false

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        let ways = [!accept.isEmpty || !reject.isEmpty, acceptAll, rejectAll].filter(\.self).count
        if ways > 1 { throw ValidationError("Accept or reject all, or name the ones meant.") }
        if let both = accept.first(where: reject.contains) {
            throw ValidationError("Proposal \(both) can't be both accepted and rejected.")
        }
    }

    func run() async throws {
        guard acceptAll || rejectAll || !accept.isEmpty || !reject.isEmpty else {
            return try list()
        }
        let catalog = try store.openExisting()
        let imports = Set(try catalog.importProposals().map(\.number))
        let all =
            acceptAll || rejectAll ? try catalog.proposals().map(\.number) + imports.sorted() : []
        let accepted = acceptAll ? all : accept
        let rejected = rejectAll ? all : reject
        // The latest proposal for a field wins, as it would if they were taken one by one.
        try settle(accepted, rejected, imports: imports, in: catalog)
        if speech.json {
            Output.json([
                "accepted": .array(accepted.map { .integer($0) }),
                "rejected": .array(rejected.map { .integer($0) }),
            ])
        } else if !speech.quiet {
            Output.line("\(accepted.count) accepted, \(rejected.count) rejected.")
        }
    }

    private func list() throws {
        let catalog = try store.openToRead()
        let proposals = try catalog.proposals()
        let imports = try catalog.importProposals()
        for proposal in proposals {
            if speech.json {
                Output.json(proposal.json)
                continue
            }
            let record = try catalog.record(proposal.photo)
            let photo = record?.name ?? record?.file ?? proposal.photo.text
            Output.line(
                "\(proposal.number)  \(photo.printable().bold)  \(proposal.field.rawValue), from "
                    + (try origin(of: proposal, in: catalog)).printable())
            Output.line("   now       " + Self.words(proposal.current, proposal.field))
            Output.line("   proposed  " + Self.words(proposal.proposed, proposal.field))
        }
        for proposal in imports {
            if speech.json {
                Output.json(proposal.json)
            } else {
                try Self.lines(of: proposal, in: catalog).forEach { Output.line($0) }
            }
        }
        if !speech.json && !speech.quiet {
            let count = proposals.count + imports.count
            Output.line(
                count == 0
                    ? "Nothing to review."
                    : "\(count) open. wit review --accept N, --reject N, --accept-all.")
        }
    }

    /// Who offers a value: for a mail its sender and subject, where they are known.
    private func origin(of proposal: Proposal, in catalog: PhotoCatalog) throws -> String {
        try Self.origin(proposal.source, of: proposal.photo, in: catalog)
    }

    /// A source: for a mail that a photo came with its sender and subject, where they are known.
    static func origin(
        _ source: String, of photo: RecordID, in catalog: PhotoCatalog
    ) throws -> String {
        let messages = try catalog.messages(of: photo)
        guard let mail = messages.first(where: { $0.source == source }) else { return source }
        let words = [mail.sender, mail.subject.map { "“\($0)”" }].compactMap(\.self)
        return words.isEmpty ? source : "the mail " + words.joined(separator: " ")
    }

    /// A field's value in the words that `wit show` has for it.
    static func words(_ value: JSONValue?, _ field: RecordField) -> String {
        guard let value else { return "(nothing)".dim }
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
        return (words ?? value.text).printable()
    }
}
