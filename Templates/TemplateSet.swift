import Foundation
import Mustache
import OutputText

/// One template in one language: the HTML, the text and the subject of a mail, and the words
/// that the language needs for dates and lists.
public struct TemplateSet: Sendable {
    /// The parts that a template has.
    public enum Part: String, Sendable, CaseIterable {
        /// The HTML of the mail.
        case html
        /// Its plain text.
        case text
        /// Its subject, one line.
        case subject

        var suffix: String { ".\(rawValue).mustache" }
    }

    /// The largest template file, in bytes.
    public static let maximumFileBytes = 1_000_000

    /// The template's identifier.
    public let identifier: String
    /// The language's folder name.
    public let language: String
    /// The words of the language.
    public let words: TemplateWords
    private let library: MustacheLibrary

    init(
        identifier: String, language: String, folders: [URL]
    ) throws(WitError) {
        self.identifier = identifier
        self.language = language
        var library = MustacheLibrary()
        var registered: Set<String> = []
        var words: TemplateWords?
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for name in names.sorted() {
                let file = folder.appending(path: name)
                if name == "words.json", words == nil {
                    words = try TemplateWords(file: file)
                } else if name.hasSuffix(".mustache"), registered.insert(name).inserted {
                    let (template, stem) = try Self.load(file)
                    library.register(template, named: stem)
                }
            }
        }
        for part in Part.allCases where !registered.contains(identifier + part.suffix) {
            throw WitError(
                .badTemplate,
                "The template “\(identifier)” in “\(language)” lacks its file"
                    + " “\(identifier)\(part.suffix)”.")
        }
        guard let words else {
            throw WitError(
                .badWords,
                "The language “\(language)” lacks its “words.json”.")
        }
        self.words = words
        self.library = library
    }

    /// Renders a part with values: texts, numbers, truths, arrays and nested dictionaries.
    public func render(_ part: Part, _ values: [String: Any]) -> String {
        let text = library.render(values, withTemplate: "\(identifier).\(part.rawValue)") ?? ""
        return String(text.drop(while: \.isNewline))
    }

    private static func load(_ file: URL) throws(WitError) -> (MustacheTemplate, String) {
        let stem = String(file.lastPathComponent.dropLast(".mustache".count))
        let isHTML = stem.hasSuffix(".html")
        guard let data = try? Data(contentsOf: file), data.count <= maximumFileBytes,
            let source = String(data: data, encoding: .utf8)
        else {
            throw WitError(
                .badTemplate,
                "The template file “\(file.path)” cannot be read as UTF-8 text of at"
                    + " most \(maximumFileBytes) bytes.")
        }
        if isHTML, source.contains(/\{\{\s*[{&]/) {
            throw WitError(
                .badTemplate,
                "The template file “\(file.path)” writes a value without escaping it"
                    + " ({{{…}}} or {{&…}}): a caption could then put its own HTML in the mail.")
        }
        let type = isHTML ? MarkupText.register() : "TEXT"
        do {
            return (try ParsedTemplates.template("{{% CONTENT_TYPE:\(type)}}\n" + source), stem)
        } catch {
            throw WitError(
                .badTemplate,
                "The template file “\(file.path)” is not a valid Mustache template:"
                    + " \(TemplateFault.sentence(of: error)).")
        }
    }
}

/// Escapes values for HTML text and attributes.
///
/// The escaping that swift-mustache brings goes by grapheme clusters, so that a quote mark with
/// a combining accent passes it and ends an attribute; this one goes by scalars.
struct MarkupText: MustacheContentType {
    func escapeText(_ text: String) -> String {
        // Octets: a view of scalars is copied whole for each entity that it takes in.
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for octet in text.utf8 {
            switch octet {
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            default: escaped.append(octet)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static let name: String = {
        MustacheContentTypes.register(MarkupText(), named: "WIT-HTML")
        return "WIT-HTML"
    }()

    static func register() -> String { name }
}
