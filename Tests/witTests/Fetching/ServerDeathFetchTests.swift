import Foundation
import PhotoRecords
import TestSupport
import Testing

/// Dovecot is killed while a mail comes over by IMAP, and is there again.
@Suite(.needs(.ownMailServers))
struct ServerDeathFetchTests {
    /// Three mails of 6 MB each; the line breaks when the second one has begun. What is missing of it
    /// is more than the 4 MB that a dead server's socket may still give out.
    private struct Scene {
        static let size = 6_000_000
        let own: OwnMailServers
        let fixture: FetchFixture
        let line: CountedLine

        init(_ event: @escaping @Sendable (OwnMailServers, _ user: String) -> Void) throws {
            let own = try OwnMailServers()
            let fixture = try FetchFixture(own)
            let mails = try ["bird.jpg", "boat.jpg", "bicycle.jpg"].map {
                try fixture.mail(of: $0, filledTo: Self.size)
            }
            try fixture.servers.deliver(mails, to: fixture.user)
            let user = fixture.user
            line = try CountedLine(
                to: fixture.servers.imap, .fromServer, after: Self.size + 500_000
            ) { event(own, user) }
            try fixture.write(imap: line.port)
            (self.own, self.fixture) = (own, fixture)
        }

        func fetch() throws -> Program.Outcome {
            try fixture.wit()(["fetch", "--account", "home"])
        }

        /// That everything is there once, nothing was marked as read, and no fetch finds more.
        func checkEnd() throws {
            #expect(line.hasHappened && own.failures.isEmpty, "\(own.failures)")
            let photos = try fixture.wit()(["find", "--json"]).lines
            #expect(photos.count == 3)
            let received = try FileManager.default.contentsOfDirectory(
                atPath: fixture.folder.path("received"))
            #expect(received.count { $0.hasSuffix(".jpg") } == 3, "\(received)")
            #expect(fixture.servers.flags(of: fixture.user) == ["": 3])
            let more = try fetch()
            #expect(more.status == 0 && more.output == "home INBOX: nothing new.\n")
            #expect(try fixture.wit()(["check"]).status == 0)
        }
    }

    @Test func `the process that serves us is killed, and the fetch goes on by itself`() throws {
        let scene = try Scene { $0.kill(serving: $1) }
        let fetched = try scene.fetch()
        #expect(fetched.status == 0, "\(fetched.errors)")
        #expect(fetched.output.contains("home INBOX: 3 mails imported."), "\(fetched.output)")
        try scene.checkEnd()
    }

    @Test func `the whole server is killed, and the next fetch goes on where it stopped`() throws {
        let scene = try Scene { own, _ in own.kill() }
        let first = try scene.fetch()
        #expect(first.status == 1 && first.errors.hasPrefix("wit: home: "), "\(first.errors)")
        #expect(try scene.fixture.wit()(["find", "--json"]).lines.count == 1)
        let away = try scene.fetch()
        #expect(away.status == 1 && away.errors.split(separator: "\n").count == 1)
        try scene.own.revive()
        let second = try scene.fetch()
        #expect(second.status == 0, "\(second.errors)")
        #expect(second.output.contains("home INBOX: 2 mails imported."), "\(second.output)")
        try scene.checkEnd()
    }

    @Test func `a watch outlives the whole server`() throws {
        let scene = try Scene { own, _ in own.kill() }
        let watch = try scene.fixture.wit().started(["fetch", "--account", "home", "--watch"])
        let deadline = Date().addingTimeInterval(120)
        func wait(for isThere: () throws -> Bool) throws {
            while try !isThere(), Date() < deadline { Thread.sleep(forTimeInterval: 0.5) }
        }
        try wait { scene.line.hasHappened }
        try scene.own.revive()
        try wait { try scene.fixture.wit()(["find", "--json"]).lines.count == 3 }
        // The end of the look through the mailbox is what the catalog keeps.
        try wait { watch.output.contains("home INBOX: ") }
        let ended = watch.ended(by: SIGINT)
        #expect(ended.status == 0, "\(ended.errors)")
        try scene.checkEnd()
    }
}
