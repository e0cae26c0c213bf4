import Testing

@testable import MailTransport

@Suite struct MailboxNameTests {
    @Test(arguments: [
        ("INBOX", "\"INBOX\""), ("Entwürfe", "\"Entw&APw-rfe\""), ("a&b", "\"a&-b\""),
        ("~peter/mail/台北/日本語", "\"~peter/mail/&U,BTFw-/&ZeVnLIqe-\""),
        ("a\"b\\c", "\"a\\\"b\\\\c\""), ("🪁", "\"&2D7egQ-\""),
    ])
    func `names are coded as RFC 3501 §5.1.3 wants, and read back`(name: String, coded: String)
        throws
    {
        let mailbox = try #require(MailboxName(name))
        #expect(mailbox.quoted == coded)
        #expect(MailboxName.decoded(mailbox.coded) == name)
    }

    @Test(arguments: ["", "a\r\nA1 DELETE INBOX", "a\nb", "a\u{0}b", "\u{7F}"])
    func `a name that would bring a command along is refused`(name: String) {
        #expect(MailboxName(name) == nil)
    }

    @Test(arguments: ["&", "&A-", "&AAAA", "a&!-b"])
    func `what is not coded right stays as it is`(coded: String) {
        #expect(MailboxName.decoded(coded) == coded)
    }
}

@Suite struct UIDSetTests {
    @Test func `sets are written as IMAP does, and read back`() throws {
        var set = UIDSet([5, 3, 4, 9, 1])
        #expect(set.description == "1,3:5,9")
        set.insert(2...2)
        #expect(set.description == "1:5,9")
        set.insert(7...20)
        #expect(set.description == "1:5,7:20")
        set.insert(UInt32.max...UInt32.max)
        #expect(set.description == "1:5,7:20,4294967295")
        #expect(UIDSet(set.description) == set)
        #expect(set.contains(20) && !set.contains(6) && !set.contains(0))
        set.insert(1...UInt32.max)
        #expect(set.description == "1:4294967295")
    }

    @Test func `a set holds just what was put in, in any order`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var set = UIDSet()
            var truth: Set<UInt32> = []
            for _ in 0..<20 {
                let first = UInt32.random(in: 1...60, using: &random)
                let last = first + UInt32.random(in: 0...5, using: &random)
                set.insert(first...last)
                truth.formUnion(first...last)
            }
            #expect((0...70).filter(set.contains) == truth.sorted())
            #expect(UIDSet(set.description) == set)
            #expect(UIDSet(truth) == set)
        }
    }

    @Test(arguments: ["0", "1:", "5:3", "a", "1,,2", "4294967296", "*"])
    func `other texts are no sets`(text: String) { #expect(UIDSet(text) == nil) }
}
