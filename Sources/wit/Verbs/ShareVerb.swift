import ArgumentParser
import Foundation
import MIMEMessage
import MailTransport
import PhotoCatalog
import PhotoRecord
import ShareMail
import WhatIsThat

extension LocationGrade: ExpressibleByArgument {}
extension PhotoSize: ExpressibleByArgument {}

/// `wit share PHOTO…`
struct ShareVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Build an e-mail with photos and their whole story.",
        discussion: """
            Example: wit share IMG_1.jpg --to anna@example.org --output mail.eml
                     wit share IMG_1.jpg --to anna@example.org --send
                     wit share IMG_1.jpg --to anna@example.org --draft
                     wit find kite --json | wit share - --to anna@example.org -o kites.eml

            The message reads well in any mail program; whoever has wit takes it in with \
            “wit import”. Before it is written it is read back and proven: with --location none \
            it holds no coordinate and no place in any part. A photo that is not in the catalog \
            yet is added to it.

            One at least of --output, --send and --draft says where it goes. --send puts it into \
            the outbox first, so that nothing is lost and nothing goes out twice: see “wit \
            outbox”. --draft opens it in your mail program, where you send it yourself.

            With --json, one object: messageID, subject, bytes, location, output, draft (file), \
            opened, outbox (the mail, as “wit outbox --json” says it), photos (record, file, \
            fileName, bytes, sha256), findings; nothing with --output -.
            """)

    @OptionGroup var photos: PhotoReferences

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Who gets it; may be repeated.", valueName: "address"))
    var to: [String]

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Who gets a copy; may be repeated.", valueName: "address"))
    var cc: [String] = []

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Who sends it.", valueName: "address"))
    var from: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The .eml file; - for stdout.", valueName: "file"))
    var output: String?

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "Replace the .eml file if it is there.")
    var force = false

    @Option(help: "How much of the location leaves.")
    var location = LocationGrade.exact

    @Option(help: "The longer side: 800, 1600, 2560 pixels, or as it is.")
    var size = PhotoSize.medium

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The subject (default: the photos' names).", valueName: "text"))
    var subject: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A few words above the photos.", valueName: "text"))
    var message: String?

    @Option(help: "The language: the name of a folder of templates.")
    var language = "en"

    @Option(help: ArgumentHelp("The template's identifier.", valueName: "name"))
    var template = "share"

    @Option(
        help: ArgumentHelp("Your own templates, which stand above ours.", valueName: "folder"))
    var templates: String?

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        _ = try options()
        _ = try hidden()
        try requireNonEmpty(output, "--output")
        if output == nil && !delivery.send && !delivery.draft {
            throw ValidationError("Say where it goes: --output FILE, --send or --draft.")
        }
        if output == "-" && delivery.draft {
            throw ValidationError("--draft needs a file: leave --output away, or name one.")
        }
        if let templates {
            var isFolder: ObjCBool = false
            let there = FileManager.default.fileExists(
                atPath: absolutePath(templates), isDirectory: &isFolder)
            if !there || !isFolder.boolValue {
                throw ValidationError("--templates \(templates): there is no such folder.")
            }
        }
    }

    func run() async throws {
        let account = try delivery.sender()
        var options = try options()
        if let account, from == nil {
            options.from = Mailbox(name: account.displayName, address: account.address)
        }
        var path = output
        if delivery.draft && path == nil { path = try DraftFile.path(named: options.messageKey) }
        let file = try path.flatMap { $0 == "-" ? nil : try OutputFile($0, replacing: force) }
        let catalog = try store.open()
        var failures: [ItemFailure] = []
        let ids = try await photos.resolvedOrAdded(to: catalog, failures: &failures)
        for failure in failures { Output.complain("wit: \(failure)") }
        // A message without some of the photos is not what was asked for.
        guard failures.isEmpty else { throw ExitStatus.someFailed }
        let share = try SharePhotos(of: catalog, options: options).message(of: ids)
        try file?.write(delivery.draft ? DraftFile.mark + share.bytes : share.bytes)
        var done = Delivered(path: path == "-" ? nil : path)
        if delivery.draft, let path { done.opened = openDraft(path) }
        if delivery.send, let account {
            done.mail = try deliver(share, from: account, bcc: hidden(), in: catalog)
        }
        if path == "-" {
            Output.bytes(share.bytes)
        } else {
            say(share, done)
        }
        if let mail = done.mail, mail.state != .sent {
            Output.complain("wit: mail \(mail.number) \(mail.outcome)")
            throw ExitStatus.someFailed
        }
    }

    private func say(_ share: ComposedShare, _ done: Delivered) {
        if speech.json {
            Output.json(share.json(done, isDraft: delivery.draft))
        } else if !speech.quiet {
            let place = done.path.map { $0.printable() + ": " } ?? ""
            let summary = share.summary
            Output.line(place + (place.isEmpty ? summary.capitalizedFirst : summary) + ".")
            for finding in share.findings {
                Output.line("  · ".yellow + finding.message.printable())
            }
            if let mail = done.mail, mail.state == .sent {
                Output.line("Mail \(mail.number) \(mail.outcome.printable()).")
            }
        }
    }

    /// The addresses that stand in no header.
    private func hidden() throws -> [String] {
        try delivery.bcc.map { try Self.mailbox($0, option: "--bcc").address }
    }

    func options() throws -> ShareOptions {
        var options = ShareOptions(
            from: try from.map { try Self.mailbox($0, option: "--from") },
            to: try to.map { try Self.mailbox($0, option: "--to") },
            cc: try cc.map { try Self.mailbox($0, option: "--cc") },
            subject: subject, message: message)
        if let subject,
            subject.unicodeScalars.contains(where: { "\r\n\0".unicodeScalars.contains($0) })
        {
            throw ValidationError(
                "--subject “\(subject.printable())” has a line break or NUL in it.")
        }
        options.location = location
        options.size = size
        options.language = language
        options.template = template
        options.templateFolder = templates.map(absolutePath)
        options.dateOffsetMinutes = TimeZone.current.secondsFromGMT() / 60
        return options
    }

    private static func mailbox(_ text: String, option: String) throws -> Mailbox {
        do throws(MIMEBuildError) {
            return try Mailbox(validating: text)
        } catch {
            let several = text.contains(",") ? " Repeat \(option) for each." : ""
            throw ValidationError("\(option): \(error.message.printable())\(several)")
        }
    }
}

extension ComposedShare {
    /// One JSON object: what left.
    func json(_ done: Delivered, isDraft: Bool) -> JSONValue {
        var object: JSONObject = [
            "messageID": .string(messageID.rawValue), "subject": .string(subject),
            "bytes": .count(bytes.count), "location": .string(location.rawValue),
        ]
        object[isDraft ? "draft" : "output"] = done.path.map { .string($0) }
        object["opened"] = done.opened.map { .bool($0) }
        object["outbox"] = done.mail?.json
        object["photos"] = .array(
            photos.map { photo in
                [
                    "record": photo.record.json, "file": .string(photo.file),
                    "fileName": .string(photo.fileName), "bytes": .count(photo.bytes),
                    "sha256": .string(photo.sha256),
                ]
            })
        object["findings"] = .array(findings.map(\.json))
        return .object(object)
    }
}
