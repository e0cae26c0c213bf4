import Foundation
import GRDB
import PhotoRecords

extension FindingCode {
    /// A file that carries another photo's identity, though its picture is another one.
    public static let copyOfPhoto: FindingCode = "copy-of-photo"
}

/// Adds photos, each under a number and an identity that no other photo has, in one transaction.
final class NewPhotos {
    private let rows: PhotoRows
    // Reading a new identity back as text takes longer than making it: only where it is wanted.
    private let naming: Bool
    private var next: Int64
    private var first: Int64?
    private let identities = IdentityMaker()

    /// - Parameter naming: Whether each row that comes back has its identity, though the record came
    ///   without one.
    init(_ rows: PhotoRows, naming: Bool = true) throws {
        self.rows = rows
        self.naming = naming
        next = try Self.nextNumber(rows.db)
    }

    /// The first number that no photo has or had.
    private static func nextNumber(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT 1 + max(ifnull((SELECT max(id) FROM photo), 0),
                    ifnull((SELECT max(photo) FROM trash), 0))
                """) ?? 1
    }

    /// The numbers of the photos added so far.
    var numbers: ClosedRange<Int64>? { first.map { $0...(next - 1) } }

    /// Adds a photo, under the identity that the record carries if that is free.
    ///
    /// - Parameter derived: What was worked out for the record already.
    func add(_ given: PhotoRecord, derived: DerivedValues? = nil) throws -> PhotoRow {
        var record = given
        var identity: [UInt8]?
        if let id = record.id, try rows.number(of: id) != nil {
            record.findings.append(
                Finding(
                    .note, .copyOfPhoto, where: record.file ?? "",
                    "The file carries the identity of photo \(id.text), but shows another picture.")
            )
            record.id = nil
        }
        if record.id == nil {
            let made = identities.make()
            identity = made
            if naming || given.id != nil { record.id = HexBlob.recordID(Data(made)) }
        }
        let row = PhotoRow(
            id: next, record: record, missing: false,
            derivation: derived.map { Derivation($0, for: record) })
        try rows.insert(row, recordID: identity)
        first = first ?? next
        next += 1
        return row
    }
}
