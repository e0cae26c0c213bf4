import ArgumentParser
import CatalogDatabase
import Foundation
import LearnedStrokes
import MailTemplates
import MailTransport
import PhotoRecords
import WhatIsThat

/// What the shell offers for arguments: a look into the catalog and the settings that changes
/// nothing, and says nothing where there are none.
enum Completions {
    /// Files, and ids of photos once three digits of one are there.
    static let photos = CompletionKind.custom { words, _, typed in
        offered(files(beginning: typed) + ids(beginning: typed, words), for: typed)
    }
    static let keywords = list(of: .keywords)
    static let people = list(of: .people)
    static let mailboxes = CompletionKind.custom { words, _, typed in
        let set = settings(words)?.accounts.map(\.mailbox) ?? []
        let fetched = catalog(words) { try $0.fetchedMailboxes() }
        return offered(set + fetched, for: typed)
    }
    static let accounts = CompletionKind.custom { words, _, typed in
        offered(settings(words)?.accounts.map(\.name) ?? [], for: typed)
    }
    static let templates = CompletionKind.custom { words, _, typed in
        let templates = ownTemplates(words)
        return offered(templates.languages.flatMap(templates.identifiers(language:)), for: typed)
    }
    static let languages = CompletionKind.custom { words, _, typed in
        offered(ownTemplates(words).languages, for: typed)
    }
    static let changes = CompletionKind.custom { words, _, typed in
        offered(catalog(words) { try $0.changes().map { String($0.number) } }, for: typed)
    }
    static let proposals = CompletionKind.custom { words, _, typed in
        offered(catalog(words) { try $0.pendingProposals().map(String.init) }, for: typed)
    }
    static let questions = CompletionKind.custom { words, _, typed in
        offered(catalog(words) { try $0.questions().map { String($0.number) } }, for: typed)
    }
    static let mails = CompletionKind.custom { words, _, typed in
        offered(catalog(words) { try $0.outbox().map { String($0.number) } }, for: typed)
    }
    static let strokeWords = CompletionKind.custom { words, _, typed in
        let file = StrokeFile(
            given: value(of: "--words", in: words), environment: ProcessEnvironment.all)
        let learned = (try? file.contents())?.dictionary.entries.map(\.word) ?? []
        return offered(learned, for: typed)
    }
    static let limits = CompletionKind.list(MailLimits.Name.allCases.map { $0.rawValue + "=" })

    /// A list of words, with the `+` or `-` in front that an edit wants.
    private static func list(of list: PhotoCatalog.WordList) -> CompletionKind {
        .custom { words, _, typed in
            let sign = typed.prefix { "+-".contains($0) }.prefix(1)
            let start = String(typed.dropFirst(sign.count))
            let found = catalog(words) { try $0.words(of: list, beginning: start) }
            return offered(found.map { sign + $0 }, for: typed)
        }
    }

    private static func ids(beginning typed: String, _ words: [String]) -> [String] {
        guard typed.count >= 3, typed.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
        return catalog(words) { try $0.identities(beginning: typed).map(\.text) }
    }

    /// What the shell can take: of one line, each once.
    ///
    /// Keywords and names come from strangers' mails too, and file names may be anything. bash's
    /// `compgen -W`, to which argument-parser's script gives the words, expands them as it does the
    /// command line: each character that could mean anything gets a backslash. zsh takes what stands
    /// behind a colon for a description.
    private static func offered(_ texts: [String], for typed: String) -> [String] {
        var seen: Set<String> = []
        let usable = texts.filter { text in
            text.hasPrefix(typed) && !text.unicodeScalars.contains { $0.properties.isControl }
                && seen.insert(text).inserted
        }
        if CompletionShell.requesting == .fish { return usable }
        guard CompletionShell.requesting == .zsh else { return usable.map { quoted($0) } }
        return usable.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
    }

    /// A text with a backslash before each ASCII character but letters, digits and a few marks.
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            let isPlain =
                !scalar.isASCII || scalar.properties.isAlphabetic
                || scalar.properties.numericType != nil
                || "_-./,:+=@% ".unicodeScalars.contains(scalar)
            quoted += isPlain ? String(scalar) : "\\" + String(scalar)
        }
        return quoted
    }

    private static func files(beginning typed: String) -> [String] {
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let place = folder.hasPrefix("~/") ? NSHomeDirectory() + folder.dropFirst() : folder
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: place.isEmpty ? "." : place)
        let start = typed.dropFirst(folder.count)
        return (names ?? []).sorted().filter { name in
            name.hasPrefix(start) && (!name.hasPrefix(".") || start.hasPrefix("."))
        }.map { folder + $0 }
    }

    private static func catalog(
        _ words: [String], _ look: (PhotoCatalog) throws -> [String]
    ) -> [String] {
        let path = DefaultPaths.path(
            given: value(of: "--catalog", in: words), environment: ProcessEnvironment.all)
        guard let catalog = try? PhotoCatalog(path: path, access: .readOnly) else { return [] }
        return (try? look(catalog)) ?? []
    }

    private static func settings(_ words: [String]) -> Settings? {
        try? Settings(
            given: value(of: "--settings", in: words), environment: ProcessEnvironment.all)
    }

    private static func ownTemplates(_ words: [String]) -> TemplateLibrary {
        let given = value(of: "--templates", in: words).map(absolutePath)
        return TemplateLibrary(ownFolder: given ?? settings(words)?.mailLook.templateFolder)
    }

    /// What an option has on the line that is typed.
    private static func value(of option: String, in words: [String]) -> String? {
        guard let index = words.lastIndex(of: option) else { return nil }
        return words.dropFirst(index + 1).first
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it is a control character, which no shell completes.
    fileprivate var isControl: Bool { generalCategory == .control }
}
