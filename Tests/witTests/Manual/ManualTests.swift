import Folders
import Foundation
import TestSupport
import Testing

@testable import WhatIsThat

/// The manual says what the program does, and formats without a warning.
@Suite struct ManualTests {
    private static let written = Result { try ManualPages() }
    private let manual: ManualPages

    init() throws { manual = try Self.written.get() }

    @Test func `every verb of the help has a page, and every page is of a verb or a format`() throws
    {
        let help = try Program.wit(["--help"]).output
        let list = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last)
        let verbs = list.split(separator: "\n").filter {
            $0.hasPrefix("  ") && !$0.hasPrefix("   ")
        }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
        .filter { $0 != "See" }
        #expect(verbs == ReferenceTests.verbs)
        let due =
            ["man1/wit.1", "man5/wit-settings.5", "man5/wit-payload.5"]
            + verbs.map { "man1/wit-\($0).1" }
        #expect(Set(manual.pages.keys) == Set(due))
        for verb in verbs { #expect(manual["man1/wit.1"].contains("\\fBwit\\-\(verb)\\fR(1)")) }
    }

    @Test(arguments: ReferenceTests.commands)
    func `every option and argument of the help stands in the verb's page`(words: [String]) throws {
        let help = try Program.wit.running(environment: ["COLUMNS": "300"])(words + ["--help"])
        let page = manual.page(of: words[0])
        let lines = help.output.split(separator: "\n").filter {
            $0.hasPrefix("  -") || $0.hasPrefix("  <")
        }
        #expect(lines.count >= 2)
        for line in lines {
            // A long term has one blank behind it.
            let term = line.dropFirst(2).replacing("> ", with: ">  ").components(
                separatedBy: "  ")[0]
            let names = term.split(separator: " ").filter { $0.hasPrefix("-") }
                .map { "\\fB" + $0.filter { $0 != "," }.replacing("-", with: "\\-") + "\\fR" }
            for name in names { #expect(page.contains(name), "\(words): \(term)") }
            let said = line.dropFirst(2 + term.count).drop { $0 == " " }
            // The words of the help, without what it says of values and defaults in its own way.
            let beginning = said.components(separatedBy: " (")[0]
            #expect(ManualPages.plain(page).contains(beginning), "\(words): \(beginning)")
        }
    }

    @Test func `every key of the settings and every limit stands in the page of the settings`() {
        let page = manual["man5/wit-settings.5"]
        func has(_ word: String) -> Bool { page.contains("\n.TP\n\(Self.bold(word))\n") }
        for table in SettingsTable.all {
            #expect(!table.keys.isEmpty)
            #expect(
                page.contains(".SH \"\(table.header.replacing("-", with: "\\-"))\""))
            for key in table.keys { #expect(has(key.name), "\(table.header) \(key.name)") }
        }
        for limit in MailLimits.Name.allCases {
            #expect(has(limit.rawValue), "\(limit)")
            let standard = MailLimits().text(of: limit)
            #expect(page.contains("Default: \(Self.bold(standard))."), "\(limit): \(standard)")
        }
        for rule in DerivedNames.builtIn { #expect(has(rule.pattern), "\(rule.pattern)") }
    }

    @Test(.needs(.tool("groff"))) func `every page formats without a warning`() throws {
        let groff = try #require(Program.installed("groff"))
        for (path, page) in manual.pages {
            for columns in [60, 80, 120] {
                let formatted = try groff(
                    ["-man", "-ww", "-Tutf8", "-rLL=\(columns)n"], input: Array(page.utf8))
                #expect(formatted.status == 0, "\(path)")
                #expect(formatted.errors.isEmpty, "\(path), \(columns): \(formatted.errors)")
                #expect(formatted.lines.count > 20, "\(path)")
            }
        }
    }

    @Test func `every page is plain ASCII and has its title, its name and what to see also`() {
        for (path, page) in manual.pages {
            #expect(page.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) }, "\(path)")
            let name = path.components(separatedBy: "/")[1].components(separatedBy: ".")[0]
            let escaped = name.replacing("-", with: "\\-")
            #expect(page.hasPrefix(".TH \"\(escaped.uppercased())\" \(path.suffix(1)) "), "\(path)")
            #expect(page.contains(".SH \"NAME\"\n\(escaped) \\- "), "\(path)")
            #expect(page.contains(".SH \"SEE ALSO\"\n"), "\(path)")
            #expect(page.filter { $0 == "`" }.isEmpty, "\(path)")
        }
    }

    @Test func `the items of a numbered list keep their numbers, without a bullet`() {
        let payload = manual["man5/wit-payload.5"]
        #expect(payload.contains("\n.IP 1. 4\nthe payload;\n.IP 2. 4\n"))
        for (path, page) in manual.pages {
            for digit in 1...9 {
                #expect(!page.contains("\\(bu 3\n\(digit). "), "\(path)")
            }
        }
    }

    @Test func `every example of settings in the pages is read`() throws {
        let home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: home.url.appending(path: "mail-templates"), withIntermediateDirectories: true)
        var count = 0
        for (path, page) in manual.pages {
            for text in ManualPages.literals(in: page)
            where text.hasPrefix("[") && !text.hasPrefix("[[wit") {
                count += 1
                #expect(throws: Never.self, "\(path):\n\(text)") {
                    _ = try Settings(toml: text, path: "the example", home: home.url.path)
                }
            }
        }
        #expect(count >= 7)
    }

    @Test(arguments: ReferenceTests.verbs)
    func `the help of a verb leads to its page`(verb: String) throws {
        let help = try Program.wit([verb, "--help"]).output
        #expect(help.hasSuffix("\n\n  See 'man wit-\(verb)' for the manual.\n"))
        #expect(try Program.wit(["help", verb]).output == help)
    }

    @Test
    func `the help of the program leads to its page, and does not name the verb for the manual`()
        throws
    {
        let help = try Program.wit(["--help"]).output
        #expect(help.hasSuffix("\n\n  See 'man wit' for the manual.\n"))
        #expect(!help.contains("\n  manual"))
    }

    private static func bold(_ text: String) -> String {
        let escaped = [("\\", "\\e"), ("-", "\\-"), ("~", "\\(ti"), ("\"", "\\(dq")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
        return "\\fB\(escaped)\\fR"
    }
}
