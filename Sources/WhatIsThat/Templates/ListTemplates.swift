import Foundation
import JSON
import MailTemplates
import OutputText
import PhotoRecords

/// Lists the templates of mails: ours, and those of a person's own folder, which stand above them file
/// by file.
public struct ListTemplates: Sendable {
    private let ownFolder: String?

    /// Gets ready to list.
    ///
    /// - Parameter ownFolder: the person's own folder of templates; nil for none.
    public init(ownFolder: String? = nil) { self.ownFolder = ownFolder }

    /// A template in one language.
    public struct Template: JSONReport {
        /// The language, as its folder is called: `en`.
        public let language: String
        /// The template's name: `share`.
        public let identifier: String
        /// The files that it is made of.
        public let files: [File]

        /// One object: `language`, `identifier`, `own` (whether a file of it is the person's),
        /// `files` (`name`, `path`, `own`).
        public var json: JSONValue {
            .object([
                "language": .string(language), "identifier": .string(identifier),
                "own": .bool(files.contains(where: \.isOwn)), "files": .array(files.map(\.json)),
            ])
        }
    }

    /// A file of a template.
    public struct File: JSONReport {
        /// Its path in the folder of templates: `en/share.text.mustache`.
        public let name: String
        /// Its path.
        public let path: String
        /// Whether it is the person's own.
        public let isOwn: Bool

        /// One object: `name`, `path`, `own`.
        public var json: JSONValue {
            .object(["name": .string(name), "path": .string(path), "own": .bool(isOwn)])
        }
    }

    /// A folder that templates lie in.
    public struct Folder: JSONReport {
        /// Its path.
        public let path: String
        /// Whether it is the person's own.
        public let isOwn: Bool

        /// One object: `path`, `own`.
        public var json: JSONValue { .object(["path": .string(path), "own": .bool(isOwn)]) }
    }

    /// The templates that there are.
    public struct Report: JSONReport {
        /// All of them, by language.
        public let templates: [Template]
        /// The folders that they lie in, the strongest first.
        public let folders: [Folder]

        /// One object: `templates`, `folders`.
        public var json: JSONValue {
            .object([
                "templates": .array(templates.map(\.json)), "folders": .array(folders.map(\.json)),
            ])
        }
    }

    /// Lists them.
    ///
    /// - Parameter progress: told of each template.
    /// - Throws: `no-template-folder`.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in
            let templates = TemplateLibrary(ownFolder: ownFolder)
            try templates.requireOwnFolder()
            var found: [Template] = []
            for language in templates.languages {
                for identifier in templates.identifiers(language: language) {
                    let files = templates.files(of: identifier, language: language).map {
                        File(name: $0.name, path: $0.url.path, isOwn: $0.isOwn)
                    }
                    let template = Template(
                        language: language, identifier: identifier, files: files)
                    found.append(template)
                    progress(WorkProgress(.finding, done: found.count, event: .item(template)))
                }
            }
            return Report(
                templates: found,
                folders: templates.folders.map {
                    Folder(path: $0.path, isOwn: $0 == templates.ownFolder)
                })
        }
    }
}
