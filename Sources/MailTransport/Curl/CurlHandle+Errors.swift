internal import CCurl

extension CurlHandle {
    /// An error of libcurl's in words: what the server said last explains more than the code.
    func error(_ code: CURLcode) -> TransportError {
        let place = server.place
        if dialogue.replyBytes > Dialogue.replyLimit {
            return TransportError(.notUnderstood, "\(place) says more than any mail server does")
        }
        if dialogue.lacksLogin { return loginError() }
        switch code {
        case CURLE_ABORTED_BY_CALLBACK:
            return TransportError(.interrupted, "stopped", transient: true)
        case CURLE_LOGIN_DENIED: return loginError()
        case CURLE_USE_SSL_FAILED:
            return TransportError(
                .noTLS,
                "\(place) offers no TLS; nothing was said to it. If it is a server with TLS from "
                    + "the start, write \(server.service.rawValue)s://")
        case CURLE_PEER_FAILED_VERIFICATION:
            return TransportError(
                .certificate,
                "the certificate of \(place) is not to be trusted (\(detail)); nothing was said "
                    + "to it. A server with a certificate of its own needs ca-file in the account")
        case CURLE_SSL_CACERT_BADFILE:
            return TransportError(
                .certificateFile,
                "the certificates in \(account.certificateFile ?? "the system's file") cannot be "
                    + "read; ca-file names a file in PEM")
        default: break
        }
        if let reply = replyError() { return reply }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return TransportError(
                .unknownHost,
                "the name \(server.host) is not known, or there is no network", transient: true)
        case CURLE_COULDNT_CONNECT:
            return TransportError(
                .cannotConnect, "\(place) does not answer (\(detail))", transient: true)
        case CURLE_OPERATION_TIMEDOUT:
            return TransportError(
                .timedOut, "\(place) takes too long\(after) (\(detail))", transient: true)
        case CURLE_SSL_CONNECT_ERROR:
            return TransportError(
                .tlsFailed, "no TLS connection to \(place) came about (\(detail))",
                transient: true)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
            return TransportError(
                .connectionLost, "the connection to \(place) broke\(after)", transient: true)
        case CURLE_WEIRD_SERVER_REPLY:
            return TransportError(
                .notUnderstood,
                "\(place) says what no \(server.service.rawValue.uppercased()) server does\(after)",
                transient: true)
        default:
            let why = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
            return TransportError(.failed, "\(place): \(why.printableLine)", transient: true)
        }
    }

    /// The last reply, as it may be shown.
    var replyWords: String? {
        guard let words = dialogue.words(hiding: secret, user: account.login) else { return nil }
        // Our sentences go on after it.
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    private var after: String {
        isHandedOver ? "" : dialogue.verb.map { " after \($0.printableLine)" } ?? ""
    }

    /// What the server said no to; nil where it said none. SMTP alone says it by number.
    private func replyError() -> TransportError? {
        guard let code = dialogue.code, code >= 400 else { return nil }
        if dialogue.verb == "AUTH" { return loginError() }
        let words = replyWords ?? "\(code)"
        var what = "the mail"
        switch dialogue.verb {
        case "MAIL": what = "mail from \(account.address.printableLine)"
        case "RCPT": what = "mail to \((dialogue.recipient ?? "a recipient").printableLine)"
        case nil, "EHLO", "HELO", "STARTTLS": what = "the connection"
        default: break
        }
        return code < 500
            ? TransportError(
                .deferred, "\(server.place) puts off \(what): \(words)", transient: true,
                reply: code)
            : TransportError(.refused, "\(server.place) refuses \(what): \(words)", reply: code)
    }

    private func loginError() -> TransportError {
        var error = loginTrouble()
        error.isAtLogin = true
        return error
    }

    private func loginTrouble() -> TransportError {
        let said = replyWords.map { ": \($0)" } ?? ""
        if dialogue.saysLater {
            return TransportError(
                .deferred, "\(server.place) puts off the login\(said)", transient: true,
                reply: dialogue.code)
        }
        guard dialogue.triedLogin else {
            return TransportError(
                .noLogin,
                "\(server.place) offers no way to log in that the account "
                    + "“\(account.name.printableLine)” can use")
        }
        let what = account.authentication == .password ? "password" : "access token"
        return TransportError(
            .loginRefused,
            "\(server.place) does not take the login \(account.login.printableLine) with this "
                + "\(what)\(said)", reply: dialogue.code)
    }
}
