import Foundation
import GRDB
import OutputText
import PhotoRecords

/// What a person writes to mean a photo.
enum Reference {
    /// The fewest characters that may stand for an identity.
    static let shortest = 4

    /// The absolute paths that a reference may be.
    static func paths(_ reference: String, in folder: String?) -> [String] {
        if reference.hasPrefix("/") {
            let standard = URL(filePath: reference).standardized.path
            return standard == reference ? [reference] : [reference, standard]
        }
        guard let folder, !reference.isEmpty else { return [] }
        let base = URL(filePath: folder, directoryHint: .isDirectory)
        return [base.appending(path: reference).standardized.path]
    }

    /// The one photo whose identity begins with a text.
    static func photo(
        beginning text: String, _ db: Database, catalog: String
    ) throws -> RecordID {
        let unknown = WitError.catalog(
            .noSuchPhoto, "no photo in \(catalog) has the path or identity “\(text)”")
        guard let digits = digits(text) else { throw unknown }
        if digits.count < shortest {
            throw WitError.catalog(
                .noSuchPhoto,
                "“\(text)” is too short for a photo's identity: give at least \(shortest) "
                    + "characters")
        }
        let found = try Data.fetchAll(
            db,
            sql: """
                SELECT record_id FROM photo WHERE record_id BETWEEN ? AND ?
                ORDER BY record_id LIMIT 6
                """, arguments: [bound(digits, 0), bound(digits, 15)]
        ).compactMap(HexBlob.recordID)
        if let only = found.first, found.count == 1 { return only }
        if found.isEmpty { throw unknown }
        let list = found.prefix(5).map(\.text).joined(separator: ", ")
        throw WitError.catalog(
            .ambiguous,
            "“\(text)” is ambiguous: the identities of several photos begin with it: \(list)"
                + (found.count > 5 ? ", …" : "") + "; give more of it")
    }

    /// The hexadecimal digits of the beginning of an identity; nil where it is none. Hyphens
    /// stand where they belong, or nowhere.
    private static func digits(_ text: String) -> [UInt8]? {
        let lower = text.lowercased()
        var digits: [UInt8] = []
        for (index, byte) in lower.utf8.enumerated() {
            if byte == UInt8(ascii: "-") {
                guard [8, 13, 18, 23].contains(index) else { return nil }
            } else if let digit = HexBlob.digit(byte) {
                digits.append(digit)
            } else {
                return nil
            }
        }
        return digits.isEmpty || digits.count > 32 ? nil : digits
    }

    private static func bound(_ digits: [UInt8], _ filler: UInt8) -> Data {
        let all = digits + Array(repeating: filler, count: 32 - digits.count)
        return Data(stride(from: 0, to: 32, by: 2).map { all[$0] << 4 | all[$0 + 1] })
    }
}
