import MIMEMessage
import Testing

@Suite struct StructureParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var mail: String
        var tree: String
        var bodies: [String]
        var defects: [MIMEDefect.Code] = []

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "no header", mail: "\nbody", tree: "text/plain", bodies: ["body"]),
        Case(
            name: "no body", mail: "Subject: x", tree: "text/plain", bodies: [""]),
        Case(
            name: "no empty line", mail: "Subject: x\nHello there\n", tree: "text/plain",
            bodies: ["Hello there\n"], defects: [.missingHeaderSeparator]),
        Case(
            name: "junk among the fields", mail: "Subject: x\njunk\nTo: a@b\n\nbody",
            tree: "text/plain", bodies: ["body"], defects: [.malformedField]),
        Case(
            name: "unclosed", mail: "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n",
            tree: "multipart/mixed(text/plain)", bodies: ["one\n"], defects: [.unclosedMultipart]),
        Case(
            name: "closed by the outer one",
            mail: """
                Content-Type: multipart/mixed; boundary=a

                --a
                Content-Type: multipart/mixed; boundary=b

                --b

                one
                --a

                two
                --a--
                """,
            tree: "multipart/mixed(multipart/mixed(text/plain),text/plain)",
            bodies: ["one", "two"],
            defects: [.unclosedMultipart]),
        Case(
            name: "boundary that begins with the outer one",
            mail: """
                Content-Type: multipart/mixed; boundary=b

                --b
                Content-Type: multipart/mixed; boundary=bb

                --bb

                one
                --bb--
                --b
                Content-Type: text/html

                two
                --b--
                """,
            tree: "multipart/mixed(multipart/mixed(text/plain),text/html)", bodies: ["one", "two"]),
        Case(
            name: "a boundary stated with a blank at its end",
            mail:
                "Content-Type: multipart/mixed; boundary=\"b \"\n\n--b \n\none\n--b\n\ntwo\n--b-- \n",
            tree: "multipart/mixed(text/plain,text/plain)", bodies: ["one", "two"]),
        Case(
            name: "the same boundary twice",
            mail: """
                Content-Type: multipart/mixed; boundary=b

                --b
                Content-Type: multipart/alternative; boundary=b

                --b

                one
                --b--
                --b--
                """,
            tree: "multipart/mixed(multipart/alternative(text/plain))", bodies: ["one"]),
        Case(
            name: "boundary that never comes",
            mail: "Content-Type: multipart/mixed; boundary=b\n\nbody", tree: "multipart/mixed",
            bodies: ["body"], defects: [.boundaryNotFound]),
        Case(
            name: "boundary not stated", mail: "Content-Type: multipart/mixed\n\n--b\n\nx",
            tree: "multipart/mixed", bodies: ["--b\n\nx"], defects: [.missingBoundary]),
        Case(
            name: "part of a header alone",
            mail: "Content-Type: multipart/mixed; boundary=b\n\n--b\nX: y\n--b--\n",
            tree: "multipart/mixed(text/plain)", bodies: [""], defects: [.missingHeaderSeparator]),
        Case(
            name: "digest",
            mail: """
                Content-Type: multipart/digest; boundary=b

                --b

                Subject: one

                body
                --b--
                """,
            tree: "multipart/digest(message/rfc822(text/plain))", bodies: ["body"]),
        Case(
            name: "message in base64",
            mail: """
                Content-Type: message/rfc822
                Content-Transfer-Encoding: base64

                U3ViamVjdDogeAoKYm9keQ==
                """,
            tree: "message/rfc822(text/plain)", bodies: ["body"], defects: [.encodedComposite]),
        Case(
            name: "partial",
            mail: "Content-Type: message/partial; id=x; number=1; total=2\n\nSubject: y\n",
            tree: "message/partial", bodies: ["Subject: y\n"]),
        Case(
            name: "unreadable type", mail: "Content-Type: text plain\n\nx", tree: "text/plain",
            bodies: ["x"], defects: [.malformedContentType]),
        Case(
            name: "unknown encoding", mail: "Content-Transfer-Encoding: rot13\n\nx",
            tree: "text/plain", bodies: ["x"], defects: [.unknownTransferEncoding]),
        Case(
            name: "fields twice", mail: "Subject: x\nFrom: a@b\nSubject: y\n\nz",
            tree: "text/plain", bodies: ["z"], defects: [.duplicateField]),
        Case(
            name: "a byte order mark", mail: "\u{FEFF}Subject: x\n\nbody", tree: "text/plain",
            bodies: ["body"]),
    ]

    @Test(arguments: cases, LineEnds.allCases)
    func `the structure of a message is found`(example: Case, ends: LineEnds) {
        let message = MailMessage(parsing: ends.bytes(example.mail))
        #expect(message.tree == example.tree)
        #expect(message.leafParts.map { $0.decodedText() } == example.bodies)
        #expect(message.defects.map(\.code) == example.defects)
        for defect in message.defects {
            #expect(defect.offset >= 0 && defect.offset <= ends.bytes(example.mail).count)
        }
    }
}
