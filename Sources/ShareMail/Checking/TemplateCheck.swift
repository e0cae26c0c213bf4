import Foundation
import JSON
import MailTemplates
import OutputText
import PhotoRecords

/// Tries a person's own templates with sample photos, and says what is wrong with them.
public struct TemplateCheck: Sendable {
    private let templates: TemplateLibrary

    /// - Parameter folder: the person's own folder of templates.
    public init(folder: String) { templates = TemplateLibrary(ownFolder: folder) }

    /// The templates that are tried: the language and the identifier of each.
    public var subjects: [(language: String, identifier: String)] {
        let own = templates.languages.filter { language in
            templates.files(language: language).contains(where: \.isOwn)
        }
        return own.flatMap { language in
            templates.identifiers(language: language).filter { identifier in
                let files = templates.files(of: identifier, language: language)
                return files.contains(where: \.isOwn)
            }.map { (language, $0) }
        }
    }

    /// What is wrong with a template; empty where all is well.
    ///
    /// - Parameters:
    ///   - identifier: the template's name: `share`.
    ///   - language: the language, as its folder is called: `en`.
    ///   - mapLink: the page that shows a point, as the settings have it.
    public func findings(
        of identifier: String, language: String, mapLink: MapLink = .openStreetMap
    ) -> [Finding] {
        let name = "\(language)/\(identifier)"
        let template: TemplateSet
        do throws(WitError) {
            template = try templates.template(identifier, language: language)
        } catch {
            return [Finding(.error, .templateBroken, where: name, error.message)]
        }
        var findings = names(of: identifier, template)
        findings += missingWords(language)
        // A question is about one photo.
        let counts = identifier == ShareQuestion.template ? [1] : [1, 3, 40]
        for count in counts {
            var view = ShareView(
                photos: SamplePhotos.views(count), message: "Look what we saw!",
                importCode: ["[[wit:1:sample:wit]]"], template: template)
            view.mapLink = mapLink
            view.map = Self.map
            view.question = .sample
            if count > PageLayout.mostCards { view.layout = .list(count) }
            let html = view.html
            findings += PageCheck(html, name: name + ".html").findings
            for (part, text, isMarkup) in [
                ("text", view.text, false), ("html", HTMLText.lines(of: html), true),
            ] where count == min(3, counts.count) {
                let lost = Self.lostFields(text, view, isMarkup: isMarkup)
                guard !lost.isEmpty else { continue }
                findings.append(
                    Finding(
                        .warning, .templateUnreadable, where: "\(name).\(part)",
                        "The readable text does not carry \(lost.joined(separator: ", ")):"
                            + " where a mail program keeps nothing but the text, that is lost."
                            + " Keep the labels ({{labels.name}} …) with their values."))
            }
            if view.subjectLine.isEmpty {
                findings.append(
                    Finding(.warning, .templateBroken, where: name + ".subject", "It is empty."))
            }
        }
        var seen: Set<String> = []
        return findings.filter {
            seen.insert("\($0.code.rawValue) \($0.place) \($0.message)").inserted
        }
    }

    private static let map = MapView(
        contentID: "wit-map-1.sample@whatisthat.invalid",
        entries: [.init(numbers: "1–3", place: "Paris, France")], place: nil)

    /// The fields of the sample that a text does not tell so that it can be read back.
    static func lostFields(_ text: String, _ view: ShareView, isMarkup: Bool) -> [String] {
        var scanner = LabelledScanner(
            .shipped.adding(view.template.words, language: view.template.language))
        scanner.scan(text, at: "1", isMarkup: isMarkup)
        guard let photo = view.photos.first else { return [] }
        let story = scanner.stories.first { $0.fileName == photo.fileName }
        guard let told = story?.record else { return ["the photo at all"] }
        let meant = LabelledBlock.readable(photo.record)
        let fields: [(String, Bool)] = [
            ("the name", told.name == meant.name), ("the caption", told.caption == meant.caption),
            ("the date", told.taken?.local == meant.taken?.local),
            ("the offset", told.taken?.offset == meant.taken?.offset),
            ("the coordinates", told.location?.coordinate == meant.location?.coordinate),
            ("the place", told.location?.place?.name == meant.location?.place?.name),
            ("the keywords", told.keywords == meant.keywords),
            ("the people", told.people == meant.people),
        ]
        return fields.filter { !$0.1 }.map(\.0)
    }

    // MARK: Names

    /// Names in the person's own files that stand for nothing.
    private func names(of identifier: String, _ template: TemplateSet) -> [Finding] {
        var view = ShareView(
            photos: SamplePhotos.views(40), message: "Hello", importCode: ["x"], template: template)
        view.map = Self.map
        view.question = .sample
        view.series = ShareSeries(id: "sample", number: 1, total: 2)
        let known = view.names
        let files = templates.files(of: identifier, language: template.language)
        let there = Set(
            templates.files(language: template.language).map {
                $0.url.lastPathComponent.replacing(".mustache", with: "")
            })
        var findings: [Finding] = []
        for file in files where file.isOwn && file.name.hasSuffix(".mustache") {
            guard let source = try? String(contentsOf: file.url, encoding: .utf8) else { continue }
            for match in source.matches(of: /\{\{\s*([#^\/>&!%=<$]?)\s*([^{}]*?)\s*\}\}/) {
                let (mark, text) = (match.output.1, String(match.output.2))
                if ["!", "%", "=", "<", "$"].contains(mark) || text == "." { continue }
                if mark == ">" {
                    if !there.contains(text) {
                        findings.append(unknown(file, "the part “\(text)”", "it is left out"))
                    }
                    continue
                }
                // A function of the template language has its argument in brackets.
                let name = text.split(separator: "(").last.map { $0.prefix { $0 != ")" } } ?? ""
                let isKnown = known.contains(String(name)) || name.isEmpty || name == "."
                if !isKnown { findings.append(unknown(file, "“\(name)”", "nothing is shown")) }
            }
        }
        return findings
    }

    private func unknown(_ file: TemplateFile, _ what: String, _ effect: String) -> Finding {
        Finding(
            .error, .templateUnknown, where: file.name,
            "It uses \(what), which is not a value of a mail: \(effect).")
    }

    // MARK: Words

    /// What a person's own words lack of what ours have.
    private func missingWords(_ language: String) -> [Finding] {
        func object(_ url: URL?) -> JSONObject {
            let data = url.flatMap { try? Data(contentsOf: $0) } ?? Data()
            return (try? JSONValue(parsing: data))?.object ?? [:]
        }
        let own = templates.files(language: language).first {
            $0.isOwn && $0.name.hasSuffix("words.json")
        }
        guard let own else { return [] }
        let ours = TemplateLibrary().files(language: "en").first { $0.name.hasSuffix("words.json") }
        let (known, wanted) = (object(own.url), object(ours?.url))
        var missing: [String] = []
        for (key, value) in wanted {
            if known[key] == nil { missing.append(key) }
            guard let inner = value.object, let there = known[key]?.object else { continue }
            missing += inner.keys.filter { there[$0] == nil }.map { "\(key).\($0)" }
        }
        guard !missing.isEmpty else { return [] }
        return [
            Finding(
                .warning, .templateWords, where: own.name,
                "It lacks \(missing.sorted().joined(separator: ", ")): English words are used "
                    + "instead, or"
                    + " none.")
        ]
    }
}
