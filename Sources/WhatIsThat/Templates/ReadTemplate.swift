import Foundation
import JSON
import MailTemplates
import OutputText
import PhotoRecords

/// Reads the files of a template, or copies them for a person to change.
public struct ReadTemplate: Sendable {
    private let identifier: String
    private let languages: [String]
    private let ownFolder: String?
    private let copies: String?

    /// Gets ready to read a template.
    ///
    /// - Parameters:
    ///   - identifier: the template's name: `share`.
    ///   - languages: the first that there are templates in counts; where there is none, the first one
    ///     is missed.
    ///   - ownFolder: the person's own folder of templates; nil for none.
    ///   - copies: a folder that its files are copied to; what is there already stays.
    public init(
        _ identifier: String, languages: [String], ownFolder: String? = nil,
        copyingInto copies: String? = nil
    ) {
        self.identifier = identifier
        self.languages = languages
        self.ownFolder = ownFolder
        self.copies = copies
    }

    /// A file of the template.
    public struct File: JSONReport {
        /// Its path in the folder of templates: `en/share.text.mustache`.
        public let name: String
        /// Its path.
        public let path: String
        /// Whether it is the person's own.
        public let isOwn: Bool
        /// What it says.
        public let text: String
        /// The path of the copy; nil where none was made.
        public let copy: String?

        /// One object: `name`, `path`, `own`, `text`, `copied`.
        public var json: JSONValue {
            var object: JSONObject = [
                "name": .string(name), "path": .string(path), "own": .bool(isOwn),
                "text": .string(text),
            ]
            object["copied"] = copy.map(JSONValue.string)
            return .object(object)
        }
    }

    /// The files.
    public struct Report: JSONReport {
        /// The files of the template.
        public fileprivate(set) var files: [File] = []

        /// One object: `files`.
        public var json: JSONValue { .object(["files": .array(files.map(\.json))]) }
    }

    /// Reads, and copies where that is wanted.
    ///
    /// - Parameter progress: told of each file.
    /// - Throws: `WitError` where there is no such template, or a copy can't be written.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { _ in
            let templates = TemplateLibrary(ownFolder: ownFolder)
            try templates.requireOwnFolder()
            let wanted = templates.known(languages) ?? languages.first ?? "en"
            let files = templates.files(of: identifier, language: wanted)
            if files.isEmpty || !templates.languages.contains(wanted) {
                // It says which there are.
                _ = try templates.template(identifier, language: wanted)
            }
            var report = Report()
            for (index, file) in files.enumerated() {
                let copy = try copies.flatMap { try Self.copy(file, into: absolutePath($0)) }
                let read = File(
                    name: file.name, path: file.url.path, isOwn: file.isOwn,
                    text: (try? String(contentsOf: file.url, encoding: .utf8)) ?? "", copy: copy)
                report.files.append(read)
                progress(
                    WorkProgress(.finding, done: index + 1, of: files.count, event: .item(read)))
            }
            return report
        }
    }

    /// Copies a file into a folder of templates.
    ///
    /// - Returns: the copy's path; nil where a file of the name is there.
    private static func copy(
        _ file: TemplateFile, into folder: String
    ) throws(WitError) -> String? {
        let path = folder + "/" + file.name
        let manager = FileManager.default
        guard !manager.fileExists(atPath: path) else { return nil }
        do {
            try manager.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true)
            try Data(contentsOf: file.url).write(
                to: URL(filePath: path), options: .withoutOverwriting)
        } catch {
            throw WitError(item: path, reason: "can't be written")
        }
        return path
    }
}
