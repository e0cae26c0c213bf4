import ArgumentParser
import Foundation
import MIMEMessage
import PhotoCatalog
import PhotoRecord
import ShareMail
import Synchronization
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
                     wit find kite --json | wit share - --to anna@example.org -o kites.eml

            The message reads well in any mail program; whoever has wit takes it in with \
            “wit import”. Before it is written it is read back and proven: with --location none \
            it holds no coordinate and no place in any part. A photo that is not in the catalog \
            yet is added to it.

            With --json, one object: messageID, subject, bytes, location, output, photos \
            (record, file, fileName, bytes, sha256), findings; nothing with --output -.
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
    var output: String

    @Flag(help: "Replace the .eml file if it is there.")
    var force = false

    @Option(help: "How much of the location leaves.")
    var location = LocationGrade.exact

    @Option(help: "The longer side: 800, 1600, 2560 pixels, or as it is.")
    var size = PhotoSize.medium

    @Option(
        help: ArgumentHelp(
            "The most that a mail may have, as 10M, 25MB or 20MiB: what is more goes into several.",
            valueName: "bytes"))
    var maxBytes: ByteCountArgument?

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
        try requireNonEmpty(output, "--output")
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
        let file = output == "-" ? nil : try OutputFile(output, replacing: force)
        let catalog = try store.open()
        var failures: [ItemFailure] = []
        let ids = try await photos.resolvedOrAdded(to: catalog, failures: &failures)
        for failure in failures { Output.complain("wit: \(failure)") }
        // A message without some of the photos is not what was asked for.
        guard failures.isEmpty else { throw ExitStatus.someFailed }
        // Ctrl-C ends the making of mails with nothing made; their writing is soon done.
        let ctrlC = CtrlC()
        let shares = try compose(ids, of: catalog, ctrlC.interruption)
        guard let file else {
            guard shares.count == 1 else {
                throw ItemFailure(
                    item: "--output -",
                    reason: "takes one mail, but these photos make \(shares.count); name a file:"
                        + " mail.eml becomes mail-1.eml, mail-2.eml …")
            }
            try shares[0].write { Output.bytes($0) }
            return
        }
        let files = try Self.files(for: shares.count, named: output, or: file, replacing: force)
        for (share, file) in zip(shares, files) {
            try file.write { take in try share.write(take) }
            say(share, file.path)
        }
        withExtendedLifetime(ctrlC) {}
    }

    /// The mails, with a bar while their photos are made ready.
    private func compose(
        _ ids: [RecordID], of catalog: PhotoCatalog, _ interruption: Interruption
    ) throws -> [ComposedShare] {
        let bar = Mutex(ProgressBar("photos", quiet: speech.quiet))
        var composer = ShareComposer()
        composer.progress = { done, total in
            bar.withLock { $0.show(done: done, of: total) }
        }
        composer.isStopped = { interruption.isRequested }
        defer { bar.withLock { $0.clear() } }
        do {
            return try SharePhotos(of: catalog, options: options(), composer: composer)
                .messages(of: ids)
        } catch let error as ShareError where error.code == .stopped {
            throw Interrupted(said: "wit: stopped; no mail is made.")
        }
    }

    /// One file for one mail; `mail-1.eml`, `mail-2.eml` … for several, all looked at before any is
    /// written.
    private static func files(
        for count: Int, named output: String, or only: OutputFile, replacing: Bool
    ) throws -> [OutputFile] {
        guard count > 1 else { return [only] }
        let slash = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
        let dot = output[slash...].lastIndex(of: ".").flatMap { $0 > slash ? $0 : nil }
        let (stem, suffix) = (output[..<(dot ?? output.endIndex)], dot.map { output[$0...] } ?? "")
        return try (1...count).map {
            try OutputFile("\(stem)-\($0)\(suffix)", replacing: replacing)
        }
    }

    private func say(_ share: ComposedShare, _ path: String) {
        if speech.json {
            Output.json(share.json(output: path))
        } else if !speech.quiet {
            Output.line("\(path.printable()): \(share.summary).")
            for finding in share.findings {
                Output.line("  · ".yellow + finding.message.printable())
            }
        }
    }

    private func options() throws -> ShareOptions {
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
        options.maximumBytes = maxBytes?.bytes
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
    func json(output: String) -> JSONValue {
        [
            "messageID": .string(messageID.rawValue), "subject": .string(subject),
            "bytes": .count(byteCount), "location": .string(location.rawValue),
            "output": .string(output),
            "photos": .array(
                photos.map { photo in
                    [
                        "record": photo.record.json, "file": .string(photo.file),
                        "fileName": .string(photo.fileName), "bytes": .count(photo.bytes),
                        "sha256": .string(photo.sha256),
                    ]
                }),
            "findings": .array(findings.map(\.json)),
        ]
    }
}
