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
            is a proposal. Without an option the open ones are listed. “wit undo” takes an \
            accepted one back.

            With --json, one proposal a line.
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
        let catalog = try store.open()
        let all = acceptAll || rejectAll ? try catalog.proposals().map(\.number) : []
        let accepted = acceptAll ? all : accept
        let rejected = rejectAll ? all : reject
        // The latest proposal for a field wins, as it would if they were taken one by one.
        if !accepted.isEmpty { _ = try catalog.accept(accepted.sorted()) }
        if !rejected.isEmpty { try catalog.reject(rejected) }
        if !speech.quiet && !speech.json {
            Output.line("\(accepted.count) accepted, \(rejected.count) rejected.")
        }
    }

    private func list() throws {
        let catalog = try store.openToRead()
        let proposals = try catalog.proposals()
        for proposal in proposals {
            if speech.json {
                Output.json(proposal.json)
                continue
            }
            let record = try catalog.record(proposal.photo)
            let photo = record?.name ?? record?.file ?? proposal.photo.text
            Output.line(
                "\(proposal.number)  \(photo.printable().bold)  \(proposal.field.rawValue), from "
                    + proposal.source.printable())
            Output.line("   now       " + Self.words(proposal.current))
            Output.line("   proposed  " + Self.words(proposal.proposed))
        }
        if !speech.json && !speech.quiet {
            Output.line(
                proposals.isEmpty
                    ? "Nothing to review."
                    : "\(proposals.count) open. wit review --accept N, --reject N, --accept-all.")
        }
    }

    static func words(_ value: JSONValue?) -> String {
        switch value {
        case nil: "(nothing)".dim
        case .string(let text)?: text.printable()
        case .array(let values)? where values.allSatisfy({ $0.string != nil }):
            values.compactMap(\.string).joined(separator: ", ").printable()
        case let value?: value.text
        }
    }
}
