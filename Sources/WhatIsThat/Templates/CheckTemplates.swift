import JSON
import MailTemplates
import OutputText
import PhotoRecords
import ShareMail

/// Tries a person's own templates with sample photos and says what is wrong with them.
public struct CheckTemplates: Sendable {
    private let folder: String
    private let mapLink: MapLink

    /// Gets ready to check.
    ///
    /// - Parameters:
    ///   - folder: the person's own folder of templates.
    ///   - mapLink: the page that shows a point.
    public init(folder: String, mapLink: MapLink = .openStreetMap) {
        self.folder = folder
        self.mapLink = mapLink
    }

    /// What is wrong with one template.
    public struct Checked: JSONReport {
        /// The language, as its folder is called: `en`.
        public let language: String
        /// The template's name: `share`.
        public let identifier: String
        /// What was found; of a file that several templates have only with the first.
        public let findings: [Finding]

        /// One object: `language`, `identifier`, `findings`.
        public var json: JSONValue {
            .object([
                "language": .string(language), "identifier": .string(identifier),
                "findings": .array(findings.map(\.json)),
            ])
        }
    }

    /// What is wrong with the templates.
    public struct Report: JSONReport {
        /// Each template that a file of the folder belongs to.
        public fileprivate(set) var templates: [Checked] = []
        /// Whether it was cancelled before its end.
        public fileprivate(set) var wasInterrupted = false

        /// Whether there is an error: what a mail must not have.
        public var hasErrors: Bool {
            templates.contains { $0.findings.contains { $0.severity == .error } }
        }

        /// One object: `templates`, `interrupted`.
        public var json: JSONValue {
            .object([
                "templates": .array(templates.map(\.json)), "interrupted": .bool(wasInterrupted),
            ])
        }
    }

    /// Checks each template that a file of the folder belongs to.
    ///
    /// - Parameter progress: told of each template.
    /// - Throws: `no-template-folder`; `WitError` where the folder has no file of a template.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            try TemplateLibrary(ownFolder: folder).requireOwnFolder()
            let check = TemplateCheck(folder: folder)
            let subjects = check.subjects
            guard !subjects.isEmpty else {
                throw WitError(
                    item: folder,
                    reason: "has no file of a template; it takes a folder for each language, as "
                        + "“en”, and “common”")
            }
            var report = Report()
            // A file of “common” belongs to all languages: what is wrong with it is said once.
            var said: Set<Finding> = []
            for (language, identifier) in subjects where !stop.isRequested {
                let findings = check.findings(
                    of: identifier, language: language, mapLink: mapLink
                ).filter { said.insert($0).inserted }
                let checked = Checked(
                    language: language, identifier: identifier, findings: findings)
                report.templates.append(checked)
                progress(
                    WorkProgress(
                        .checking, done: report.templates.count, of: subjects.count,
                        event: .item(checked)))
            }
            report.wasInterrupted = stop.isRequested
            return report
        }
    }
}
