import Foundation
import PhotoRecords

/// What a file said when it was last read: one hash for each field that it had a value of.
///
/// At rest: a byte with a bit for each field in the order of `RecordField.allCases`, then eight
/// bytes, least significant first, for each bit that is set.
struct LastReadHashes: Equatable {
    private(set) var hashes: [RecordField: Int64] = [:]

    /// What a record says.
    init(_ record: PhotoRecord) {
        for field in RecordField.allCases { hashes[field] = FieldHash.of(field, in: record) }
    }

    /// Reads the form at rest; what is cut short counts as not said.
    init(_ data: Data) {
        guard let mask = data.first else { return }
        var rest = data.dropFirst()
        for (bit, field) in RecordField.allCases.enumerated() where mask & (1 << bit) != 0 {
            guard rest.count >= 8 else { return }
            let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            hashes[field] = Int64(bitPattern: number)
            rest = rest.dropFirst(8)
        }
    }

    // `allCases` makes an array of them each time.
    private static let fields = RecordField.allCases

    /// The hash of what was said of a field; nil where nothing was.
    subscript(_ field: RecordField) -> Int64? { hashes[field] }

    /// With what was said of fields that these say nothing of.
    func completed(by others: LastReadHashes) -> LastReadHashes {
        var values = self
        values.hashes.merge(others.hashes) { own, _ in own }
        return values
    }

    /// The form at rest.
    var bytes: [UInt8] { Self.bytes { hashes[$0] } }

    /// The form at rest of what a record says.
    static func bytes(of record: PhotoRecord) -> [UInt8] {
        bytes { FieldHash.of($0, in: record) }
    }

    private static func bytes(_ hash: (RecordField) -> Int64?) -> [UInt8] {
        var bytes: [UInt8] = [0]
        bytes.reserveCapacity(1 + 8 * fields.count)
        for (bit, field) in fields.enumerated() {
            guard let hash = hash(field) else { continue }
            bytes[0] |= 1 << bit
            for shift in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: hash >> (8 * Int64(shift))))
            }
        }
        return bytes
    }
}
