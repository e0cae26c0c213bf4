import OutputText

extension WitError.Code {
    /// A text is no address of a server.
    public static let serverAddress: Self = "server-address"
    /// The account has no server for this.
    public static let noServer: Self = "no-server"
    /// The password could not be had.
    public static let passwordUnavailable: Self = "password-unavailable"
    /// The name of the server is not known, or the network is away.
    public static let unknownHost: Self = "unknown-host"
    /// Nobody answers.
    public static let cannotConnect: Self = "cannot-connect"
    /// The connection broke.
    public static let connectionLost: Self = "connection-lost"
    /// The server said nothing for too long.
    public static let timedOut: Self = "timed-out"
    /// The server offers no TLS.
    public static let noTLS: Self = "no-tls"
    /// No TLS connection came about.
    public static let tlsFailed: Self = "tls-failed"
    /// The server's certificate is not to be trusted.
    public static let certificate: Self = "certificate"
    /// The file of trusted certificates cannot be used.
    public static let certificateFile: Self = "certificate-file"
    /// The server does not take the user or password.
    public static let loginRefused: Self = "login-refused"
    /// The server offers no way to log in that this account can use.
    public static let noLogin: Self = "no-login"
    /// An address is beyond ASCII, and the server does not offer SMTPUTF8.
    public static let noUTF8: Self = "no-smtputf8"
    /// The server said no, for good (5xx, NO, -ERR).
    public static let refused: Self = "refused"
    /// The server said: not now (4xx).
    public static let deferred: Self = "deferred"
    /// The message was handed over and no answer came: nobody here knows whether it goes out.
    public static let perhapsSent: Self = "perhaps-sent"
    /// An address or argument cannot be given to a server.
    public static let badArgument: Self = "bad-argument"
}

extension WitError {
    /// An error of a mail server, or on the way to one.
    ///
    /// - Parameters:
    ///   - transient: whether the same may succeed later without anybody's doing.
    ///   - reply: the server's reply code (`550`), where a reply is the reason.
    public static func server(
        _ code: Code, _ message: String, transient: Bool = false, reply: Int? = nil
    ) -> WitError {
        var error = WitError(code, about: .server(""), message)
        if transient { error.arguments[transientKey] = "true" }
        error.arguments["reply"] = reply.map(String.init)
        return error
    }

    private static let transientKey = "transient"
    private static let loginKey = "login"

    /// Whether the same may succeed later without anybody's doing.
    public var isTransient: Bool { arguments[Self.transientKey] != nil }

    /// The server's reply code (`550`), where a reply is the reason.
    public var reply: Int? { arguments["reply"].flatMap { Int($0) } }

    /// Whether it came at the login: the account's next mail would meet it too.
    public internal(set) var isAtLogin: Bool {
        get { arguments[Self.loginKey] != nil }
        set { arguments[Self.loginKey] = newValue ? "true" : nil }
    }

    /// Whether a mail server, or the way to one, is what failed.
    public var isOfServer: Bool { subject?.kind == .server }
}
