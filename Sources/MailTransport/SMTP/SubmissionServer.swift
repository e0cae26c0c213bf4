import Foundation
import OutputText

/// What a server that takes mail says it can do (RFC 5321 §4.1.1.1), asked for before a mail is made.
///
/// ```swift
/// let server = try SubmissionServer(of: account, secret: secret)
/// if let most = server.maximumSize { … }
/// ```
public struct SubmissionServer: Hashable, Sendable {
    /// The server and its port, as the settings name it.
    public let place: String
    /// The most bytes of a mail (RFC 1870 §4); nil where it names no limit.
    public let maximumSize: Int?
    /// Whether it takes addresses beyond ASCII (RFC 6531).
    public let supportsSMTPUTF8: Bool

    /// Connects, asks and leaves: without a login where that does, for a password that is wrong is
    /// better tried once.
    ///
    /// - Parameters:
    ///   - secret: The account's password or token, for servers that say more after the login.
    ///   - shouldStop: Asked about once a second: whether to give up.
    /// - Throws: `WitError`, as sending does.
    public init(
        of account: MailAccount, secret: Secret?,
        limits: ConnectionLimits = ConnectionLimits(),
        shouldStop: @escaping () -> Bool = { false }
    ) throws(WitError) {
        guard let server = account.smtp else {
            throw WitError.server(
                .noServer,
                "the account “\(account.name.printableLine)” has no server for sending: smtp = …")
        }
        var words = try Self.extensions(server, account, nil, limits, shouldStop)
        // libcurl goes by what is said before the login.
        supportsSMTPUTF8 = Self.names("SMTPUTF8", words)
        if !Self.names("SIZE", words), let secret {
            words = try Self.extensions(server, account, secret, limits, shouldStop)
        }
        place = server.place
        // No number, or 0, is no limit that is known.
        maximumSize = words.first { $0.uppercased().hasPrefix("SIZE ") }
            .flatMap { Int($0.dropFirst(5).trimmingCharacters(in: .whitespaces)) }
            .flatMap { $0 > 0 ? $0 : nil }
    }

    /// That a server does not take an address beyond ASCII.
    public func refusal(of address: String) -> WitError {
        WitError.server(
            .noUTF8,
            "\(place) accepts no non-ASCII address such as \(address.printableLine): it does not "
                + "offer SMTPUTF8")
    }

    private static func names(_ keyword: String, _ words: [String]) -> Bool {
        words.contains { $0.uppercased().split(separator: " ").first.map(String.init) == keyword }
    }

    private static func extensions(
        _ server: ServerAddress, _ account: MailAccount, _ secret: Secret?,
        _ limits: ConnectionLimits, _ shouldStop: @escaping () -> Bool
    ) throws(WitError) -> [String] {
        let handle = try CurlHandle(
            to: server, of: account, secret: secret, limits: limits, shouldStop: shouldStop)
        try handle.open()
        var words = handle.trace.extensions
        if secret != nil {
            // What was said before the login may be less (RFC 4954 §4).
            try handle.send(Array("EHLO [127.0.0.1]\r\n".utf8), within: Double(limits.quiet))
            words = try reply(handle, limits)
        }
        try? handle.send(Array("QUIT\r\n".utf8), within: 5)
        return words
    }

    /// The lines of a reply after its first, without their codes; none where it is a refusal.
    private static func reply(
        _ handle: CurlHandle, _ limits: ConnectionLimits
    ) throws(WitError) -> [String] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        while bytes.count < ProtocolTrace.replyLimit {
            let count = try handle.receive(into: buffer, within: Double(limits.quiet))
            guard count > 0 else { break }
            bytes += buffer[..<count]
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
            // RFC 5321 §4.2.1: the last line of a reply has a blank after its code.
            guard bytes.last == 0x0A, let last = lines.last, last.dropFirst(3).first != "-" else {
                continue
            }
            return lines.first?.hasPrefix("250") == true
                ? lines.dropFirst().map { String($0.dropFirst(4)) } : []
        }
        return []
    }
}
