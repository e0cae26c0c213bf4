import MailTransport
import OutputText

/// The session with a POP3 server that goes on and, where it has ended, the next one: made when
/// something is asked for, and only after the one before was given up, which holds the mailbox (RFC
/// 1939 §4).
final class POP3Session {
    private let connect: () throws(WitError) -> POP3Connection
    private var open: (connection: POP3Connection, entries: [String: POP3Connection.Entry])?
    /// The identifiers of the messages that were there in the last session, in the server's order.
    private(set) var identifiers: [String] = []
    /// How many messages the last session left out, since the server names them not.
    private(set) var unnamed = 0

    init(_ connect: @escaping () throws(WitError) -> POP3Connection) {
        self.connect = connect
    }

    /// The connection, and the messages by their identifiers: their numbers count for this session
    /// alone (RFC 1939 §5).
    func begin() throws(WitError) -> (
        connection: POP3Connection, entries: [String: POP3Connection.Entry]
    ) {
        if let open, !open.connection.isOver { return open }
        end()
        let connection = try connect()
        let entries = try connection.entries()
        identifiers = entries.map(\.identifier)
        unnamed = connection.unnamed
        let begun = (
            connection,
            Dictionary(entries.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        )
        open = begun
        return begun
    }

    /// Gives the session up.
    func end() { open = nil }
}
