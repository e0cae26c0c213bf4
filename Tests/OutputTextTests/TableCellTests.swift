import OutputText
import Testing

@Suite struct TableCellTests {
    @Test(arguments: [
        ("Sunset", "Sunset"), ("=1+1", "'=1+1"), ("a=1", "a=1"), ("", ""),
        ("Sunset;=HYPERLINK(\"x\");end", "\"Sunset;'=HYPERLINK(\"\"x\"\");end\""),
        ("a\n=1", "\"a\n'=1\""), ("a\t=1", "a =1"), ("a\r\n@x", "\"a\n'@x\""),
        ("a, -b", "\"a,' -b\""), ("\"=1\"", "\"'\"\"=1\"\"\""), ("＝1", "'＝1"), ("﹢1", "'﹢1"),
        ("\u{200B}\u{FEFF}=1", "'\u{200B}\u{FEFF}=1"), ("a|-1", "\"a|'-1\""), ("'=1", "''=1"),
        ("'quoted'", "'quoted'"), (" a", "\" a\""), ("a\u{1B}\u{202E}b", "a b"),
        ("\u{202E}=1", "'=1"), ("a\u{2028}=1", "\"a\n'=1\""),
    ])
    func `no piece of a text begins as a formula does`(text: String, cell: String) {
        #expect(TableCell.text(text) == cell)
    }

    /// A text of what matters to the rule, from a number.
    private func text(_ seed: Int) -> String {
        let pieces = ["=", "'", "\"", ",", ";", "\n", "|", " ", "a", "-", "１"]
        var (text, rest) = ("", seed)
        for _ in 0..<6 {
            text += pieces[rest % pieces.count]
            rest /= pieces.count
        }
        return text
    }

    @Test func `one apostrophe less at each guarded piece gives the text back`() {
        for seed in stride(from: 0, to: 1_771_561, by: 1_409) {
            let text = text(seed)
            var cell = TableCell.text(text)
            if cell.hasPrefix("\"") {
                cell = String(cell.dropFirst().dropLast()).replacing("\"\"", with: "\"")
            }
            #expect(unguarded(cell) == text)
        }
    }

    /// The rule of the documentation, read the other way.
    private func unguarded(_ cell: String) -> String {
        var text = ""
        var piece = ""
        func end() {
            let isGuarded =
                piece.first == "'"
                && piece.first { !" '\"".contains($0) }.map { "=-".contains($0) } == true
            text += isGuarded ? String(piece.dropFirst()) : piece
            piece = ""
        }
        for character in cell {
            if ",;|\n".contains(character) {
                end()
                text.append(character)
            } else {
                piece.append(character)
            }
        }
        end()
        return text
    }
}
