import Foundation

/// A file of a template, and where it comes from.
public struct TemplateFile: Sendable, Hashable {
    /// Its path within a folder of templates, as `en/share.text.mustache`.
    public let name: String
    /// Where it lies.
    public let url: URL
    /// Whether it is a person's own; ours otherwise.
    public let isOwn: Bool
}

extension TemplateLibrary {
    /// The files that a template is made of, as they are found: its own parts, the partials that
    /// they take, and the words of the language. Empty for one that is not there.
    public func files(of identifier: String, language: String) -> [TemplateFile] {
        let there = files(language: language)
        var wanted = TemplateSet.Part.allCases.map { identifier + $0.suffix }
        var taken: [TemplateFile] = []
        while let name = wanted.popLast() {
            guard let file = there.first(where: { $0.name.hasSuffix("/" + name) }),
                !taken.contains(file)
            else { continue }
            taken.append(file)
            let source = (try? String(contentsOf: file.url, encoding: .utf8)) ?? ""
            wanted += source.matches(of: /\{\{>\s*([^}\s]+)\s*\}\}/).map {
                "\($0.output.1).mustache"
            }
        }
        let words = there.filter { $0.name.hasSuffix("/words.json") }.prefix(1)
        return taken.isEmpty ? [] : (taken + words).sorted { $0.name < $1.name }
    }

    /// All files that a language's templates are made of, the strongest of each name.
    public func files(language: String) -> [TemplateFile] {
        var seen: Set<String> = []
        var files: [TemplateFile] = []
        for part in [language, Self.common] {
            for folder in folders {
                let place = folder.appending(path: part)
                let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
                for name in names.sorted() {
                    let isTemplate = name.hasSuffix(".mustache") || name == "words.json"
                    guard isTemplate, seen.insert(name).inserted else { continue }
                    files.append(
                        TemplateFile(
                            name: part + "/" + name, url: place.appending(path: name),
                            isOwn: folder == ownFolder))
                }
            }
        }
        return files
    }

    /// The first of some languages that there are templates in, by its folder's name: `fr` for
    /// `fr_FR.UTF-8`.
    public func known(_ languages: [String]) -> String? {
        let there = self.languages
        for language in languages {
            let short = String(language.prefix { $0.isLetter })
            if let name = [language, short].first(where: there.contains) { return name }
        }
        return nil
    }
}
