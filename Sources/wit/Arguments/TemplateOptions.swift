import ArgumentParser
import Foundation
import MailTemplates
import OutputText
import WhatIsThat

/// Where a person's own templates lie.
struct TemplateFolderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Your own templates, which replace the built-in ones (default: the settings' "
                + "[templates] folder).",
            valueName: "folder"), completion: .directory)
    var templates: String?

    func validate() throws {
        guard let templates else { return }
        do { try TemplateLibrary(ownFolder: absolutePath(templates)).requireOwnFolder() } catch {
            throw ValidationError("--templates \(templates): \(error.reason).")
        }
    }

    /// The folder: that of the command line, else that of the settings; nil for neither.
    func folder(_ look: MailLook) -> String? { templates.map(absolutePath) ?? look.templateFolder }
}

/// What a mail looks like.
struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The language: \(TemplateLibrary().languages.joined(separator: ", ")), or a folder of your"
                + " own templates (default: the settings' [templates] language, else that of"
                + " $LC_ALL, $LC_MESSAGES or $LANG, else en)."), completion: Completions.languages)
    var language: String?

    @Option(
        help: ArgumentHelp(
            "The template's identifier; “wit template list” names them.", valueName: "name"),
        completion: Completions.templates)
    var template = "share"

    @OptionGroup var folder: TemplateFolderOptions

    @Flag(help: "Draw no map of where the photos were taken.")
    var noMap = false

    /// The language that a mail has: the one that was asked for, whether there is one such or not;
    /// else the first of the environment's that there is.
    func language(_ look: MailLook, _ templates: TemplateLibrary) -> String {
        language ?? look.language ?? templates.known(
            look.languages(environment: ProcessEnvironment.all)) ?? "en"
    }
}
