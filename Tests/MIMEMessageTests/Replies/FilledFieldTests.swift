import MIMEMessage
import Testing

/// The lines with which a writer filled in a form.
@Suite struct FilledFieldTests {
    static let labels = ["What is it", "Where", "Was ist das"]

    @Test(arguments: [
        "What is it: a red kite\nWhere: Wies",
        "WHAT IS IT : a red kite\n\nwhere: Wies",
        "*What is it:* a red kite\n*Where*: Wies",
        "> What is it: a red kite\n> Where: Wies\n",
        "> What is it: …\na red kite\n> Where: …\nWies\n",
        "> What is it:\n>\n\na red\nkite\n\nThat was hard.\n> Where: ____ Wies\n",
        "What is it: … a red kite\nWhere: ...Wies",
        "What is it：a red kite\nWhere：Wies",
        "Hi!\nWhat is it: a red kite\nWhere: Wies\n\nOn 5 May 2024, at 10:00, Anna wrote:\n"
            + "> What is it: something else\n> Where: …\n",
    ])
    func `values are read behind their labels and below them`(mail: String) {
        let fields = ReplyText(plain: mail).fields(labelled: Self.labels)
        #expect(fields.map(\.label) == ["What is it", "Where"])
        #expect(fields.map(\.value) == ["a red kite", "Wies"])
    }

    @Test(arguments: [
        "What is it: …\nWhere: ____\n", "> What is it: ???\n>\n> Where: ?\n",
        "> What is it:\n> Where:\n", "What is it\n", "",
        "-- \nWhere: in my signature",
    ])
    func `what is not filled in has no value`(mail: String) {
        #expect(ReplyText(plain: mail).fields(labelled: Self.labels).isEmpty)
    }

    @Test func `fields are read from HTML`() {
        let html =
            "<p><b>What is it:</b> a red kite</p><blockquote>Where: Wies<br>Who: …</blockquote>"
        let fields = ReplyText(html: html).fields(labelled: ["Where", "What is it", "Who"])
        #expect(fields.map(\.value) == ["Wies", "a red kite"])
        #expect(fields.map(\.isQuoted) == [true, false])
    }

    @Test func `lines of any label are found among the new words`() {
        let lines = ReplyText(
            plain:
                "Name: Rotmilan\nBeschreibung: über der Scheune\nsee http://a.example\nat 10:30\n"
                + "Empty:\n> Quoted: no\nDear Anna: I am sure, and more\n"
        ).labelledLines
        #expect(lines.map(\.label) == ["Name", "Beschreibung", "Dear Anna"])
        #expect(lines.map(\.value) == ["Rotmilan", "über der Scheune", "I am sure, and more"])
    }
}
