import Foundation
import OutputText

/// The wording and look of mails: folders of Mustache templates, one folder per language.
///
/// A template is found by its identifier: `share` stands for the files `share.html.mustache`,
/// `share.text.mustache` and `share.subject.mustache` of the language's folder, or of the folder
/// `common`, whose layout all languages share. A person's own folder (`FOLDER/en/…`) stands above
/// ours, file by file.
public struct TemplateLibrary: Sendable {
    /// The folders, the strongest first.
    public let folders: [URL]
    /// A person's own folder, the first of them; nil without one.
    public private(set) var ownFolder: URL?

    /// Our templates, with a person's own folder above them.
    public init(ownFolder: String? = nil) {
        let own = ownFolder.map { URL(filePath: $0, directoryHint: .isDirectory) }
        self.init(folders: (own.map { [$0] } ?? []) + [Self.installed].compactMap(\.self))
        self.ownFolder = own
    }

    /// The templates of exactly these folders, the strongest first.
    public init(folders: [URL]) { self.folders = folders }

    /// The languages that there are templates in, sorted.
    public var languages: [String] {
        Set(folders.flatMap { Self.names(in: $0) })
            .filter { !$0.contains(".") && $0 != Self.common }.sorted()
    }

    /// The identifiers of a language's templates, sorted.
    public func identifiers(language: String) -> [String] {
        let files = folders(language).flatMap { Self.names(in: $0) }
        // A part of other templates has HTML alone.
        let suffixes = [TemplateSet.Part.text, .subject].map(\.suffix)
        let stems = files.flatMap { file in
            suffixes.filter(file.hasSuffix).map { String(file.dropLast($0.count)) }
        }
        return Set(stems).sorted()
    }

    /// - Throws: `no-template-folder` where the person's own folder is not there.
    public func requireOwnFolder() throws(WitError) {
        guard let path = ownFolder?.path else { return }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard isThere, isFolder.boolValue else {
            throw WitError(
                item: path, code: .noTemplateFolder, reason: "there is no such folder")
        }
    }

    /// A template by its language and identifier.
    ///
    /// A language with a region (`en-GB`, `en_GB.UTF-8`) that has no folder of its own is the
    /// language without.
    ///
    /// - Throws: `no-template-folder`; `no-templates`, `unknown-language`, `unknown-template`, in a sentence that lists
    ///   what there is; `bad-template`, `bad-words`.
    public func template(
        _ identifier: String, language: String
    ) throws(WitError) -> TemplateSet {
        try requireOwnFolder()
        let known = languages
        guard !known.isEmpty else {
            throw WitError(
                .noTemplates,
                "No mail templates were found; looked in "
                    + (folders.isEmpty ? "no folder" : folders.map(\.path).joined(separator: ", "))
                    + ".")
        }
        let short = String(language.prefix { $0.isLetter })
        guard let language = [language, short].first(where: known.contains) else {
            throw WitError(
                .unknownLanguage,
                "There are no mail templates in the language “\(language)”; there are: "
                    + known.joined(separator: ", ") + ".")
        }
        let identifiers = identifiers(language: language)
        guard identifiers.contains(identifier) else {
            throw WitError(
                .unknownTemplate,
                "There is no mail template “\(identifier)” in “\(language)”; there are: "
                    + identifiers.joined(separator: ", ") + ".")
        }
        return try TemplateSet(
            identifier: identifier, language: language,
            folders: folders(language))
    }

    /// The words of each language that has some, by the language's name; a file that cannot be
    /// read is left out.
    public var words: [String: TemplateWords] {
        var words: [String: TemplateWords] = [:]
        for language in languages {
            words[language] =
                folders.lazy.compactMap { folder in
                    try? TemplateWords(file: folder.appending(path: "\(language)/words.json"))
                }.first
        }
        return words
    }

    /// What is no language but a layout for all.
    static let common = "common"

    private func folders(_ language: String) -> [URL] {
        [language, Self.common].flatMap { name in folders.map { $0.appending(path: name) } }
    }

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    /// Where our templates lie: installed beside the program (`../share/wit/templates`), or in
    /// the folder of resources that the build puts next to it.
    ///
    /// `Bundle.module` is not used: it ends the program where the folder is missing.
    private static let installed: URL? = {
        let programs = [
            Bundle.main.executableURL, Bundle.main.bundleURL.appending(path: "-"),
            Bundle(for: Anchor.self).bundleURL.appending(path: "-"),
        ].compactMap(\.self)
        let places = programs.flatMap { program -> [URL] in
            let folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
            let resources = [
                "WhatIsThat_MailTemplates.resources", "WhatIsThat_MailTemplates.bundle",
            ]
            return [folder.deletingLastPathComponent().appending(path: "share/wit/templates")]
                + resources.flatMap {
                    [folder.appending(path: $0), folder.appending(path: "../\($0)")]
                }
        }
        return places.first {
            FileManager.default.fileExists(atPath: $0.appending(path: "en").path)
        }
    }()

    private final class Anchor {}
}
