import Foundation
import GRDB
import PhotoRecords

/// Finds the photos whose perceptual hashes are within `Likeness.threshold` bits of one, without
/// reading all of them.
///
/// A hash is cut into four bands of 16 bits, each with an index of its own. Two hashes that differ
/// in at most 8 bits differ in at most 2 bits of the first band or in at most 1 bit of one of the
/// others, or they would differ in 3 + 2 + 2 + 2 = 9. So the 137 values within 2 bits of the first
/// band are looked up, and the 17 values within 1 bit of each of the others: together they lead to
/// about 3 of 1,000 hashes.
struct PerceptualHashIndex {
    /// Some bits of a hash.
    struct Band {
        /// Its first byte, 0…6; it has two.
        let start: Int
        /// In how many bits it may differ to be looked up.
        let radius: Int

        /// How SQL cuts it out of the column.
        fileprivate var expression: String { "substr(perceptual_hash, \(start + 1), 2)" }
        fileprivate var index: String { "photo_by_hash_band_\(start / 2 + 1)" }

        /// What the band of a hash may be, as two bytes each.
        func values(near bits: UInt64) -> [Data] {
            let own = UInt16(truncatingIfNeeded: bits >> UInt64(48 - 8 * start))
            var values = [own]
            var from = [(value: own, next: 0)]
            for _ in 0..<radius {
                from = from.flatMap { value, next in
                    (next..<16).map { (value ^ 1 << UInt16($0), $0 + 1) }
                }
                values += from.map(\.value)
            }
            return values.map { Data([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
        }
    }

    /// The bands. One more than the sum of what they may differ in is beyond the threshold.
    static let bands = [
        Band(start: 0, radius: 2), Band(start: 2, radius: 1), Band(start: 4, radius: 1),
        Band(start: 6, radius: 1),
    ]

    /// The step of the schema that makes the indexes. They hold the whole hash too, so that no row of
    /// a photo is read to compare it.
    static let step = bands.map { band in
        """
        CREATE INDEX \(band.index) ON photo (\(band.expression), perceptual_hash)
            WHERE perceptual_hash IS NOT NULL;
        """
    }.joined(separator: "\n")

    let db: Database
    /// What is selected of each photo that may look alike.
    private enum Column: Int, SelectedColumn {
        case id, hash

        var expression: String { self == .hash ? "perceptual_hash" : "\(self)" }
    }

    /// How many hashes were read.
    private(set) var readCount = 0

    init(_ db: Database) { self.db = db }

    /// The photos within the threshold of a hash, each with the number of bits in which it differs; a
    /// hash of 0 shows nothing to tell a picture by, and is near none.
    mutating func near(_ bits: UInt64) throws -> [Int64: Int] {
        var near: [Int64: Int] = [:]
        if bits == 0 { return near }
        for band in Self.bands {
            let values = band.values(near: bits)
            let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
            let cursor = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT \(Column.list) FROM photo INDEXED BY \(band.index)
                        WHERE \(band.expression) IN (\(marks)) AND perceptual_hash IS NOT NULL
                        """), arguments: StatementArguments(values))
            while let row = try cursor.next() {
                readCount += 1
                guard let other = Self.bits(row[Column.hash]) else { continue }
                let distance = (bits ^ other).nonzeroBitCount
                if distance <= Likeness.threshold { near[row[Column.id]] = distance }
            }
        }
        return near
    }

    /// Whether a photo has a hash that shows something.
    func isHashed(_ photo: Int64) throws -> Bool {
        let hash = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT perceptual_hash FROM photo WHERE id = ?"),
            arguments: [photo])
        return hash.flatMap(Self.bits) != nil
    }

    /// The bits of a column; nil for anything but 8 bytes that are not all 0.
    private static func bits(_ hash: Data) -> UInt64? {
        guard hash.count == 8 else { return nil }
        let bits = hash.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bits == 0 ? nil : bits
    }
}
