import ArgumentParser
import Foundation
import JSON
import MailTemplates
import OutputText
import PhotoRecord
import ShareMail
import WhatIsThat

/// `wit template list|show|check`
struct TemplateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "List, print and check the templates of mails.",
        discussion: """
            Example: wit template list
                     wit template show share --language fr --into ~/mail-templates
                     wit template check ~/mail-templates

            A template is the wording and look of a mail: files in a folder for each language, and \
            in the folder “common” for all. Files of your own folder stand above ours, one by one: \
            copy those that you want to change there, and name the folder with --templates or in \
            the settings:

                [templates]
                folder = "~/mail-templates"
                language = "fr"
            """,
        subcommands: [TemplateList.self, TemplateShow.self, TemplateChecking.self])
}

/// `wit template list`
struct TemplateList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the templates, their languages and where they lie.",
        discussion: """
            Example: wit template list --templates ~/mail-templates

            With --json, one template a line: language, identifier, own (whether a file of it is \
            yours), files (name, path, own).
            """)

    @OptionGroup var folder: TemplateFolderOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var speech: SpeechOptions

    func run() throws {
        let own = folder.folder(try settings.read().mailLook)
        let templates = MailTemplates(ownFolder: own)
        for language in templates.languages {
            for identifier in templates.identifiers(language: language) {
                let files = templates.files(of: identifier, language: language)
                if speech.json {
                    Output.json([
                        "language": .string(language), "identifier": .string(identifier),
                        "own": .bool(files.contains(where: \.isOwn)),
                        "files": .array(
                            files.map { file in
                                [
                                    "name": .string(file.name), "path": .string(file.url.path),
                                    "own": .bool(file.isOwn),
                                ]
                            }),
                    ])
                } else {
                    let changed = files.filter(\.isOwn).map(\.name)
                    let from =
                        changed.isEmpty
                        ? "ours" : "yours: " + changed.joined(separator: ", ")
                    Output.line("\(identifier)  \(language)  \(from)")
                }
            }
        }
        guard !speech.json, !speech.quiet else { return }
        for place in templates.folders {
            let whose = place == templates.ownFolder ? "yours" : "ours"
            Output.line("\(whose): \(place.path)")
        }
    }
}

/// `wit template show`
struct TemplateShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the files of a template, or copy them.",
        discussion: """
            Example: wit template show share --language de
                     wit template show share --language de --into ~/mail-templates

            With --json, one file a line: name, path, own, text; with --into also copied (a path; \
            absent where the file was there already).
            """)

    @Argument(
        help: ArgumentHelp("The template's identifier.", valueName: "name"),
        completion: Completions.templates)
    var name = "share"

    @Option(help: "The language (default: as for “wit share”).", completion: Completions.languages)
    var language: String?

    @Option(
        help: ArgumentHelp(
            "Copy the files there instead; what is there already stays.", valueName: "folder"),
        completion: .directory)
    var into: String?

    @OptionGroup var folder: TemplateFolderOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws { try requireNonEmpty(into, "--into") }

    func run() throws {
        let look = try settings.read().mailLook
        let templates = MailTemplates(ownFolder: folder.folder(look))
        let wanted =
            language ?? look.language ?? templates.known(
                look.languages(environment: ProcessEnvironment.all)) ?? "en"
        let known = templates.known([wanted]) ?? wanted
        let files = templates.files(of: name, language: known)
        if files.isEmpty || !templates.languages.contains(known) {
            // It says which there are.
            _ = try templates.template(name, language: wanted)
        }
        for file in files {
            let text = (try? String(contentsOf: file.url, encoding: .utf8)) ?? ""
            let copy = try into.flatMap { try Self.copy(file, into: absolutePath($0)) }
            if speech.json {
                var object: JSONObject = [
                    "name": .string(file.name), "path": .string(file.url.path),
                    "own": .bool(file.isOwn), "text": .string(text),
                ]
                object["copied"] = copy.map(JSONValue.string)
                Output.json(.object(object))
            } else if into != nil {
                if speech.quiet { continue }
                Output.line(
                    copy.map { "\($0): copied" } ?? "\(file.name): is there, and stays")
            } else {
                if !speech.quiet {
                    let whose = file.isOwn ? "yours" : "ours"
                    Output.line(ShownLine("==> \(file.name) (\(whose)) <==").bold)
                }
                Output.line(ShownLine(lines: text))
            }
        }
    }

    /// Copies a file into a folder of templates.
    ///
    /// - Returns: the copy's path; nil where a file of the name is there.
    private static func copy(_ file: TemplateFile, into folder: String) throws -> String? {
        let path = folder + "/" + file.name
        let manager = FileManager.default
        guard !manager.fileExists(atPath: path) else { return nil }
        do {
            try manager.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try Data(contentsOf: file.url).write(
                to: URL(filePath: path), options: .withoutOverwriting)
        } catch {
            throw ItemFailure(item: path, reason: "can't be written")
        }
        return path
    }
}

/// `wit template check`
struct TemplateChecking: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Try your own templates with sample photos and say what is wrong.",
        discussion: """
            Example: wit template check ~/mail-templates

            Each template that a file of yours belongs to is tried with 1, 3 and 40 photos. An \
            error is what a mail must not have: a value that does not exist or is not escaped, a \
            missing part, a script, a thing from elsewhere. A warning is what it should not have: \
            more than 100 KB of HTML, pictures without words, missing words of the language, a \
            readable text that wit cannot read back.

            With --json, one finding a line. The exit status is 1 where there is an error.
            """)

    @Argument(
        help: ArgumentHelp(
            "Your folder of templates (default: the settings' [templates] folder).",
            valueName: "folder"), completion: .directory)
    var folder: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var speech: SpeechOptions

    func run() throws {
        let look = try settings.read().mailLook
        guard let folder = folder.map(absolutePath) ?? look.templateFolder else {
            throw ValidationError(
                "Name your folder of templates; the settings have no [templates] folder either.")
        }
        var isFolder: ObjCBool = false
        let there = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        guard there, isFolder.boolValue else {
            throw ValidationError("\(folder): there is no such folder.")
        }
        let check = TemplateCheck(folder: folder)
        let subjects = check.subjects
        guard !subjects.isEmpty else {
            throw ItemFailure(
                item: folder,
                reason: "has no file of a template; it takes a folder for each language, as “en”,"
                    + " and “common”")
        }
        var errors = 0
        // A file of “common” belongs to all languages: what is wrong with it is said once.
        var said: Set<Finding> = []
        for (language, identifier) in subjects {
            let findings = check.findings(
                of: identifier, language: language, mapLink: look.mapLink
            ).filter { said.insert($0).inserted }
            errors += findings.count { $0.severity == .error }
            if speech.json {
                for finding in findings { Output.json(finding.json) }
            } else {
                if findings.isEmpty, !speech.quiet {
                    Output.line("\(language)/\(identifier): all well")
                }
                for finding in findings {
                    Output.line(
                        "\(finding.place): \(finding.severity.rawValue): \(finding.message)")
                }
            }
        }
        if errors > 0 { throw ExitStatus.someFailed }
    }
}
