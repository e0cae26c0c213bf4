import Foundation
import Synchronization

/// A Dovecot of one test's own, with a relay behind its submission, that may be killed and started
/// again while other tests use the one that all share. Gone with this object.
public final class OwnMailServers: Sendable {
    /// Where they are.
    public let servers: MailServers
    private let folder: TemporaryFolder
    private let failed = Mutex<[String]>([])

    /// Whether they can be started here: by root, beside those that all share, whose certificates
    /// they have.
    public static let isPossible = MailServers.running != nil && geteuid() == 0

    /// Why a test is skipped that needs them.
    public static let missing = MailServers.missing + " and the right to start one (root)"

    /// The kills that came to nothing, in words.
    public var failures: [String] { failed.withLock { $0 } }

    /// Starts them: a second or two.
    public init() throws {
        folder = try TemporaryFolder()
        if let shared = MailServers.running?.authority {
            try FileManager.default.copyItem(
                at: URL(filePath: shared).deletingLastPathComponent(),
                to: folder.url.appending(path: "certificates"))
        }
        try Self.run(["start", folder.url.path, "--without-postfix"])
        servers = try JSONDecoder().decode(
            MailServers.self, from: Data(contentsOf: folder.url.appending(path: "servers.json")))
    }

    deinit { try? Self.run(["stop", folder.url.path]) }

    /// Kills Dovecot, every process of it at once.
    public func kill() { kill([]) }

    /// Kills the one process that serves a user.
    public func kill(serving user: String) { kill([user]) }

    private func kill(_ whom: [String]) {
        do {
            try Self.run(["kill", folder.url.path] + whom)
        } catch {
            failed.withLock { $0.append("\(error)") }
        }
    }

    /// Starts Dovecot again, on the same ports.
    public func revive() throws { try Self.run(["revive", folder.url.path]) }

    private struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private static func run(_ words: [String]) throws {
        let program = Program(path: Checkout.root.appending(path: "Tests/Servers/servers").path)
        let outcome = try program(words)
        guard outcome.status == 0 else { throw Failed(description: outcome.errors) }
    }
}
