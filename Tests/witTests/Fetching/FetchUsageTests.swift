import Foundation
import TestSupport
import Testing

/// What `wit fetch` says where it is asked for what cannot be.
@Suite struct FetchUsageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func wit(_ settings: String) throws -> Program {
        let path = folder.path("settings.toml")
        try settings.write(toFile: path, atomically: true, encoding: .utf8)
        return Program.wit.running(
            in: folder.url.path,
            environment: ["WIT_SETTINGS": path, "WIT_CATALOG": folder.path("catalog.sqlite")])
    }

    /// An account of each kind; nobody answers for POP3.
    private func both(_ server: ScriptedIMAP) -> String {
        """
        [accounts.home]
        address = "anna@example.org"
        imap = "\(server.address)"
        password-command = "echo secret"
        [accounts.old]
        address = "anna@example.org"
        pop3 = "pop3+plain://127.0.0.1:9"
        password-command = "echo secret"
        """
    }

    @Test func `without an account the settings file is named`() throws {
        let outcome = try wit("[limits]\n")(["fetch"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(folder.path("settings.toml")), "\(outcome.errors)")
    }

    @Test func `POP3 is left out where it was not named and cannot do what is asked`() throws {
        let server = try ScriptedIMAP([])
        let wit = try wit(both(server))
        let list = try wit(["fetch", "--list"])
        #expect(list.status == 0, "\(list.errors)")
        #expect(try wit(["fetch", "--list", "--account", "old"]).status == 1)
        let since = try wit(["fetch", "--since", "2026"])
        #expect(since.status == 0, "\(since.errors)")
        #expect(since.errors.contains("old: left out"))
        #expect(try wit(["fetch", "--since", "2026", "--account", "old"]).status == 1)
        let mailbox = try wit(["fetch", "--mailbox", "Family"])
        #expect(mailbox.errors.contains("old: POP3 servers have only one mailbox"))
    }

    @Test func `Ctrl-C does not wait for a password command`() throws {
        let server = try ScriptedIMAP([])
        let mark = folder.path("asked")
        let slow = both(server).replacing("echo secret", with: "touch \(mark); sleep 25")
        let fetch = try wit(slow).started(["fetch", "--account", "home"])
        for _ in 0..<300 where !FileManager.default.fileExists(atPath: mark) {
            Thread.sleep(forTimeInterval: 0.1)
        }
        let ended = fetch.ended(by: SIGINT)
        #expect(ended.errors.contains("stopped; nothing was imported."), "\(ended.errors)")
        #expect(!ended.errors.contains("did not end within"))
    }
}
