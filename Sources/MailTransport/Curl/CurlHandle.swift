import Foundation
import OutputText

internal import CCurl

/// One connection to a mail server by libcurl: the easy handle with the options that every
/// connection needs, and its end.
///
/// The certificate and the host's name are always verified, TLS is 1.2 or later, a login goes out
/// only after it. No proxy is asked, whatever `ALL_PROXY` and its like in the environment say: a
/// proxy for the web takes no mail. No `.netrc`, no redirects, no other protocol than the server's
/// own. The program names itself by no host name: to SMTP servers it is `[127.0.0.1]`.
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    let server: ServerAddress
    let account: MailAccount
    let secret: Secret?
    /// What was said so far.
    let trace: ProtocolTrace
    /// Whether libcurl's part is done, so that it does not know what was said last.
    var isHandedOver = false
    private let monitor: Monitor
    private let errorText: UnsafeMutablePointer<CChar>

    /// Makes a connection ready; it comes about when it is performed.
    ///
    /// - Parameters:
    ///   - secret: The password or token; nil logs in nowhere.
    ///   - shouldStop: Asked about once a second: whether to give up.
    /// - Throws: `WitError` of code `failed` if libcurl lacks an option that is needed.
    init(
        to server: ServerAddress, of account: MailAccount, secret: Secret?,
        limits: ConnectionLimits = ConnectionLimits(),
        shouldStop: @escaping () -> Bool = { false }
    ) throws(WitError) {
        CurlLibrary.prepare()
        guard let pointer = curl_easy_init() else {
            throw WitError.server(.failed, "libcurl cannot be used")
        }
        self.pointer = pointer
        self.server = server
        self.account = account
        self.secret = secret
        trace = ProtocolTrace(server.service)
        monitor = Monitor(trace, shouldStop)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try setUp(limits)
        try setUpLogin()
        try setUpCallbacks()
    }

    deinit {
        curl_easy_cleanup(pointer)
        errorText.deallocate()
    }

    private func setUp(_ limits: ConnectionLimits) throws(WitError) {
        let name = server.service.rawValue
        let scheme = server.security == .tls ? name + "s" : name
        // The path is the name to greet with (libcurl, "CURLOPT_URL", SMTP).
        let path = server.service == .smtp ? "%5B127.0.0.1%5D" : ""
        try set(CURLOPT_URL, "\(scheme)://\(server.place)/\(path)")
        try set(CURLOPT_PROTOCOLS_STR, scheme)
        try set(CURLOPT_REDIR_PROTOCOLS_STR, scheme)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        let ssl = server.security == .plain ? CURLUSESSL_NONE : CURLUSESSL_ALL
        try set(CURLOPT_USE_SSL, Int(ssl.rawValue))
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = account.certificateFile {
            try set(CURLOPT_CAINFO, file)
            try set(CURLOPT_CAPATH, nil)
        }
        try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_CONNECTTIMEOUT, limits.connect)
        try set(CURLOPT_SERVER_RESPONSE_TIMEOUT, limits.quiet)
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, limits.quiet)
    }

    private func setUpLogin() throws(WitError) {
        guard let secret else { return }
        try set(CURLOPT_USERNAME, account.login)
        switch account.authentication {
        case .password:
            try set(CURLOPT_PASSWORD, secret.text)
            // Left alone, libcurl prefers mechanisms that need a Kerberos ticket. For IMAP and
            // POP3 an option here would rule out their LOGIN and USER.
            if server.service == .smtp { try set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN") }
        case .xoauth2:
            try set(CURLOPT_XOAUTH2_BEARER, secret.text)
            try set(CURLOPT_LOGIN_OPTIONS, "AUTH=XOAUTH2;AUTH=OAUTHBEARER")
        }
    }

    private func setUpCallbacks() throws(WitError) {
        let context = Unmanaged.passUnretained(monitor).toOpaque()
        try check(witCurlSetPointer(pointer, CURLOPT_ERRORBUFFER, errorText))
        try check(
            witCurlSetDebug(pointer) { _, kind, bytes, count, context in
                guard let context, let bytes else { return 0 }
                let monitor = Unmanaged<Monitor>.fromOpaque(context).takeUnretainedValue()
                let said = UnsafeRawBufferPointer(start: bytes, count: count)
                if kind == CURLINFO_HEADER_OUT { monitor.trace.sent(said) }
                if kind == CURLINFO_HEADER_IN { monitor.trace.received(said) }
                return 0
            })
        try check(witCurlSetPointer(pointer, CURLOPT_DEBUGDATA, context))
        try set(CURLOPT_VERBOSE, 1)
        try check(
            witCurlSetTransfer(pointer, CURLOPT_HEADERFUNCTION) { _, size, count, context in
                guard let context else { return 0 }
                let monitor = Unmanaged<Monitor>.fromOpaque(context).takeUnretainedValue()
                return monitor.mayGoOn ? size * count : 0
            })
        try check(witCurlSetPointer(pointer, CURLOPT_HEADERDATA, context))
        try check(
            witCurlSetProgress(pointer) { context, _, _, _, _ in
                guard let context else { return 0 }
                let monitor = Unmanaged<Monitor>.fromOpaque(context).takeUnretainedValue()
                return monitor.shouldStop() ? 1 : 0
            })
        try check(witCurlSetPointer(pointer, CURLOPT_XFERINFODATA, context))
        try set(CURLOPT_NOPROGRESS, 0)
    }

    // MARK: Options

    func set(_ option: CURLoption, _ number: Int) throws(WitError) {
        try check(witCurlSetNumber(pointer, option, number))
    }

    func set(_ option: CURLoption, _ text: String?) throws(WitError) {
        try check(witCurlSetText(pointer, option, text))
    }

    /// Turns an option's result into an error.
    func check(_ code: CURLcode) throws(WitError) {
        guard code != CURLE_OK else { return }
        throw WitError.server(
            .failed,
            "libcurl \(CurlLibrary.version) cannot be set up: "
                + String(cString: curl_easy_strerror(code)))
    }

    // MARK: Work

    /// Connects, logs in and does what the options ask for.
    ///
    /// - Throws: `WitError` in words for a person.
    func perform() throws(WitError) {
        let code = curl_easy_perform(pointer)
        if code != CURLE_OK { throw error(code) }
    }

    /// Whether the person asked to stop.
    var shouldStop: Bool { monitor.shouldStop() }

    /// What libcurl says more of its last error; empty where it says nothing.
    var detail: String { String(cString: errorText).printableLine }

    /// Looks after a connection while it works.
    private final class Monitor {
        let trace: ProtocolTrace
        let shouldStop: () -> Bool

        init(_ trace: ProtocolTrace, _ shouldStop: @escaping () -> Bool) {
            self.trace = trace
            self.shouldStop = shouldStop
        }

        var mayGoOn: Bool {
            trace.replyBytes <= ProtocolTrace.replyLimit && !trace.lacksLogin
        }
    }
}
