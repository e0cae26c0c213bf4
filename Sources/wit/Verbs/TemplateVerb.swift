import ArgumentParser
import Foundation
import JSON
import PhotoRecords
import WhatIsThat

/// `wit template list|show|check`
struct TemplateVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "List, print and check the templates of mails.",
        discussion: """
            Example: wit template list
                     wit template show share --language fr --into ~/mail-templates
                     wit template check ~/mail-templates

            A template is the wording and look of a mail: files in a folder for each language, \
            and in the folder “common” for all. Files in your own folder replace the built-in \
            ones, one by one: copy those that you want to change there, and name the folder with \
            --templates or in the settings:

                [templates]
                folder = "~/mail-templates"
                language = "fr"
            """,
        subcommands: [TemplateList.self, TemplateShow.self, TemplateChecking.self])
}

/// `wit template list`
struct TemplateList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the templates, their languages and where they are.",
        discussion: """
            Example: wit template list --templates ~/mail-templates

            With --json, one template per line: language, identifier, own (whether a file of it \
            is yours), files (name, path, own).
            """)

    @OptionGroup var folder: TemplateFolderOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let list = ListTemplates(ownFolder: folder.folder(try settings.read().mailLook))
        let report = try await list.run { [speech] progress in
            guard case .item(let template as ListTemplates.Template) = progress.event else {
                return
            }
            if speech.json { return Output.json(template.json) }
            let changed = template.files.filter(\.isOwn).map(\.name)
            let from = changed.isEmpty ? "built-in" : "yours: " + changed.joined(separator: ", ")
            Output.line("\(template.identifier)  \(template.language)  \(from)")
        }
        guard !speech.json, !speech.quiet else { return }
        for place in report.folders {
            Output.line("\(place.isOwn ? "yours" : "built-in"): \(place.path)")
        }
    }
}

/// `wit template show`
struct TemplateShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the files of a template, or copy them.",
        discussion: """
            Example: wit template show share --language de
                     wit template show share --language de --into ~/mail-templates

            With --json, one file per line: name, path, own, text; with --into also copied (a \
            path; absent where the file already existed).
            """)

    @Argument(
        help: ArgumentHelp("The template's identifier.", valueName: "name"),
        completion: Completions.templates)
    var name = "share"

    @Option(
        help: "The language (default: the same as for “wit share”).",
        completion: Completions.languages)
    var language: String?

    @Option(
        help: ArgumentHelp(
            "Copy the files to this folder instead; existing files are kept.", valueName: "folder"),
        completion: .directory)
    var into: String?

    @OptionGroup var folder: TemplateFolderOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws { try requireNonEmpty(into, "--into") }

    func run() async throws {
        let look = try settings.read().mailLook
        let own = folder.folder(look)
        let named = (language ?? look.language).map { [$0] }
        let template = ReadTemplate(
            name, languages: named ?? look.languages(environment: ProcessEnvironment.all),
            ownFolder: own, copyingInto: into)
        _ = try await template.run { [speech, into] progress in
            guard case .item(let file as ReadTemplate.File) = progress.event else { return }
            if speech.json { return Output.json(file.json) }
            if into != nil {
                if speech.quiet { return }
                Output.line(
                    file.copy.map { "\($0): copied" } ?? "\(file.name): already exists; kept")
            } else {
                if !speech.quiet {
                    let whose = file.isOwn ? "yours" : "built-in"
                    Output.line(ShownLine("==> \(file.name) (\(whose)) <==").bold)
                }
                Output.line(ShownLine(lines: file.text))
            }
        }
    }
}

/// `wit template check`
struct TemplateChecking: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check your own templates with sample photos.",
        discussion: """
            Example: wit template check ~/mail-templates

            Each template that has a file of yours is tried with 1, 3 and 40 photos. An error is \
            what a mail must not have: a value that does not exist or is not escaped, a missing \
            part, a script, anything loaded from elsewhere. A warning is what it should not \
            have: more than 100 KB of HTML, pictures without alternative text, missing words of \
            the language, a readable text that wit cannot read back.

            With --json, one finding per line. The exit status is 1 if there is an error.
            """)

    @Argument(
        help: ArgumentHelp(
            "Your folder of templates (default: the settings' [templates] folder).",
            valueName: "folder"), completion: .directory)
    var folder: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let look = try settings.read().mailLook
        guard let folder = folder.map(absolutePath) ?? look.templateFolder else {
            throw ValidationError(
                "Name your folder of templates; the settings have no [templates] folder either.")
        }
        let check = CheckTemplates(folder: folder, mapLink: look.mapLink)
        let report = try await check.run { [speech] progress in
            guard case .item(let checked as CheckTemplates.Checked) = progress.event else { return }
            if speech.json { return checked.findings.forEach { Output.json($0.json) } }
            if checked.findings.isEmpty, !speech.quiet {
                Output.line("\(checked.language)/\(checked.identifier): no problems")
            }
            for finding in checked.findings {
                let advice = Advice.words(for: finding, checking: true)
                Output.line(
                    "\(finding.place): \(finding.severity.rawValue): \(finding.message)\(advice)")
            }
        }
        if report.hasErrors { throw ExitStatus.someFailed }
    }
}
