import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

@Suite struct ImportCodeScannerTests {
    private static let lines = ImportCode(photos: [ImportCodeTests.photo]).lines ?? []
    private static let text =
        "Hello!\n\nName: Red kite\n\n" + lines.joined(separator: "\n") + "\n\nBye\n"

    /// What mail programs do to text, by name.
    static let manglings: [(name: String, apply: @Sendable (String) -> String)] = [
        ("nothing", { $0 }),
        ("CRLF", { $0.replacing("\n", with: "\r\n") }),
        ("quoted", { prefixed($0, "> ") }),
        ("quoted four times", { prefixed($0, "> > >> ") }),
        ("quoted with a bar", { prefixed($0, "| ") }),
        ("quoted with initials", { prefixed($0, "AB> ") }),
        ("indented", { prefixed($0, "\t    ") }),
        ("wrapped at 72", { wrapped($0, 72) }), ("wrapped at 40", { wrapped($0, 40) }),
        ("wrapped at 7", { wrapped($0, 7) }), ("wrapped at 1", { wrapped($0, 1) }),
        ("quoted, then wrapped at 33", { wrapped(prefixed($0, "> "), 33) }),
        ("wrapped, then quoted", { prefixed(wrapped($0, 30), ">> ") }),
        ("one line", { $0.replacing("\n", with: " ") }),
        ("quoted, then one line", { prefixed($0, "> ").replacing("\n", with: " ") }),
        ("no-break spaces", { prefixed($0.replacing("\n", with: "\u{A0}\n"), "\u{A0}") }),
        ("zero-width spaces", { String($0.flatMap { [$0, "\u{200B}"] }) }),
        ("soft hyphens", { wrapped($0, 20, "\u{AD}\n") }),
        ("byte order mark", { "\u{FEFF}" + $0 }),
        ("blank lines between", { $0.replacing("\n", with: "\n\n\n") }),
        ("trailing blanks", { $0.replacing("\n", with: "   \n") }),
        ("quoted-printable undecoded", { wrapped($0, 60, "=\n") }),
        ("typographic hyphens", { $0.replacing("-", with: "\u{2011}") }),
        ("common base64 alphabet", { swapped($0) }),
        ("HTML pre", { HTMLText.text(of: "<pre>" + $0 + "</pre>") }),
        ("HTML br", { HTMLText.text(of: $0.replacing("\n", with: "<br>\r\n")) }),
        (
            "HTML, quoted as text",
            { HTMLText.text(of: prefixed($0, "&gt;&nbsp;").replacing("\n", with: "<br/>")) }
        ),
        (
            "HTML with wbr and spans",
            { HTMLText.text(of: wrapped($0, 11, "<wbr><span style='a>b'></span>")) }
        ),
        ("forwarded inline", { "---- Forwarded message ----\nFrom: A <a@b>\n\n" + $0 }),
        ("with a footer", { $0 + "\n_______\nlist mailing list\nhttps://example.org\n" }),
    ]

    @Test(arguments: manglings.map(\.name))
    func `a code comes through what mail programs do to text`(name: String) throws {
        let mangling = try #require(Self.manglings.first { $0.name == name })
        var scanner = ImportCodeScanner()
        scanner.scan(mangling.apply(Self.text), at: "1")
        #expect(scanner.codes.flatMap(\.photos) == [ImportCodeTests.photo])
        #expect(scanner.findings.isEmpty)
    }

    @Test func `several codes of one message are read, each once`() {
        var other = ImportCodeTests.photo
        other.record.name = "Barn"
        let second = ImportCode(photos: [other]).lines ?? []
        var scanner = ImportCodeScanner()
        scanner.scan(Self.text + second.joined(separator: "\n"), at: "1")
        scanner.scan(Self.prefixed(Self.text, "> "), at: "2")
        #expect(scanner.codes.count == 2)
        #expect(scanner.findings.isEmpty)
    }

    @Test func `a damaged code is named and not used, the whole one beside it is read`() {
        var damaged = Self.lines
        damaged[2] = String(damaged[2].reversed())
        var scanner = ImportCodeScanner()
        scanner.scan(damaged.joined(separator: "\n") + "\n" + Self.text, at: "1.1")
        #expect(scanner.codes.count == 1)
        #expect(scanner.findings.map(\.code) == [.importCodeDamaged])
        #expect(scanner.findings.first?.place == "1.1")
    }

    @Test(arguments: [
        ("[[wit:1:\nAAAA", FindingCode.importCodeCut),
        ("[[wit:1:\n:wit]]", .importCodeDamaged), ("[[wit::wit]]", .importCodeDamaged),
        ("[[wit:x:AAAA:wit]]", .importCodeDamaged), ("[[wit:2:AAAA:wit]]", .importCodeVersion),
        ("[[wit:1:AAAAAAAA:wit]]", .importCodeDamaged),
        ("[[wit:1:Häß[[wit:1:AAAA:wit]]", .importCodeDamaged),
    ])
    func `what is not an import code becomes a finding`(text: String, code: FindingCode) {
        var scanner = ImportCodeScanner()
        scanner.scan(text, at: "1")
        #expect(scanner.codes.isEmpty)
        #expect(scanner.findings.contains { $0.code == code })
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("[[wit:", 40_000), ("[[wit:1:AAAAAAAA:wit]]", 20_000), ("[[wit:1:AAAAAAAA", 30_000),
            ("[", 60_000), ("<", 60_000), ("<!--", 80_000), ("<script>", 40_000),
            ("&", 300_000), (">", 60_000), ("<a b='", 60_000), ("<a ", 100_000),
        ])
    func `hostile text is read in time that grows with its length alone`(
        piece: String, count: Int
    ) {
        let text = String(repeating: piece, count: count)
        var scanner = ImportCodeScanner()
        scanner.scan(text, at: "1")
        scanner.scan(HTMLText.text(of: text), at: "2")
        #expect(scanner.codes.isEmpty)
        #expect(scanner.findings.count <= 8)
    }

    @Test func `mutated codes are read right or not at all`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("import code mutation seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            var bytes = Array(Self.text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
            var scanner = ImportCodeScanner()
            scanner.scan(String(decoding: bytes, as: UTF8.self), at: "1")
            #expect(scanner.codes.allSatisfy { $0.photos == [ImportCodeTests.photo] })
        }
    }

    private static func prefixed(_ text: String, _ prefix: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 }
            .joined(separator: "\n")
    }

    private static func wrapped(_ text: String, _ width: Int, _ end: String = "\n") -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var pieces: [Substring] = []
            var rest = line
            while rest.count > width {
                pieces.append(rest.prefix(width))
                rest = rest.dropFirst(width)
            }
            return (pieces + [rest]).joined(separator: end)
        }.joined(separator: "\n")
    }

    private static func swapped(_ text: String) -> String {
        let body = lines.dropFirst().dropLast().joined(separator: "\n")
        return text.replacing(
            body, with: body.replacing("-", with: "+").replacing("_", with: "/"))
    }
}
