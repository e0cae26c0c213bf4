import OutputText

/// Why mail could not go out or come in: a stable code, one sentence that names the server and
/// what to do, and whether it may go better later.
///
/// Two errors are equal if their codes are. No password ever stands in one.
public struct TransportError: SpokenError, Sendable, Hashable {
    /// What went wrong, as a stable word: an open vocabulary.
    public struct Code: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
        /// The word.
        public var rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Takes a literal as the word.
        public init(stringLiteral value: String) { rawValue = value }

        /// A text is no address of a server.
        public static let serverAddress: Code = "server-address"
        /// The account has no server for this.
        public static let noServer: Code = "no-server"
        /// The password could not be had.
        public static let passwordUnavailable: Code = "password-unavailable"
        /// The name of the server is not known, or the network is away.
        public static let unknownHost: Code = "unknown-host"
        /// Nobody answers.
        public static let cannotConnect: Code = "cannot-connect"
        /// The connection broke.
        public static let connectionLost: Code = "connection-lost"
        /// The server said nothing for too long.
        public static let timedOut: Code = "timed-out"
        /// The server offers no TLS.
        public static let noTLS: Code = "no-tls"
        /// No TLS connection came about.
        public static let tlsFailed: Code = "tls-failed"
        /// The server's certificate is not to be trusted.
        public static let certificate: Code = "certificate"
        /// The file of trusted certificates cannot be used.
        public static let certificateFile: Code = "certificate-file"
        /// The server does not take the user or password.
        public static let loginRefused: Code = "login-refused"
        /// The server offers no way to log in that this account can use.
        public static let noLogin: Code = "no-login"
        /// An address is beyond ASCII, and the server does not offer SMTPUTF8.
        public static let noUTF8: Code = "no-smtputf8"
        /// The server said no, for good (5xx, NO, -ERR).
        public static let refused: Code = "refused"
        /// The server said: not now (4xx).
        public static let deferred: Code = "deferred"
        /// What the server says is not its protocol.
        public static let notUnderstood: Code = "not-understood"
        /// The message was handed over and no answer came: nobody here knows whether it goes out.
        public static let perhapsSent: Code = "perhaps-sent"
        /// A message is longer than the limit.
        public static let tooLarge: Code = "too-large"
        /// An address or argument cannot be given to a server.
        public static let badArgument: Code = "bad-argument"
        /// The person asked to stop.
        public static let interrupted: Code = "interrupted"
        /// Anything else that libcurl says.
        public static let failed: Code = "failed"
    }

    /// What went wrong.
    public var code: Code
    /// One sentence for a person, on one line.
    public var message: String
    /// Whether the same may succeed later without anybody's doing.
    public var isTransient: Bool
    /// The server's reply code (`550`), where a reply is the reason.
    public var reply: Int?

    /// Whether it came at the login: the account's next mail would meet it too.
    public var isAtLogin = false

    /// An error of a code, in a sentence.
    public init(_ code: Code, _ message: String, transient: Bool = false, reply: Int? = nil) {
        self.code = code
        self.message = message
        isTransient = transient
        self.reply = reply
    }

    /// The sentence.
    public var description: String { message }

    /// Whether both have the same code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
