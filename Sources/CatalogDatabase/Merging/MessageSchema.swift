/// What tells messages of one Message-ID apart, and who said what.
///
/// A Message-ID is whatever its sender wrote. `message.message_id` is the name that sources have
/// for a message (`mail:` and this), and `stated_id` the Message-ID that it has. Both are the same
/// for the first message of an id; a further one of other contents is named after it (`…#2`).
/// `digest` is the hash of a message's sender, subject, date and contents, NULL where it came before
/// this was kept; `address` the addresses of its From, in small letters.
///
/// `proposal.channel` is the channel of a message that says what is proposed, NULL where there is
/// none.
enum MessageSchema {
    /// The step that adds them. What stands behind the last `<` of a sender is the address.
    static let step = """
        ALTER TABLE message ADD COLUMN stated_id TEXT;
        ALTER TABLE message ADD COLUMN address TEXT;
        ALTER TABLE message ADD COLUMN digest BLOB;
        UPDATE message SET stated_id = message_id,
            address = lower(trim(CASE WHEN sender LIKE '%<%>'
                THEN rtrim(replace(sender, rtrim(sender, replace(sender, '<', '')), ''), '>')
                ELSE sender END));
        CREATE INDEX message_by_stated_id ON message (stated_id);
        ALTER TABLE proposal ADD COLUMN channel TEXT;
        """
}
