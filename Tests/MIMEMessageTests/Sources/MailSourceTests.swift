import Foundation
import MIMEMessage
import OutputText
import TestSupport
import Testing

@Suite struct MailSourceTests {
    private func messages(_ source: MailSource) throws -> [MailSource.Item] {
        var items: [MailSource.Item] = []
        try source.forEach { items.append($0) }
        return items
    }

    struct Case: Sendable {
        var name: String
        var mbox: String
        var messages: [String]
    }

    @Test(arguments: [
        Case(name: "one message", mbox: "Subject: x\n\nbody\n", messages: ["Subject: x\n\nbody\n"]),
        Case(
            name: "two messages",
            mbox:
                "From a Fri Nov 20 10:00:00 2026\nA: 1\n\none\n\nFrom b Fri Nov 20 10:00:00 2026\nA: 2\n\ntwo\n",
            messages: ["A: 1\n\none\n", "A: 2\n\ntwo\n"]),
        Case(
            name: "mboxrd",
            mbox: "From a Fri Nov 20 10:00:00 2026\nA: 1\n\n>From x\n>>From y\n> From z\n\n",
            messages: ["A: 1\n\nFrom x\n>From y\n> From z\n"]),
        Case(
            name: "From in the text",
            mbox: "From a Fri Nov 20 10:00:00 2026\nA: 1\n\none\n\nFrom here on it is text.\n\n",
            messages: ["A: 1\n\none\n\nFrom here on it is text.\n"]),
        Case(
            name: "Content-Length that is right",
            mbox:
                "From a Fri Nov 20 10:00:00 2026\nContent-Length: 22\n\nFrom b 10:00:00 2026\n\n\nFrom c Fri Nov 20 10:00:00 2026\nA: 2\n\ntwo\n",
            messages: ["Content-Length: 22\n\nFrom b 10:00:00 2026\n\n", "A: 2\n\ntwo\n"]),
        Case(
            name: "Content-Length that is wrong",
            mbox:
                "From a Fri Nov 20 10:00:00 2026\nContent-Length: 3\n\none two\n\nFrom c Fri Nov 20 10:00:00 2026\nA: 2\n\ntwo\n",
            messages: ["Content-Length: 3\n\none two\n", "A: 2\n\ntwo\n"]),
        Case(
            name: "a header of dashes", mbox: "From a Fri Nov 20 10:00:00 2026\n--x\nA: 1\n\none\n",
            messages: ["--x\nA: 1\n\none\n"]),
        Case(name: "nothing", mbox: "", messages: [""]),
        Case(name: "a From line alone", mbox: "From a Fri Nov 20 10:00:00 2026\n", messages: [""]),
    ])
    func `the octets of an mbox are split into messages`(example: Case) throws {
        for ends in LineEnds.allCases where !example.mbox.contains("Length") || ends == .lf {
            let expected = example.messages.map { ends.bytes($0).text }
            let bytes = ends.bytes(example.mbox)
            #expect(try messages(.bytes(bytes, name: "x")).map(\.bytes.text) == expected)
            let folder = try TemporaryFolder()
            try Data(bytes).write(to: folder.url.appending(path: "x.mbox"))
            #expect(try messages(.path(folder.path("x.mbox"))).map(\.bytes.text) == expected)
        }
    }

    @Test func `a big mbox comes message by message`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("big.mbox")
        let body = String(repeating: "The red kite above the barn.\n", count: 12_000)
        let message = "From a Fri Nov 20 10:00:00 2026\nSubject: x\n\n\(body)\n"
        try Data(String(repeating: message, count: 12).utf8).write(to: URL(filePath: path))
        let items = try messages(.path(path))
        #expect(items.count == 12)
        #expect(items.allSatisfy { $0.bytes.count == body.utf8.count + 12 })
        #expect(items.last?.name == "\(path)#12")
    }

    @Test func `a Maildir gives new and cur, a folder all its mail`() throws {
        let folder = try TemporaryFolder()
        let files = [
            "box/cur/2:2,S", "box/new/1", "box/tmp/3", "box/.Sent/cur/4:2,", "box/.Sent/new/5",
            "box/dovecot.index", "loose/a.eml", ".hidden/b.eml",
        ]
        for name in files + ["box/.Sent/tmp/6"] {
            let url = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("Subject: \(name)\n\n".utf8).write(to: url)
        }
        let subjects = try messages(.path(folder.url.path)).map {
            MailMessage(parsing: $0.bytes).subject
        }
        #expect(
            subjects == [
                "box/.Sent/cur/4:2,", "box/.Sent/new/5", "box/cur/2:2,S", "box/new/1",
                "loose/a.eml",
            ])
    }

    @Test func `a file that is not there is named`() {
        let error = #expect(throws: WitError.self) {
            try MailSource.path("/nowhere/x.eml").forEach { _ in }
        }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("/nowhere/x.eml") == true)
    }

    @Test func `a file of a folder that cannot be read does not stop the others`() throws {
        let folder = try TemporaryFolder()
        try Data("Subject: b\n\n".utf8).write(to: folder.url.appending(path: "b.eml"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("a.eml"), withDestinationPath: "/nowhere")
        var failed: [String] = []
        var names: [String] = []
        try MailSource.path(folder.url.path).forEach {
            failed.append($0.item)
        } _: { item in
            names.append(item.name)
        }
        #expect(failed == [folder.path("a.eml")])
        #expect(names == [folder.path("b.eml")])
        #expect(throws: WitError.self) {
            try MailSource.path(folder.url.path).forEach { _ in }
        }
    }

    @Test(arguments: [(100, false), (101, true), (5 << 20, true)])
    func `a message over the limit is skipped, the others come`(length: Int, isOver: Bool)
        throws
    {
        let folder = try TemporaryFolder()
        let line = "From a Fri Nov 20 10:00:00 2026\n"
        let start = "Subject: x\n\n"
        let text = String(repeating: "kite\n", count: length / 5)
        let long = start + String((text + "kites").prefix(length - start.count - 1)) + "\n"
        let mbox = [start + "one\n", long, start + "two\n"].map { line + $0 + "\n" }.joined()
        try Data(mbox.utf8).write(to: folder.url.appending(path: "box.mbox"))
        try Data(long.utf8).write(to: folder.url.appending(path: "one.eml"))
        let sources: [MailSource] = [
            .path(folder.path("box.mbox")), .bytes(Array(mbox.utf8), name: "bytes"),
        ]
        for source in sources {
            var sizes: [Int] = []
            var failed: [WitError] = []
            try source.forEach(limit: 100) {
                failed.append($0)
            } _: { item in
                sizes.append(item.bytes.count)
            }
            #expect(sizes == (isOver ? [16, 16] : [16, 100, 16]))
            #expect(failed.map(\.code) == (isOver ? [.tooLong] : []))
            #expect(failed.allSatisfy { $0.item.hasSuffix("#2") })
        }
        let alone = MailSource.path(folder.path("one.eml"))
        if isOver {
            let error = #expect(throws: WitError.self) {
                try alone.forEach(limit: 100) { _ in }
            }
            #expect(error?.code == .tooLong)
        } else {
            try alone.forEach(limit: 100) { #expect($0.bytes.count == 100) }
        }
    }
}
