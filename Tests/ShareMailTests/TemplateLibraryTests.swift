import Foundation
import MailTemplates
import OutputText
import TestSupport
import Testing

@Suite struct TemplateLibraryTests {
    private func write(_ text: String, _ name: String, in folder: TemporaryFolder) throws {
        let file = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test func `our templates are found beside the program`() throws {
        let templates = TemplateLibrary()
        #expect(templates.languages.contains("en"))
        #expect(templates.identifiers(language: "en").contains("share"))
        _ = try templates.template("share", language: "en_GB.UTF-8")
    }

    @Test func `an unknown language or identifier lists what there is`() {
        let language = #expect(throws: WitError.self) {
            try TemplateLibrary().template("share", language: "tlh")
        }
        #expect(language?.code == .unknownLanguage && language?.message.contains("en") == true)
        let template = #expect(throws: WitError.self) {
            try TemplateLibrary().template("../share", language: "en")
        }
        #expect(template?.code == .unknownTemplate)
        #expect(template?.message.contains("share") == true)
        let nothing = #expect(throws: WitError.self) {
            try TemplateLibrary(folders: []).template("share", language: "en")
        }
        #expect(nothing?.code == .noTemplates)
    }

    @Test func `a person's own file takes precedence over ours, the others stay`() throws {
        let folder = try TemporaryFolder()
        try write("Mine: {{title}}", "en/share.subject.mustache", in: folder)
        let own = TemplateLibrary(ownFolder: folder.url.path)
        let set = try own.template("share", language: "en")
        #expect(set.render(.subject, ["title": "Kite"]) == "Mine: Kite")
        #expect(set.render(.html, ["subject": "x"]).hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `values are escaped in HTML, scalar by scalar, and not in text`() throws {
        let folder = try TemporaryFolder()
        try write("<p title=\"{{x}}\">{{> part.html}}</p>", "en/card.html.mustache", in: folder)
        try write("{{x}}", "en/part.html.mustache", in: folder)
        try write("{{x}}", "en/card.text.mustache", in: folder)
        try write("{{x}}", "en/card.subject.mustache", in: folder)
        let set = try TemplateLibrary(ownFolder: folder.url.path).template("card", language: "en")
        let hostile = "\"\u{301}><'&"
        let escaped = "&quot;\u{301}&gt;&lt;&#39;&amp;"
        #expect(set.render(.html, ["x": hostile]) == "<p title=\"\(escaped)\">\(escaped)</p>")
        #expect(set.render(.text, ["x": hostile]) == hostile)
    }

    @Test(arguments: ["{{{x}}}", "{{&x}}", "{{ & x }}", "{{#x}}never closed", "{{/x}}"])
    func `a template that does not escape or does not parse is refused by name`(
        source: String
    ) throws {
        let folder = try TemporaryFolder()
        try write(source, "en/share.html.mustache", in: folder)
        let error = #expect(throws: WitError.self) {
            try TemplateLibrary(ownFolder: folder.url.path).template("share", language: "en")
        }
        #expect(error?.code == .badTemplate)
        #expect(error?.message.contains("share.html.mustache") == true)
    }

    @Test func `words that are not whole are refused`() throws {
        let folder = try TemporaryFolder()
        try write("{\"months\": []}", "en/words.json", in: folder)
        let error = #expect(throws: WitError.self) {
            try TemplateLibrary(ownFolder: folder.url.path).template("share", language: "en")
        }
        #expect(error?.code == .badWords)
    }
}
