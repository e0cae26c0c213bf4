import GRDB
import OutputText
import PhotoRecords

extension PhotoCatalog {
    /// Which mails of a series brought photos that are here, by the numbers in their identities and by
    /// their sender: an identity alone is anybody's to give.
    ///
    /// - Parameters:
    ///   - prefix: What the identities begin with; a number comes next.
    ///   - suffix: What follows the number.
    ///   - total: How many mails the series has.
    ///   - address: The addresses of their From, in small letters, parted by commas; nil for none.
    /// - Returns: Numbers from 1 to `total`.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func numbersWithPhotos(
        ofMessages prefix: String, _ suffix: String, upTo total: Int, from address: String?
    ) throws(WitError) -> Set<Int> {
        try reading { db in
            var numbers: Set<Int> = []
            // Digits stand between “/” and “:”.
            let rows = try String.fetchCursor(
                db,
                sql: """
                    SELECT stated_id FROM message
                    WHERE stated_id > ? AND stated_id < ? AND address IS ? AND EXISTS (
                        SELECT 1 FROM photo_message WHERE photo_message.message = message.id)
                    """, arguments: [prefix + "/", prefix + ":", address])
            while let identity = try rows.next(), numbers.count < total {
                guard identity.hasPrefix(prefix), identity.hasSuffix(suffix) else { continue }
                let digits = identity.dropFirst(prefix.count).dropLast(suffix.count)
                if let number = Int(digits), String(number) == digits, (1...total).contains(number)
                {
                    numbers.insert(number)
                }
            }
            return numbers
        }
    }

    /// The messages that a photo came with, in the order in which they came.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func messages(of id: RecordID) throws(WitError) -> [MessageOrigin] {
        try reading { db in
            try Row.fetchAll(
                db,
                sql: MessageRows.selection + """
                    JOIN photo_message ON photo_message.message = message.id
                    JOIN photo ON photo.id = photo_message.photo
                    WHERE record_id = ? ORDER BY message.id
                    """, arguments: [HexBlob.data(id)]
            ).map(MessageRows.origin)
        }
    }

    /// The message that a source names; nil where it names none.
    ///
    /// - Parameter source: As provenance and proposals have it: `mail:m1@example.org`.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func message(ofSource source: String) throws(WitError) -> MessageOrigin? {
        guard source.hasPrefix(MessageOrigin.prefix) else { return nil }
        return try reading { db in
            try Row.fetchOne(
                db, sql: MessageRows.selection + "WHERE message_id = ?",
                arguments: [String(source.dropFirst(MessageOrigin.prefix.count))]
            ).map(MessageRows.origin)
        }
    }
}
