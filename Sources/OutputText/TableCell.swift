/// Foreign text in a cell of a table of comma-separated values (RFC 4180) that spreadsheets open.
///
/// A spreadsheet may part the table otherwise than it was meant: at semicolons where a country writes
/// decimals with commas, at tabs, at line breaks within quotes. So no piece of a text between such marks
/// may begin as a formula does (`=`, `+`, `-`, `@`, also full-width or small, blanks and quotation marks
/// before them not counted): a piece that would gets an apostrophe in front, and so does one that begins
/// with apostrophes and then such a sign. Thus the text can be had back: one apostrophe less wherever a
/// piece begins with one and such a sign follows.
public enum TableCell {
    /// The cell of a text: safe from being taken for a formula, as ``Swift/String/shownLines`` has it, and
    /// quoted where it must be.
    public static func text(_ text: String) -> String {
        let cell = guarded(text.shownLines)
        let needsQuotes = cell.unicodeScalars.contains { separators.contains($0) || $0 == "\"" }
        guard needsQuotes || cell.first?.isWhitespace == true || cell.last?.isWhitespace == true
        else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    /// What a program may take for the end of a cell.
    private static let separators: Set<Unicode.Scalar> = [",", ";", "|", "\t", "\n", "\r"]
    /// What a formula begins with; spreadsheets of East Asia take the full-width and small forms too.
    private static let signs = Set("=+-@＝＋－＠﹦﹢﹣﹫".unicodeScalars)
    /// What does not keep a formula from being one.
    private static let quotes = Set("\"'`´‘’‚“”„«»".unicodeScalars)

    private static func guarded(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: signs.contains) else { return text }
        var cell = String.UnicodeScalarView()
        for piece in text.unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: separators.contains)
        {
            if piece.startIndex > text.startIndex {
                cell.append(
                    text.unicodeScalars[text.unicodeScalars.index(before: piece.startIndex)])
            }
            if beginsFormula(piece) { cell.append("'") }
            cell += piece
        }
        return String(cell)
    }

    private static func beginsFormula(_ piece: Substring.UnicodeScalarView) -> Bool {
        let first = piece.first { scalar in
            !scalar.properties.isWhitespace && !quotes.contains(scalar)
                && !scalar.properties.isDefaultIgnorableCodePoint
        }
        return first.map(signs.contains) ?? false
    }
}
