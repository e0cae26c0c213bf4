import OutputText
import PhotoRecords

/// A page of the manual, written in man(7) of groff.
struct ManualPage {
    /// Its name: `wit-share`.
    let name: String
    /// Its section: 1 for commands, 5 for files and formats.
    let section: Int
    private var lines: [String] = []

    /// A page with its title and the section NAME.
    ///
    /// - Parameter abstract: what the thing is, in a phrase; a full stop at its end is left out.
    init(_ name: String, section: Int, abstract: String) {
        self.name = name
        self.section = section
        let title = Roff.escaped(name.uppercased())
        let version = "wit \(ProgramVersion.number)"
        lines.append(".TH \"\(title)\" \(section) \"\" \"\(version)\" \"What Is That\"")
        // Not adjusted: commands must not be torn apart by blanks.
        lines.append(".ad l")
        lines.append(".nh")
        head("Name")
        let phrase = abstract.hasSuffix(".") ? abstract.dropLast() : abstract[...]
        let first = phrase.prefix(1).lowercased()
        lines.append("\(Roff.escaped(name)) \\- \(Roff.escaped(first + phrase.dropFirst()))")
    }

    /// Its path below a folder of manuals: `man1/wit-share.1`.
    var path: String { "man\(section)/\(name).\(section)" }

    /// The page's text.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Begins a section; a table of the settings keeps its letters.
    mutating func head(_ title: String) {
        let shown = title.hasPrefix("[") ? title : title.uppercased()
        lines.append(".SH \"\(Roff.escaped(shown))\"")
    }

    /// Begins a part of a section.
    mutating func subhead(_ title: String) { lines.append(".SS \"\(Roff.escaped(title))\"") }

    /// A paragraph in Markdown.
    mutating func paragraph(_ markdown: some StringProtocol) {
        lines.append(".PP")
        add(ManualWords.roff(markdown))
    }

    /// A paragraph that is roff already.
    mutating func paragraph(roff: String) {
        lines.append(".PP")
        add(roff)
    }

    /// A term, which is roff already, and what is said of it in Markdown.
    mutating func term(_ term: String, _ markdown: some StringProtocol) {
        lines.append(".TP")
        add(term)
        add(markdown.isEmpty ? "\\&" : ManualWords.roff(markdown))
    }

    /// Lines as they are.
    mutating func literal(_ texts: [String]) {
        lines.append(".PP")
        lines.append(".nf")
        lines.append(".RS 4")
        for text in texts { lines.append(text.isEmpty ? "\\&" : Roff.line(Roff.escaped(text))) }
        lines.append(".RE")
        lines.append(".fi")
    }

    /// Prose; titles of the second level are sections.
    mutating func blocks(_ blocks: [ManualBlock]) {
        for block in blocks {
            switch block {
            case .heading(let level, let text): level <= 2 ? head(text) : subhead(text)
            case .paragraph(let text): paragraph(text)
            case .items(let items): for item in items { self.item(item) }
            case .table(let rows): table(rows)
            case .literal(let texts): literal(texts)
            }
        }
    }

    /// An element of a list: its number, or a bullet, and its text.
    private mutating func item(_ markdown: String) {
        let number = markdown.prefix { $0.isASCII && $0.isNumber }
        let rest = markdown.dropFirst(number.count)
        let isNumbered = !number.isEmpty && rest.hasPrefix(". ")
        lines.append(isNumbered ? ".IP \(number). 4" : ".IP \\(bu 3")
        add(ManualWords.roff(isNumbered ? rest.dropFirst(2) : markdown[...]))
    }

    /// A table becomes a list of its first column: terminals are narrow.
    private mutating func table(_ rows: [[String]]) {
        guard let titles = rows.first else { return }
        for row in rows.dropFirst() {
            guard let first = row.first else { continue }
            let named = titles.dropFirst().filter { !$0.isEmpty }.count > 1
            let cells = zip(titles, row).dropFirst().filter { !$0.1.isEmpty }.map { title, cell in
                named && !title.isEmpty ? "*\(title)*: \(cell)" : cell
            }
            let isCode = first.hasPrefix("`")
            term(
                isCode ? ManualWords.roff(first) : ManualWords.bold(first),
                cells.joined(separator: "; "))
        }
    }

    private mutating func add(_ roff: String) { lines.append(Roff.line(roff)) }
}
