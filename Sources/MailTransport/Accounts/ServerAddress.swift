import OutputText

/// Where a mail server is, and how the way to it is kept from others' eyes and hands.
///
/// ```swift
/// let server = try ServerAddress("smtp://smtp.example.org:587", for: .smtp)
/// server.security  // .startTLS
/// ```
///
/// `smtp`, `imap` and `pop3` mean TLS by STARTTLS or STLS, without which nothing is said to the
/// server (RFC 3207, RFC 2595); `smtps`, `imaps` and `pop3s` TLS from the first byte (RFC 8314
/// §3.3). `smtp+plain`, `imap+plain` and `pop3+plain` mean none at all, and only to this machine.
public struct ServerAddress: Hashable, Sendable {
    /// What the server is for.
    public enum Service: String, Sendable, CaseIterable {
        /// Submission of mail (RFC 6409).
        case smtp
        /// Mailboxes (RFC 9051, RFC 3501).
        case imap
        /// A mailbox's mail (RFC 1939).
        case pop3
    }

    /// How the connection is protected.
    public enum Security: String, Sendable {
        /// TLS from the first byte.
        case tls
        /// TLS after a word in the clear; required.
        case startTLS
        /// None: to a loopback address only.
        case plain
    }

    /// What the server is for.
    public let service: Service
    /// How the connection is protected.
    public let security: Security
    /// A name, an IPv4 address, or an IPv6 address without brackets; ASCII.
    public let host: String
    /// 1…65535.
    public let port: Int

    /// Reads an address such as `imaps://imap.example.org` or `smtp://[2001:db8::1]:587`.
    ///
    /// - Parameter service: What the server must be for.
    /// - Throws: `WitError` of code `server-address`, that says what is wrong with the text.
    public init(_ text: String, for service: Service) throws(WitError) {
        self.service = service
        func wrong(_ why: String) -> WitError {
            WitError.server(
                .serverAddress, "“\(text.printableLine)” is not a mail server: \(why)")
        }
        let name = service.rawValue
        guard let separator = text.firstRange(of: "://") else {
            throw wrong("write \(name)s://host or \(name)://host:port")
        }
        switch text[..<separator.lowerBound].lowercased() {
        case name: security = .startTLS
        case name + "s": security = .tls
        case name + "+plain": security = .plain
        default: throw wrong("it must begin with \(name):// or \(name)s://")
        }
        var rest = text[separator.upperBound...]
        if rest.last == "/" { rest = rest.dropLast() }
        if rest.contains("@") {
            throw wrong("user and password do not belong in the address; each has its own key")
        }
        var digits: Substring?
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { throw wrong("“]” is missing") }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            let after = rest[rest.index(after: end)...]
            guard after.isEmpty || after.first == ":" else {
                throw wrong("only :port may follow “]”")
            }
            digits = after.isEmpty ? nil : after.dropFirst()
            guard host.contains(":"), host.utf8.allSatisfy(Self.isIPv6) else {
                throw wrong("only an IPv6 address goes in brackets")
            }
        } else {
            let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { throw wrong("an IPv6 address goes in brackets") }
            host = parts.first.map(String.init) ?? ""
            digits = parts.count == 2 ? parts[1] : nil
            guard !host.isEmpty, host.utf8.count <= 253, !host.hasPrefix("-"),
                host.utf8.allSatisfy(Self.isHost)
            else { throw wrong("a host name has only letters, digits, “.” and “-”") }
        }
        if let digits {
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
                (1...65_535).contains(number)
            else { throw wrong("a port is a number from 1 to 65535") }
            port = number
        } else {
            port = Self.usualPort(service, security)
        }
        if security == .plain && !isLoopback {
            throw wrong(
                "\(name)+plain:// is for this machine only (127.0.0.1, [::1], localhost); "
                    + "use \(name):// or \(name)s://")
        }
    }

    /// Whether the host is this machine by its very name.
    public var isLoopback: Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { UInt8($0) != nil && $0.allSatisfy(\.isNumber) }
    }

    /// The host and port as a person reads them: `smtp.example.org:587`.
    public var place: String { "\(bracketed):\(port)" }

    /// The address in the form that was read, with the port: `smtp://smtp.example.org:587`.
    public var text: String { scheme(security) + place }

    /// The address for the same server with its connection protected in another way; without the
    /// port where that is the usual one of either way, which would not serve the other.
    func text(for other: Security) -> String {
        let usual = [security, other].map { Self.usualPort(service, $0) }
        return scheme(other) + (usual.contains(port) ? bracketed : place)
    }

    private func scheme(_ security: Security) -> String {
        let ending =
            switch security {
            case .tls: "s"
            case .startTLS: ""
            case .plain: "+plain"
            }
        return "\(service.rawValue)\(ending)://"
    }

    private var bracketed: String { host.contains(":") ? "[\(host)]" : host }

    private static func usualPort(_ service: Service, _ security: Security) -> Int {
        switch (service, security) {
        case (.smtp, .tls): 465
        case (.smtp, .startTLS): 587
        case (.smtp, .plain): 25
        case (.imap, .tls): 993
        case (.imap, _): 143
        case (.pop3, .tls): 995
        case (.pop3, _): 110
        }
    }

    private static func isHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }

    private static func isIPv6(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x46, 0x61...0x66, 0x2E: true
        default: false
        }
    }
}
