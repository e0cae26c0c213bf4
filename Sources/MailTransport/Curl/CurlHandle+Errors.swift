import Foundation
import OutputText

internal import CCurl

extension CurlHandle {
    /// An error of libcurl's in words: what the server said last explains more than the code.
    func error(_ code: CURLcode) -> TransportError {
        let place = server.place
        if dialogue.replyBytes > Dialogue.replyLimit {
            return TransportError.server(
                .notUnderstood, "\(place) says more than any mail server does")
        }
        if dialogue.lacksLogin { return loginError() }
        switch code {
        case CURLE_ABORTED_BY_CALLBACK:
            return TransportError.server(.interrupted, "stopped", transient: true)
        case CURLE_LOGIN_DENIED: return loginError()
        case CURLE_USE_SSL_FAILED:
            return TransportError.server(
                .noTLS,
                "\(place) offers no TLS; nothing was said to it. Its provider says which port has "
                    + "it")
        case CURLE_PEER_FAILED_VERIFICATION:
            return TransportError.server(
                .certificate,
                "the certificate of \(place) is not to be trusted (\(whyUntrusted)); nothing was said "
                    + "to it. A server with a certificate of its own needs ca-file in the account")
        case CURLE_SSL_CACERT_BADFILE:
            return TransportError.server(
                .certificateFile,
                "the certificates in \(account.certificateFile ?? "the system's file") cannot be "
                    + "read; ca-file names a file in PEM")
        default: break
        }
        if let reply = replyError() { return reply }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return TransportError.server(
                .unknownHost,
                "the name \(server.host) is not known, or there is no network", transient: true)
        case CURLE_COULDNT_CONNECT:
            return TransportError.server(
                .cannotConnect, "\(place) does not answer: \(whyUnconnected)", transient: true)
        case CURLE_OPERATION_TIMEDOUT: return tooLong
        case CURLE_SSL_CONNECT_ERROR:
            return TransportError.server(
                .tlsFailed, "no TLS connection to \(place) came about\(schemeAdvice)",
                transient: true)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
            return TransportError.server(
                .connectionLost, "the connection to \(place) broke\(stage)\(schemeAdvice)",
                transient: true)
        case CURLE_WEIRD_SERVER_REPLY:
            return TransportError.server(
                .notUnderstood,
                "\(place) says what no \(server.service.rawValue.uppercased()) server does\(stage); "
                    + "look at the server and the port in the settings",
                transient: true)
        default:
            let why = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
            return TransportError.server(.failed, "\(place): \(why.printableLine)", transient: true)
        }
    }

    /// That nothing moved for too long.
    var tooLong: TransportError {
        var microseconds: curl_off_t = 0
        witCurlGetSize(pointer, CURLINFO_CONNECT_TIME_T, &microseconds)
        // Nobody who is not reached speaks of TLS.
        let advice =
            microseconds > 0 || dialogue.hasHeard
            ? schemeAdvice
            : " to be reached; look at the network, and at the server and the port in the settings"
        return TransportError.server(
            .timedOut, "\(server.place) takes too long\(stage)\(advice)", transient: true)
    }

    /// The last reply, as it may be shown.
    var replyWords: String? {
        guard let words = dialogue.words(hiding: secret, user: account.login) else { return nil }
        // Our sentences go on after it.
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    /// The last reply in quotation marks, after a colon; empty where there was none.
    private var saying: String { replyWords.map { ": “\($0)”" } ?? "" }

    private var stage: String {
        isHandedOver ? "" : dialogue.stage.map { " at \($0)" } ?? ""
    }

    /// Why no connection came about, and what to do.
    private var whyUnconnected: String {
        var number = 0
        witCurlGetNumber(pointer, CURLINFO_OS_ERRNO, &number)
        switch Int32(truncatingIfNeeded: number) {
        case ECONNREFUSED:
            return "nothing takes connections at that port; look at the server and the port in "
                + "the settings"
        case ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN:
            return "there is no way to it; is the network there?"
        default: return "look at the network, and at the server and the port in the settings"
        }
    }

    /// Why a certificate is not trusted, without what libcurl says before it each time.
    private var whyUntrusted: String {
        ["SSL certificate problem: ", "SSL: "].first(where: detail.hasPrefix)
            .map { String(detail.dropFirst($0.count)) } ?? detail
    }

    /// What to try where the server secures the connection in another way than the settings say:
    /// with TLS from the start it waits for ours and says nothing by itself (RFC 8314 §3), and else
    /// its greeting in the clear is no answer to TLS.
    private var schemeAdvice: String {
        switch server.security {
        case .startTLS where !dialogue.hasHeard:
            return "; it said nothing. If it has TLS from the start, write "
                + "\(server.text(for: .tls)) in the settings"
        case .tls where isNoTLS:
            return "; it does not speak TLS from the start. Write \(server.text(for: .startTLS)) "
                + "in the settings, for STARTTLS"
        default: return ""
        }
    }

    /// Whether what came at the beginning of TLS was something else, as the libraries that libcurl
    /// is built with say it.
    private var isNoTLS: Bool {
        let words = detail.lowercased()
        return [
            "wrong version number", "packet length", "unknown protocol", "http request",
            "unexpected tls packet", "record overflow", "unexpected message",
        ].contains(where: words.contains)
    }

    /// What the server said no to; nil where it said none.
    private func replyError() -> TransportError? {
        if dialogue.isError { return popError() }
        guard let code = dialogue.code, code >= 400 else { return nil }
        if dialogue.verb == "AUTH" { return loginError() }
        var what = "the mail"
        switch dialogue.verb {
        case "MAIL": what = "mail from \(account.address.printableLine)"
        case "RCPT": what = "mail to \((dialogue.recipient ?? "a recipient").printableLine)"
        case nil, "EHLO", "HELO", "STARTTLS": what = "the connection"
        default: break
        }
        return code < 500
            ? TransportError.server(
                .deferred, "\(server.place) puts off \(what)\(saying)", transient: true,
                reply: code)
            : TransportError.server(
                .refused, "\(server.place) refuses \(what)\(saying)", reply: code)
    }

    /// POP3's no says by a code whether it is one for now: RFC 3206 §4, RFC 2449 §8.1. Without one,
    /// that is taken for granted but where a mail or the mails' names are asked for.
    private func popError() -> TransportError {
        let what = dialogue.stage ?? "the connection"
        if dialogue.saysLater {
            return TransportError.server(
                .deferred, "\(server.place) puts off \(what)\(saying)", transient: true)
        }
        return TransportError.server(
            .refused, "\(server.place) refuses \(what)\(saying)",
            transient: dialogue.verb != "RETR" && dialogue.verb != "UIDL")
    }

    private func loginError() -> TransportError {
        var error = loginTrouble()
        error.isAtLogin = true
        return error
    }

    private func loginTrouble() -> TransportError {
        if dialogue.saysLater {
            return TransportError.server(
                .deferred, "\(server.place) puts off the login\(saying)", transient: true,
                reply: dialogue.code)
        }
        guard dialogue.triedLogin else {
            return TransportError.server(
                .noLogin,
                "\(server.place) offers no way to log in that the account "
                    + "“\(account.name.printableLine)” can use")
        }
        let what = account.authentication == .password ? "password" : "access token"
        return TransportError.server(
            .loginRefused,
            "\(server.place) does not take the login \(account.login.printableLine) with this "
                + "\(what)\(saying). Look at user and \(secretKey) of the account "
                + "“\(account.name.printableLine)”", reply: dialogue.code)
    }

    /// The key of the settings that the password or token comes by.
    private var secretKey: String {
        switch account.passwordSource {
        case .command: "password-command"
        case .environment(let name): "the variable \(name.printableLine)"
        case nil: "its password"
        }
    }
}
