import Foundation
import MIMEMessage
import OutputText
import TestSupport
import Testing
import WhatIsThat

@Suite struct MailMessagesTests {
    private func subjects(_ path: String) throws -> [String] {
        var subjects: [String] = []
        try MailMessages.forEach(in: path) { _, message in
            subjects.append(message.subject ?? "")
            return true
        }
        return subjects
    }

    @Test func `an mbox gives each message, an escaped From is text`() throws {
        let folder = try TemporaryFolder()
        let mbox = """
            From anna@example.org Sat Nov 21 08:00:00 2026
            Subject: One

            >From here on

            From ben@example.org Sat Nov 21 08:00:00 2026
            Subject: Two

            Text

            """
        try Data(mbox.utf8).write(to: folder.url.appending(path: "box.mbox"))
        #expect(try subjects(folder.path("box.mbox")) == ["One", "Two"])
    }

    @Test func `a Maildir gives its new and its read messages`() throws {
        let folder = try TemporaryFolder()
        for (name, subject) in [("cur/1:2,S", "One"), ("new/2", "Two"), ("tmp/3", "Three")] {
            let file = folder.url.appending(path: "Inbox/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("Subject: \(subject)\r\n\r\nText\r\n".utf8).write(to: file)
        }
        #expect(try subjects(folder.path("Inbox")).sorted() == ["One", "Two"])
    }

    @Test func `a folder without mail, an empty file and nothing at all are named`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "empty.eml"))
        let other = try TemporaryFolder()
        for path in [other.url.path, folder.path("empty.eml"), folder.path("gone.eml")] {
            let failure = #expect(throws: WitError.self) { try subjects(path) }
            #expect(failure?.item == path)
            #expect(failure?.reason.isEmpty == false)
        }
    }

    private func piece(_ number: Int, _ id: String) -> String {
        """
        From anna@example.org Sat Nov 21 08:00:00 2026
        From: anna@example.org
        Subject: outer
        Content-Type: message/partial; id=\(id); number=\(number); total=3

        \(number == 1 ? "Subject: \(id)\n\none" : "more")

        """
    }

    @Test func `pieces that somebody forwards in one mail come whole`() throws {
        let folder = try TemporaryFolder()
        let forwarded = [3, 1, 2].map { number in
            "--b\nContent-Type: message/rfc822\n\n"
                + piece(number, "whole").split(separator: "\n", omittingEmptySubsequences: false)
                .dropFirst().joined(separator: "\n")
        }
        let mail =
            "Subject: here they are\nContent-Type: multipart/mixed; boundary=b\n\n"
            + forwarded.joined(separator: "\n") + "\n--b--\n"
        try Data(mail.utf8).write(to: folder.url.appending(path: "m.eml"))
        var subjects: [String] = []
        var texts: [String] = []
        try MailMessages.forEach(
            in: [folder.path("m.eml")], onFailure: { Issue.record("\($0)") },
            onIncomplete: { Issue.record("\($0)") }
        ) { place, message in
            subjects.append("\(place.pieces ?? 0) \(message.subject ?? "")")
            texts.append(message.root.decodedText())
            return true
        }
        #expect(subjects == ["0 here they are", "3 whole"])
        #expect(texts.last?.split(separator: "\n") == ["one", "more", "more"])
    }

    @Test func `a mail in pieces comes whole, from several files, and what is missing is named`()
        throws
    {
        let folder = try TemporaryFolder()
        let first = piece(3, "whole") + "\n" + piece(1, "broken") + "\n" + piece(1, "whole")
        try Data(first.utf8).write(to: folder.url.appending(path: "1.mbox"))
        try Data(piece(2, "whole").utf8).write(to: folder.url.appending(path: "2.mbox"))
        let mails = [folder.path("1.mbox"), folder.path("gone.eml"), folder.path("2.mbox")]
        for pieces in [MailMessages.Pieces.joined, .apartAndJoined] {
            var subjects: [String] = []
            var failures: [WitError] = []
            var incomplete: [WitError] = []
            try MailMessages.forEach(
                in: mails, pieces: pieces, onFailure: { failures.append($0) },
                onIncomplete: { incomplete.append($0) }
            ) { place, message in
                subjects.append("\(place.pieces ?? 0) \(message.subject ?? "")")
                return true
            }
            let apart = Array(repeating: "0 outer", count: pieces == .joined ? 0 : 4)
            #expect(subjects == apart + ["3 whole"])
            #expect(failures.map(\.item) == [folder.path("gone.eml")])
            #expect(incomplete.map(\.item) == [folder.path("1.mbox#2")])
            #expect(incomplete.first?.reason.contains("2 to 3 are missing") == true)
        }
    }
}

/// Mails that are read ahead by all cores come as those that are read one by one.
struct PreparedMailTests {
    @Test func `a folder gives the same mails, failures and order as its files one by one`() throws
    {
        let folder = try TemporaryFolder()
        var mails: [String: String] = [
            "empty.eml": "", "photo.jpg": "\u{FF}", "large.eml": "",
            "box.mbox": "From a@example.org Mon Jan  1 00:00:00 2024\nSubject: one\n\n1\n\n"
                + "From a@example.org Mon Jan  1 00:00:00 2024\nSubject: two\n\n2\n",
        ]
        for number in 0..<600 {
            mails["m\(1_000 + number).eml"] =
                "Subject: mail \(number)\n\n" + String(repeating: "text\n", count: number)
        }
        mails["large.eml"] = "Subject: large\n\n" + String(repeating: "text\n", count: 60_000)
        for number in 1...3 {
            mails["p\(number).eml"] =
                "Subject: outer\nContent-Type: message/partial; id=w; number=\(number); total=3\n\n"
                + (number == 1 ? "Subject: whole\n\none" : "more") + "\n"
        }
        for (name, text) in mails {
            let data =
                name == "photo.jpg"
                ? try Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg"))
                : Data(text.utf8)
            try data.write(to: folder.url.appending(path: name))
        }
        let paths = mails.keys.sorted().map { folder.path($0) }
        func read(_ mails: [String]) throws -> (said: [String], failures: [WitError]) {
            var said: [String] = []
            var failures: [WitError] = []
            try MailMessages.forEach(
                in: mails,
                prepare: { place, message in "\(place.name) \(message.subject ?? "")" },
                onFailure: { failures.append($0) }, onIncomplete: { Issue.record("\($0)") }
            ) { place, message, prepared in
                #expect(prepared == "\(place.name) \(message.subject ?? "")")
                said.append("\(prepared) \(message.root.range.count) \(place.pieces ?? 0)")
                return true
            }
            return (said, failures)
        }
        let (ahead, oneByOne) = (try read([folder.url.path]), try read(paths))
        #expect(ahead.said == oneByOne.said)
        #expect(ahead.said.count == 600 + 1 + 2 + 1)
        #expect(ahead.failures.map(\.message) == oneByOne.failures.map(\.message))
        #expect(
            ahead.failures.map(\.item) == ["empty.eml", "photo.jpg"].map { folder.path($0) })
        var count = 0
        try MailMessages.forEach(
            in: [folder.url.path], prepare: { _, _ in 0 }, onFailure: { _ in },
            onIncomplete: { _ in }
        ) { _, _, _ in
            count += 1
            return count < 10
        }
        #expect(count == 10)
    }
}
