import Foundation
import MIMEMessage
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
            let failure = #expect(throws: ItemFailure.self) { try subjects(path) }
            #expect(failure?.item == path)
            #expect(failure?.reason.isEmpty == false)
        }
    }
}
