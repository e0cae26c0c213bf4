import Foundation
import TestSupport
import Testing

/// Mail made to harm, given to the built program: `make hostile` does the same at full size, in a
/// release build, and judges the seconds too.
@Suite struct HostileMailTests {
    @Test(.needs(.tool("python3")))
    func `each hostile mail ends within 256 MB, with the finding that is due`() throws {
        let script = Program(path: Checkout.root.appending(path: "Tests/Hostile/hostile").path)
        let outcome = try script([
            "--wit", Program.wit.path, "--scale", "100", "--check", "--no-times",
        ])
        let wrong = outcome.lines.filter { $0.contains("WRONG") }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.count > 60)
    }

    @Test func `a limit can be set for one run, and an invalid one is refused`() throws {
        let folder = try TemporaryFolder()
        let parts = String(repeating: "--b\n\nx\n", count: 5)
        let mail = "Content-Type: multipart/mixed; boundary=b\n\n\(parts)--b--\n"
        try Data(mail.utf8).write(to: URL(filePath: folder.path("m.eml")))
        let wit = Program.wit.running(
            in: folder.url.path, environment: ["XDG_CONFIG_HOME": folder.path("none")])
        #expect(try !wit(["inspect", "m.eml"]).output.contains("part-limit"))
        #expect(try wit(["inspect", "--limit", "parts=3", "m.eml"]).output.contains("part-limit"))
        try Data("[limits]\nparts = 3\n".utf8).write(to: URL(filePath: folder.path("s.toml")))
        let settings = ["inspect", "--settings", "s.toml", "m.eml"]
        #expect(try wit(settings).output.contains("part-limit"))
        #expect(
            try !wit(settings + ["--limit", "parts=9"]).output.contains("part-limit"))
        for wrong in ["parts", "parts=", "parts=x", "part=3", "parts=2K"] {
            let outcome = try wit(["inspect", "--limit", wrong, "m.eml"])
            #expect(outcome.status == 2, "\(wrong)")
        }
        try Data("[limits]\nparst = 3\n".utf8).write(to: URL(filePath: folder.path("s.toml")))
        let outcome = try wit(settings)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("s.toml") && outcome.errors.contains("parst"))
    }
}
