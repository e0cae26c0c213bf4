import GRDB

extension PhotoCatalog {
    /// Whether photos that are here came with a message.
    ///
    /// - Parameter messageID: the message's identity, without the angle brackets.
    public func hasPhotos(ofMessage messageID: String) throws(CatalogError) -> Bool {
        try reading { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM message
                        JOIN photo_message ON photo_message.message = message.id
                        WHERE message_id = ?)
                    """, arguments: [messageID]
            ) ?? false
        }
    }
}
