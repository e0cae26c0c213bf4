import Foundation
import TestSupport
import Testing

/// A user of the real mail servers with settings of their own, for one test.
struct FetchFixture {
    let servers: MailServers
    let folder: TemporaryFolder
    let user: String

    /// - Parameter own: Servers of the test's own; nil for those that all tests share.
    init(_ own: OwnMailServers? = nil) throws {
        servers = try own?.servers ?? #require(MailServers.running)
        folder = try TemporaryFolder()
        user = MailServers.freshUser()
        try write()
    }

    /// Writes the settings: an account `home` that can do everything.
    ///
    /// - Parameter imap: The port of IMAP; nil for the server's.
    func write(
        host: String? = nil, authority: Bool = true, tls: Bool = false, imap: Int? = nil
    ) throws {
        let port = imap ?? (tls ? servers.imaps : servers.imap)
        let host = host ?? servers.host
        let trusted = authority ? "ca-file = \"\(servers.authority)\"\n" : ""
        try """
        [accounts.home]
        address = "\(user)@localhost"
        user = "\(user)"
        password-environment = "WIT_TEST_PASSWORD"
        \(trusted)smtp = "smtp://\(host):\(servers.submission)"
        imap = "\(tls ? "imaps" : "imap")://\(host):\(port)"
        [accounts.pop]
        address = "\(user)@localhost"
        user = "\(user)"
        password-environment = "WIT_TEST_PASSWORD"
        \(trusted)pop3 = "\(tls ? "pop3s" : "pop3")://\(host):\(tls ? servers.pop3s : servers.pop3)"
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
    }

    /// The program with these settings and a catalog of its own.
    func wit(catalog: String = "catalog.sqlite", password: String? = nil) -> Program {
        Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_SETTINGS": folder.path("settings.toml"), "WIT_CATALOG": folder.path(catalog),
                "WIT_TEST_PASSWORD": password ?? servers.password,
            ])
    }

    /// A mail that shares photos, from a catalog beside.
    func mail(of photos: [String]) throws -> [UInt8] {
        let output = folder.path(UUID().uuidString + ".eml")
        let paths = photos.map { Checkout.fixtures.path + "/photos/" + $0 }
        let shared = try wit(catalog: "sender.sqlite")(
            ["share", "--to", "\(user)@localhost", "--output", output] + paths)
        try #require(shared.status == 0, "\(shared.errors)")
        return Array(try Data(contentsOf: URL(filePath: output)))
    }

    /// A mail that shares a photo, with a large file beside it.
    func mail(of photo: String, filledTo bytes: Int) throws -> [UInt8] {
        let mail = try mail(of: [photo])
        let head = String(decoding: mail.prefix(4000), as: UTF8.self)
        let mark = try #require(head.firstRange(of: "boundary=\""))
        let boundary = "--" + head[mark.upperBound...].prefix { $0 != "\"" }
        // Its last line is the boundary's end.
        let last = boundary + "--\r\n"
        try #require(mail.suffix(last.utf8.count).elementsEqual(last.utf8))
        let part =
            boundary + "\r\nContent-Type: application/octet-stream; name=\"filling.bin\"\r\n\r\n"
        let line = Array((String(repeating: "x", count: 70) + "\r\n").utf8)
        var filled = mail.dropLast(last.utf8.count) + Array(part.utf8)
        while filled.count < bytes { filled += line }
        return filled + Array(last.utf8)
    }

    /// The most memory that a run took, in MB.
    func peak(_ arguments: [String]) throws -> (Program.Outcome, megabytes: Int) {
        let python = try #require(Program.installed("python3"))
        let measure = """
            import resource, subprocess, sys
            status = subprocess.call(sys.argv[1:])
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            print("peak", peak // 1024, file=sys.stderr)
            sys.exit(status)
            """
        let outcome = try python.running(
            in: folder.url.path, environment: wit().environment)(
                ["-c", measure, Program.wit.path] + arguments)
        let words = outcome.errors.split(separator: " ")
        let peak = words.last.flatMap { Int($0.trimmingCharacters(in: .newlines)) }
        return (outcome, try #require(peak))
    }
}
