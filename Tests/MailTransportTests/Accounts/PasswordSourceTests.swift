import Foundation
import OutputText
import TestSupport
import Testing

@testable import MailTransport

@Suite struct PasswordSourceTests {
    private func text(_ source: PasswordSource, _ environment: [String: String] = [:]) throws
        -> String
    {
        try source.secret(environment: environment, patience: 5).text
    }

    @Test(arguments: [
        ("echo hush", "hush"), ("printf 'hush\\nlogin: anna\\n'", "hush"),
        ("printf 'hush\\r\\nmore'", "hush"), ("printf 'h  ü '", "h  ü "),
        ("cat; echo after", "after"), ("sleep 60 & echo left", "left"),
        ("head -c 300000 /dev/zero | tr '\\0' '\\n' | sed '1s/^/first/'", "first"),
        ("echo noise >&2; echo hush", "hush"), ("echo $WIT_TEST", "told"),
    ])
    func `the first line that a command prints is the password`(
        command: String, is password: String
    ) throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        #expect(try text(.command(command), ["PATH": path, "WIT_TEST": "told"]) == password)
    }

    @Test(arguments: [
        ("echo hush; exit 3", "status 3"), ("true", "empty"), ("echo", "empty"),
        ("no-such-command-hush", "status 127"), ("printf 'hush\\033[m'", "control"),
        ("printf 'hush\\377'", "UTF-8"), ("kill -9 $$", "killed"),
    ])
    func `a command that gives none is an error without what it printed`(
        command: String, says: String
    ) throws {
        let error = #expect(throws: WitError(.passwordUnavailable, "")) {
            try text(.command(command))
        }
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("hush") == false)
        #expect(error?.isTransient == false)
    }

    @Test func `a command that hangs is ended, with its children`() throws {
        let folder = try TemporaryFolder()
        let start = ContinuousClock.now
        let error = #expect(throws: WitError(.passwordUnavailable, "")) {
            try PasswordSource.command("(sleep 3; touch \(folder.path("alive"))) & echo hush; wait")
                .secret(environment: ProcessInfo.processInfo.environment, patience: 0.5)
        }
        #expect(error?.message.contains("hush") == false)
        #expect(error?.message.contains("did not end") == true)
        while ContinuousClock.now - start < .seconds(4) { Thread.sleep(forTimeInterval: 0.2) }
        #expect(!FileManager.default.fileExists(atPath: folder.path("alive")))
    }

    @Test func `a variable of the environment holds the password`() throws {
        #expect(try text(.environment("ANNA"), ["ANNA": "hush"]) == "hush")
        for environment in [[:], ["ANNA": ""], ["ANNA": "hush\nRSET"]] {
            let error = #expect(throws: WitError(.passwordUnavailable, "")) {
                try text(.environment("ANNA"), environment)
            }
            #expect(error?.message.contains("ANNA") == true)
            #expect(error?.message.contains("hush") == false)
        }
    }

    @Test func `a secret never appears in a description`() {
        let secret = Secret("hush")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped]
        {
            #expect(!text.contains("hush"))
            #expect(text.contains("•••"))
        }
    }
}
