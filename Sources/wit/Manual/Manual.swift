import Folders
import Foundation
import OutputText
import WhatIsThat

/// The manual: a page for the program, one for each verb, one for each format.
///
/// Commands, options and defaults come from the program, the keys of the settings from the tables by
/// which they are read, the prose from `Pages` beside this file and the documentation of the payload.
struct Manual {
    /// The checkout that the prose lies in.
    private let checkout: URL
    private let root: CommandHelp

    /// The manual, with the prose of a checkout.
    ///
    /// - Throws: `DecodingError` where argument-parser describes commands in an unknown form.
    init(checkout: URL) throws {
        self.checkout = checkout
        root = try CommandHelp.root()
    }

    /// All pages.
    ///
    /// - Throws: a `WitError` that names the file of prose that cannot be read.
    func pages() throws(WitError) -> [ManualPage] {
        let verbs = root.shown.map(\.commandName)
        var pages: [ManualPage] = []
        pages.append(try program(verbs))
        pages.append(try settings())
        pages.append(try payload())
        for verb in root.shown {
            let prose = try prose("wit-" + verb.commandName)
            pages.append(VerbPage(verb, prose: prose, verbs: verbs).page)
        }
        return pages
    }

    private func program(_ verbs: [String]) throws(WitError) -> ManualPage {
        let prose = try prose("wit")
        let discussion = Discussion(root.discussion ?? "")
        var page = ManualPage("wit", section: 1, abstract: root.abstract ?? "")
        page.head("Synopsis")
        page.paragraph(
            roff: "\(ManualWords.bold("wit")) \(ManualWords.italic("command")) [options] ...")
        page.head("Description")
        page.blocks(discussion.prose.prefix(1) + prose.beginning)
        page.head("Commands")
        for verb in root.shown {
            page.term(
                ManualWords.bold("wit-" + verb.commandName) + "(1)", verb.abstract ?? "")
        }
        page.head("Options")
        page.arguments(root)
        page.blocks(prose.sections)
        page.head("Examples")
        page.literal(discussion.examples)
        page.head("Files")
        page.files(catalog: true, settings: true)
        page.head("Environment")
        page.environment(catalog: true, settings: true)
        page.head("Exit status")
        page.exitStatus()
        page.head("See also")
        page.seeAlso(
            verbs.map { ("wit-" + $0, 1) } + [("wit-settings", 5), ("wit-payload", 5)])
        return page
    }

    private func settings() throws(WitError) -> ManualPage {
        let prose = try prose("wit-settings")
        var page = ManualPage("wit-settings", section: 5, abstract: "the settings of wit")
        page.head("Description")
        page.blocks(prose.beginning)
        for table in SettingsTable.all {
            page.head(table.header)
            page.keys(of: table)
            page.blocks(prose.section(table.header))
            if table.name == "catalog" { page.namesLeftOut() }
        }
        page.head("Files")
        page.files(catalog: false, settings: true)
        page.head("Environment")
        page.environment(catalog: false, settings: true)
        page.head("See also")
        page.seeAlso([
            ("wit", 1), ("wit-catalog", 1), ("wit-share", 1), ("wit-outbox", 1), ("wit-fetch", 1),
            ("wit-template", 1),
        ])
        return page
    }

    private func payload() throws(WitError) -> ManualPage {
        let file = checkout.appending(path: "Sources/ShareMail/ShareMail.docc/PayloadFormat.md")
        // The title of the document is the page's own.
        let blocks = ManualBlock.blocks(ofMarkdown: try ManualProse.text(of: file)).dropFirst()
        var page = ManualPage(
            "wit-payload", section: 5, abstract: "the formats in which photos' stories travel")
        page.head("Description")
        page.blocks(Array(blocks))
        page.head("See also")
        page.seeAlso([("wit", 1), ("wit-share", 1), ("wit-import", 1), ("wit-inspect", 1)])
        return page
    }

    private func prose(_ name: String) throws(WitError) -> ManualProse {
        try ManualProse.prose(
            of: name, in: checkout.appending(path: "Sources/wit/Manual/Pages"))
    }
}

extension ManualProse {
    /// What stands below a title.
    func section(_ title: String) -> [ManualBlock] {
        guard let start = sections.firstIndex(of: .heading(level: 2, text: title)) else {
            return []
        }
        return Array(
            sections[(start + 1)...].prefix {
                if case .heading(2, _) = $0 { false } else { true }
            })
    }
}

extension ManualPage {
    /// The built-in list of names that folders are cataloged without.
    fileprivate mutating func namesLeftOut() {
        subhead("What is left out by default")
        for rule in DerivedNames.builtIn {
            term(ManualWords.bold(rule.pattern), rule.reason.capitalizedAtStart + ".")
        }
    }

    /// The keys of a table of the settings.
    fileprivate mutating func keys(of table: SettingsTable) {
        for key in table.keys {
            let standard = key.standard.map { " Default: `\($0)`." } ?? ""
            term(ManualWords.bold(key.name), key.meaning + "." + standard)
        }
    }
}

extension String {
    fileprivate var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
