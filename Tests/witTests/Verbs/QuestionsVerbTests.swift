import Foundation
import JSON
import TestSupport
import Testing

@Suite("wit ask and wit questions")
struct QuestionsVerbTests {
    private let folder: TemporaryFolder
    private let wit: Program
    private static let photo = Checkout.fixtures.path + "/photos/bird.jpg"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"), "HOME": folder.url.path,
                "XDG_CONFIG_HOME": folder.path("config"),
            ])
    }

    private func ask(_ more: String..., catalog: String = "catalog.sqlite") throws
        -> Program.Outcome
    {
        try wit(
            [
                "ask", Self.photo, "--at", "60%,30%", "--to", "Ben <ben@example.org>", "--output",
                "\(UUID().uuidString).eml", "--catalog", catalog, "--size", "small",
            ] + more)
    }

    @Test func `a question is asked, listed, shown and decided on`() throws {
        let asked = try ask("--question", "Which bird?", "--due", "2035-01-01")
        #expect(asked.status == 0, "\(asked.errors)")
        #expect(asked.lines.first == "Question 1 to ben@example.org: “Which bird?”")
        #expect(try ask().status == 0)
        let listed = try wit(["questions", "--open", "--sort", "due"]).lines
        #expect(listed.count == 4)
        #expect(listed[0].hasPrefix("1  Which bird?  to Ben, "))
        #expect(listed[1] == "   open, due 2035-01-01 · Red kite")
        #expect(listed[2].hasPrefix("2  What is that?  to Ben, "))
        #expect(try wit(["questions", "which", "--to", "ben", "--json"]).lines.count == 1)
        #expect(try wit(["questions", "--to", "eve"]).output == "No questions.\n")
        #expect(try wit(["questions", "settle", "1"]).status == 0)
        #expect(try wit(["questions", "settle", "1"]).status == 1)
        #expect(try wit(["questions", "comment", "2", "--text", "Ask on Sunday"]).status == 0)
        #expect(try wit(["questions", "due", "2", "--on", "2036-02-03"]).status == 0)
        let shown = try wit(["questions", "show", "2"]).output
        #expect(shown.contains("Ask on Sunday") && shown.contains("2036-02-03"))
        #expect(try wit(["questions", "sunday", "--json"]).lines.count == 1)
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["questions", "show", "2"]).output.contains("2036-02-03") == false)
        let calendar = try wit(["questions", "--format", "ics"]).output
        #expect(calendar.contains("DUE;VALUE=DATE:20350101\r\nSTATUS:COMPLETED\r\n"))
        #expect(calendar.contains("SUMMARY:What is that? – Red kite\r\n"))
    }

    @Test func `a question may be a draft, of which an account is the sender`() throws {
        try """
        [accounts.home]
        address = "anna@example.org"
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
        let outcome = try wit.running(environment: [
            "WIT_SETTINGS": folder.path("settings.toml"), "XDG_STATE_HOME": folder.path("state"),
            "DISPLAY": "", "WAYLAND_DISPLAY": "",
        ])([
            "ask", Self.photo, "--at", "60%,30%", "--to", "ben@example.org", "--draft", "--json",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let said = try JSONValue(parsing: outcome.output.utf8)
        #expect(said["question"]?["number"] == 1 && said["question"]?["from"] == "anna@example.org")
        let draft = try #require(said["draft"]?.string)
        #expect(draft.hasPrefix(folder.path("state") + "/wit/drafts/"))
        #if os(Linux)
            #expect(said["opened"] == .bool(false))
            #expect(
                outcome.errors.contains("the draft was not opened, because there is no display"))
        #endif
        let text = String(decoding: try Data(contentsOf: URL(filePath: draft)), as: UTF8.self)
        #expect(text.hasPrefix("X-Unsent: 1\r\n") && text.contains("To: ben@example.org\r\n"))
    }

    @Test func `without a sender, asking works and says what follows`() throws {
        let note = "the question names no sender"
        let nobody = try ask()
        #expect(nobody.status == 0 && nobody.errors.contains(note), "\(nobody.errors)")
        #expect(try ask("--quiet").errors.isEmpty)
        #expect(try ask("--from", "anna@example.org").errors.contains(note) == false)
        try """
        [accounts.home]
        address = "anna@example.org"
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
        let known = try wit.running(environment: ["WIT_SETTINGS": folder.path("settings.toml")])([
            "ask", Self.photo, "--at", "60%,30%", "--to", "ben@example.org", "--output", "own.eml",
        ])
        #expect(known.status == 0 && !known.errors.contains(note), "\(known.errors)")
        let sent = try wit([
            "ask", Self.photo, "--at", "60%,30%", "--to", "ben@example.org", "--send",
        ])
        #expect(sent.status != 0 && sent.errors.contains("account"), "\(sent.errors)")
    }

    @Test
    func `a filled-in date is left by --accept-all where the photo has one, and that is said`()
        throws
    {
        #expect(try ask("--from", "anna@example.org").status == 0)
        let mail = """
            From: ben@example.org
            To: anna@example.org
            Message-ID: <when@example.org>
            In-Reply-To: <\(try messageID())>
            Subject: Re: What is that?

            What is it: Red kite
            When was it: 1998-05-01
            """
        try mail.write(toFile: folder.path("re.eml"), atomically: true, encoding: .utf8)
        let imported = try wit(["import", "re.eml"])
        #expect(imported.output.contains("taken"), "\(imported.output)\(imported.errors)")
        let listed = try wit(["review"]).output
        #expect(listed.contains("beside the date in its file"), "\(listed)")
        let accepted = try wit(["review", "--accept-all"]).output
        #expect(accepted.contains("1 left: wit review --accept "), "\(accepted)")
        #expect(try wit(["show", Self.photo]).output.contains("1998") == false)
        let number = accepted.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        #expect(try wit(["review", "--accept", number]).status == 0)
        #expect(try wit(["show", Self.photo]).output.contains("1998"))
    }

    /// The Message-ID of the mail in the folder.
    private func messageID() throws -> String {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        let mail = try #require(files.first { $0.hasSuffix(".eml") })
        let text = try String(contentsOfFile: folder.path(mail), encoding: .utf8)
        let line = try #require(
            text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("Message-ID: <") })
        return String(line.dropFirst("Message-ID: <".count).prefix { $0 != ">" })
    }

    @Test func `questions of several catalogs are listed together`() throws {
        #expect(try ask("--question", "One?", catalog: "a.sqlite").status == 0)
        #expect(try ask("--question", "Two?", catalog: "b.sqlite").status == 0)
        let both = ["questions", "--catalog", "a.sqlite", "--catalog", "b.sqlite"]
        let lines = try wit(both + ["--json"]).lines
        let words = try lines.map { try JSONValue(parsing: $0.utf8)["words"]?.string }
        #expect(words == ["One?", "Two?"])
        let broken = try wit(both + ["--catalog", "none.sqlite"])
        #expect(broken.status == 1 && broken.lines.count == 4)
        #expect(broken.errors.contains("none.sqlite"))
    }

    @Test func `advice names what asking can do`() throws {
        let asked = try ask("--strip", "people", "--blur", "people")
        #expect(asked.status == 0, "\(asked.errors)")
        #expect(!asked.output.contains("--blur"))
    }

    @Test func `what cannot be meant is said`() throws {
        for (arguments, words) in [
            (["--due", "2020-01-01"], "2020-01-01 is in the past"),
            (["--region", "1"], "either --region or --at"),
            (["--send", "--draft"], "Use --send or --draft"),
            (["--account", "home"], "--account needs --send or --draft"),
            (["--question", " "], "--question is empty"),
            (["--location", "moon"], "moon"),
        ] {
            let outcome = try wit(
                ["ask", Self.photo, "--at", "0.5,0.5", "--to", "a@b.example", "-o", "q.eml"]
                    + arguments)
            #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
        }
        let at = try wit(["ask", Self.photo, "--at", "7", "--to", "a@b.example", "-o", "q.eml"])
        #expect(at.status == 2 && at.errors.contains("“7” is not X,Y"))
        let outside = try wit(
            ["ask", Self.photo, "--at", "7,8", "--to", "a@b.example", "-o", "q.eml"])
        #expect(outside.status == 1 && outside.errors.contains("outside the picture"))
        let none = try wit(["ask", "none.jpg", "--at", "0.5,0.5", "--to", "a@b.example", "-o", "q"])
        #expect(none.status == 1 && none.errors.contains("none.jpg"))
        #expect(try wit(["questions", "show", "9"]).errors.contains("there is no question 9"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("q.eml")))
    }

    @Test func `an answer is imported, inspected and reviewed, and a reminder follows`() throws {
        #expect(try ask("--from", "anna@example.org").status == 0)
        let question = try JSONValue(
            parsing: wit(["questions", "show", "1", "--json"]).output.utf8)
        let id = try #require(question["conversation"]?.array?.first?["messageID"]?.string)
        try """
        From: ben@example.org
        To: anna@example.org
        Subject: Re: What is that?
        Message-ID: <1@example.org>
        In-Reply-To: <\(id)>

        What is it: Buteo buteo

        """.write(toFile: folder.path("answer.eml"), atomically: true, encoding: .utf8)
        let inspected = try JSONValue(
            parsing: wit(["inspect", "answer.eml", "--json"]).output.utf8)
        #expect(inspected["reply"]?["answers"] == ["question": 1, "by": "thread"])
        #expect(
            try wit(["inspect", "answer.eml"]).output.contains("Question  1, found by the thread"))
        let imported = try wit(["import", "answer.eml"])
        #expect(
            imported.output.contains(
                "Answers question 1 · by the thread · proposed regions (wit review) · the question is"
                    + " answered"), "\(imported.output)")
        #expect(try wit(["review"]).output.contains("as an answer"))
        #expect(try wit(["review", "--accept-all"]).status == 0)
        #expect(try wit(["questions", "--settled"]).lines.count == 2)
        let shown = try wit(["show", Self.photo]).output
        #expect(shown.contains("Buteo buteo"))
        #expect(shown.contains("Question  1  What is that?  (to Ben, settled)"))
        #expect(try wit(["questions", "--photo", Self.photo]).lines.count == 2)
        #expect(try wit(["questions", "--photo", "none.jpg"]).errors.contains("none.jpg"))
        let conversation = try wit(["questions", "show", "1"]).output
        #expect(conversation.split(separator: "Buteo buteo").count == 3, "\(conversation)")
        let settled = try wit(["questions", "remind", "1", "-o", "again.eml"])
        #expect(settled.status == 1 && settled.errors.contains("settled; reopen it"))
        #expect(try wit(["questions", "reopen", "1"]).status == 0)
        let reminded = try wit(
            ["questions", "remind", "1", "--to", "carol@example.org", "-o", "again.eml"])
        #expect(reminded.status == 0, "\(reminded.errors)")
        #expect(reminded.lines.first == "Question 1 to carol@example.org: “What is that?”")
        #expect(try wit(["questions", "--to", "carol"]).lines.count == 2)
        let again = try String(contentsOfFile: folder.path("again.eml"), encoding: .utf8)
        #expect(again.contains("In-Reply-To: <\(id)>"))
        #expect(try wit(["questions", "--open"]).lines.count == 2)
    }
}
