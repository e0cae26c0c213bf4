import Foundation
import MailTemplates
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

@Suite struct TemplateCheckTests {
    /// A folder with a copy of ours, in which one file is changed.
    private func folder(
        _ name: String, _ change: (String) -> String
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for file in TemplateLibrary().files(of: "share", language: "fr") {
            let place = folder.url.appending(path: file.name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            let text = try String(contentsOf: file.url, encoding: .utf8)
            let changed = file.name == name ? change(text) : text
            try Data(changed.utf8).write(to: place)
        }
        return folder
    }

    @Test func `a copy of ours is all well, in each language that it belongs to`() throws {
        let folder = try folder("") { $0 }
        let check = TemplateCheck(folder: folder.url.path)
        #expect(check.subjects.map(\.language) == ["de", "de", "en", "en", "es", "es", "fr", "fr"])
        #expect(Set(check.subjects.map(\.identifier)) == ["ask", "share"])
        for (language, identifier) in check.subjects {
            #expect(check.findings(of: identifier, language: language) == [])
        }
    }

    @Test(arguments: [
        ("fr/share.text.mustache", "{{label}}", "{{lable}}", FindingCode.templateUnknown),
        ("fr/share.text.mustache", "{{label}}", "", .templateUnreadable),
        ("common/story.html.mustache", "{{labels.file}}", "{{labels.fille}}", .templateUnknown),
        ("common/story.html.mustache", "{{labels.taken}}", "", .templateUnreadable),
        ("common/share.html.mustache", "{{> map.html}}", "{{> mapp.html}}", .templateUnknown),
        ("common/share.html.mustache", "{{subject}}", "{{{subject}}}", .templateBroken),
        ("common/share.html.mustache", "</body>", "<script>1</script></body>", .templateScript),
        ("common/photo.html.mustache", "src=\"cid:", "src=\"https://x.example/", .templateRemote),
        ("common/map.html.mustache", "alt=\"{{alt}}\"", "", .templateAlt),
        (
            "common/line.html.mustache", "</td></tr>", String(repeating: "x", count: 4000),
            .templateLong
        ),
        ("fr/words.json", "\"photoOf\"", "\"photoOff\"", .templateWords),
        ("fr/words.json", "\"janvier\",", "", .templateBroken),
        ("fr/share.subject.mustache", "{{/isOne}}", "", .templateBroken),
    ])
    func `what is wrong with a template is reported`(
        file: String, found: String, put: String, code: FindingCode
    ) throws {
        let folder = try folder(file) { text in
            #expect(text.contains(found))
            return text.replacing(found, with: put)
        }
        let findings = TemplateCheck(folder: folder.url.path).findings(of: "share", language: "fr")
        #expect(findings.map(\.code).contains(code), "\(findings.map(\.message))")
    }

    @Test func `a sender is told if their own template cannot be read back`() throws {
        let kite = try #require(SampleShares.record(named: "bird.jpg"))
        var options = try SampleShares.options()
        options.language = "fr"
        let good = try folder("") { $0 }
        options.templateFolder = good.url.path
        let fine = try ShareComposer().compose([kite], options)
        #expect(!fine.findings.map(\.code).contains(.templateUnreadable))
        let bad = try folder("fr/share.text.mustache") { $0.replacing("{{label}}", with: "- ") }
        options.templateFolder = bad.url.path
        let lost = try ShareComposer().compose([kite], options)
        #expect(lost.findings.map(\.code).contains(.templateUnreadable))
    }
}
