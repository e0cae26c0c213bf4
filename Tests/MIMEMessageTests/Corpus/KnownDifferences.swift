/// Where this library and most other parsers differ on the corpus of real mail, and why.
let knownDifferences: [(file: String, question: CorpusTests.Question, reason: String)] = [
    (
        "mimekit/UnitTests/TestData/messages/feedback-report.txt", .from,
        "The message begins with a byte order mark; the others take it for part of the name From."
    ),
    (
        "stalwart-mail-parser/resources/eml/thirdparty/007.eml", .from,
        "The address in brackets is `moderator`, without a domain; the others keep the whole text."
    ),
    (
        "stalwart-mail-parser/resources/eml/malformed/017.eml", .filenames,
        "No semicolon stands before the boundary parameter; the others find no parts at all."
    ),
    (
        "stalwart-mail-parser/resources/eml/malformed/017.eml", .attachments,
        "The same message: its picture is found here."
    ),
    (
        "spamassassin/t/data/spam/badctype1", .attachments,
        "The type is `text plain`: text/plain by RFC 2045 §5.2, to the others an unknown file."
    ),
]
