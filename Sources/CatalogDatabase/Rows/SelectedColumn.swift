import GRDB

/// The columns that a statement selects and its rows are read by, in one list.
///
/// GRDB looks the name in `row["size"]` up anew for each value, and in a copied row by comparing it
/// with the name of each column. That is nothing for a list on a screen, and shows where a scan or a
/// search goes through the rows of a million photos. There the columns are cases of an enumeration,
/// whose places the compiler knows; the statement selects what the same cases say, so that the two
/// cannot differ:
///
///     enum Column: Int, SelectedColumn { case path, size }
///     let rows = try Row.fetchCursor(db, sql: "SELECT \(Column.list) FROM file")
///     while let row = try rows.next() { let size: Int64 = row[Column.size] }
///
/// The statement's selection begins with the list; other columns may follow it. The raw values are
/// the places, from 0 on: an enumeration gives none of its own.
protocol SelectedColumn: CaseIterable, RawRepresentable<Int> {
    /// What SQL selects: the column's name, unless the case says otherwise.
    var expression: String { get }
}

extension SelectedColumn {
    var expression: String { "\(self)" }

    /// What a statement selects: all columns, parted by commas.
    static var list: String { allCases.map(\.expression).joined(separator: ", ") }
}

extension Row {
    /// The value of a column of a row that was selected by its list.
    subscript<Column: SelectedColumn, Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ column: Column
    ) -> Value { self[column.rawValue] }
}

extension DirectStatement {
    /// A column as a whole number; NULL as 0.
    func number(_ column: some SelectedColumn) -> Int64 { number(Int32(column.rawValue)) }

    /// Appends a text column's bytes.
    func appendText(_ column: some SelectedColumn, to bytes: inout [UInt8]) {
        appendText(Int32(column.rawValue), to: &bytes)
    }
}
