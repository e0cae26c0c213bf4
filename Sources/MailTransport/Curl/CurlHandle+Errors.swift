import Foundation
import OutputText

internal import CCurl

extension CurlHandle {
    /// An error of libcurl's in words: what the server said last explains more than the code.
    func error(_ code: CURLcode) -> WitError {
        let place = server.place
        if trace.replyBytes > ProtocolTrace.replyLimit {
            return WitError.server(
                .notUnderstood, "\(place) sent an unreasonably long response")
        }
        if trace.lacksLogin { return loginError() }
        switch code {
        case CURLE_ABORTED_BY_CALLBACK:
            return WitError.server(.interrupted, "stopped", transient: true)
        case CURLE_LOGIN_DENIED: return loginError()
        case CURLE_USE_SSL_FAILED:
            return WitError.server(
                .noTLS,
                "\(place) does not offer TLS; nothing was sent to it. Ask its provider for the "
                    + "port with TLS")
        case CURLE_PEER_FAILED_VERIFICATION:
            return WitError.server(
                .certificate,
                "the certificate of \(place) cannot be trusted (\(whyUntrusted)); nothing was sent "
                    + "to it. A server with its own certificate needs ca-file in the account")
        case CURLE_SSL_CACERT_BADFILE:
            return WitError.server(
                .certificateFile,
                "the certificates in \(account.certificateFile ?? "the system's file") cannot be "
                    + "read; ca-file must name a PEM file")
        default: break
        }
        if let reply = replyError() { return reply }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return WitError.server(
                .unknownHost,
                "the host \(server.host) is unknown, or there is no network", transient: true)
        case CURLE_COULDNT_CONNECT:
            return WitError.server(
                .cannotConnect, "\(place) does not answer: \(whyUnconnected)", transient: true)
        case CURLE_OPERATION_TIMEDOUT: return tooLong
        case CURLE_SSL_CONNECT_ERROR:
            return WitError.server(
                .tlsFailed, "no TLS connection to \(place) could be made\(schemeAdvice)",
                transient: true)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
            return WitError.server(
                .connectionLost, "the connection to \(place) was lost\(stage)\(schemeAdvice)",
                transient: true)
        case CURLE_WEIRD_SERVER_REPLY:
            return WitError.server(
                .notUnderstood,
                "\(place) does not respond like an \(server.service.rawValue.uppercased()) "
                    + "server\(stage); check the server and the port in the settings",
                transient: true)
        default:
            let why = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
            return WitError.server(.failed, "\(place): \(why.printableLine)", transient: true)
        }
    }

    /// That nothing moved for too long.
    var tooLong: WitError {
        var microseconds: curl_off_t = 0
        witCurlGetSize(pointer, CURLINFO_CONNECT_TIME_T, &microseconds)
        // Nobody who is not reached speaks of TLS.
        let advice =
            microseconds > 0 || trace.hasHeard
            ? schemeAdvice
            : " to connect; check the network, and the server and the port in the settings"
        return WitError.server(
            .timedOut, "\(server.place) took too long\(stage)\(advice)", transient: true)
    }

    /// The last reply, as it may be shown.
    var replyWords: String? {
        guard let words = trace.words(hiding: secret, user: account.login) else { return nil }
        // Our sentences go on after it.
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    /// The last reply in quotation marks, after a colon; empty where there was none.
    private var saying: String { replyWords.map { ": “\($0)”" } ?? "" }

    private var stage: String {
        isHandedOver ? "" : trace.stage.map { " during \($0)" } ?? ""
    }

    /// Why no connection came about, and what to do.
    private var whyUnconnected: String {
        var number = 0
        witCurlGetNumber(pointer, CURLINFO_OS_ERRNO, &number)
        switch Int32(truncatingIfNeeded: number) {
        case ECONNREFUSED:
            return "nothing accepts connections on that port; check the server and the port in "
                + "the settings"
        case ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN:
            return "there is no route to it; is the network up?"
        default: return "check the network, and the server and the port in the settings"
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
        case .startTLS where !trace.hasHeard:
            return "; it sent nothing. If it uses implicit TLS, write "
                + "\(server.text(for: .tls)) in the settings"
        case .tls where isNoTLS:
            return "; it does not use implicit TLS. Write \(server.text(for: .startTLS)) "
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
    private func replyError() -> WitError? {
        if trace.isError { return popError() }
        guard let code = trace.code, code >= 400 else { return nil }
        if trace.verb == "AUTH" { return loginError() }
        var what = "the mail"
        switch trace.verb {
        case "MAIL": what = "mail from \(account.address.printableLine)"
        case "RCPT": what = "mail to \((trace.recipient ?? "a recipient").printableLine)"
        case nil, "EHLO", "HELO", "STARTTLS": what = "the connection"
        default: break
        }
        return code < 500
            ? WitError.server(
                .deferred, "\(server.place) temporarily refused \(what)\(saying)", transient: true,
                reply: code)
            : WitError.server(
                .refused, "\(server.place) refused \(what)\(saying)", reply: code)
    }

    /// POP3's no says by a code whether it is one for now: RFC 3206 §4, RFC 2449 §8.1. Without one,
    /// that is taken for granted but where a mail or the mails' names are asked for.
    private func popError() -> WitError {
        let what = trace.stage ?? "the connection"
        if trace.saysLater {
            return WitError.server(
                .deferred, "\(server.place) temporarily refused \(what)\(saying)", transient: true)
        }
        return WitError.server(
            .refused, "\(server.place) refused \(what)\(saying)",
            transient: trace.verb != "RETR" && trace.verb != "UIDL")
    }

    private func loginError() -> WitError {
        var error = loginTrouble()
        error.isAtLogin = true
        return error
    }

    private func loginTrouble() -> WitError {
        if trace.saysLater {
            return WitError.server(
                .deferred, "\(server.place) temporarily refused the login\(saying)",
                transient: true,
                reply: trace.code)
        }
        guard trace.triedLogin else {
            return WitError.server(
                .noLogin,
                "\(server.place) offers no login method that the account "
                    + "“\(account.name.printableLine)” can use")
        }
        let what = account.authentication == .password ? "password" : "access token"
        return WitError.server(
            .loginRefused,
            "\(server.place) did not accept the login \(account.login.printableLine) with this "
                + "\(what)\(saying). Check user and \(secretKey) of the account "
                + "“\(account.name.printableLine)”", reply: trace.code)
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
