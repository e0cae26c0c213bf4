import GRDB
import TextCleaning

/// Reads a row of another program's database: SQLite's columns hold values of any type, whatever
/// the table says, and a value of the wrong one is none.
extension Row {
    /// The longest text that is taken, in bytes.
    private static let textLimit = 1_000_000

    /// The whole number in a column.
    func integer(_ column: Int) -> Int64? {
        let value: DatabaseValue = self[column]
        return switch value.storage {
        case .int64(let number): number
        case .double(let number): Int64(exactly: number)
        case .string(let text): Int64(text)
        default: nil
        }
    }

    /// The finite number in a column.
    func real(_ column: Int) -> Double? {
        let value: DatabaseValue = self[column]
        let number: Double? =
            switch value.storage {
            case .int64(let number): Double(number)
            case .double(let number): number
            case .string(let text): Double(text)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The words in a column, cleaned; nil for blanks alone, or what is too long.
    func words(_ column: Int) -> String? { text(column).map(ForeignText.cleaned) }

    /// The text in a column as it stands, as of a path; nil for one of blanks alone, or that is too
    /// long.
    func text(_ column: Int) -> String? {
        let value: DatabaseValue = self[column]
        guard case .string(let text) = value.storage, text.utf8.count <= Self.textLimit,
            text.contains(where: { !$0.isWhitespace })
        else { return nil }
        return text
    }
}
