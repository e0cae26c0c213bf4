import OutputText
import Testing

@testable import MailTransport

@Suite struct ServerAddressTests {
    @Test(arguments: [
        ("smtp://smtp.example.org", ServerAddress.Service.smtp, "smtp://smtp.example.org:587"),
        ("smtps://smtp.example.org/", .smtp, "smtps://smtp.example.org:465"),
        ("SMTP://smtp.example.org:2525", .smtp, "smtp://smtp.example.org:2525"),
        ("smtp+plain://localhost:10025", .smtp, "smtp+plain://localhost:10025"),
        ("smtp+plain://127.3.2.1", .smtp, "smtp+plain://127.3.2.1:25"),
        ("imaps://imap.example.org", .imap, "imaps://imap.example.org:993"),
        ("imap://[2001:db8::1]:1143", .imap, "imap://[2001:db8::1]:1143"),
        ("imap+plain://[::1]", .imap, "imap+plain://[::1]:143"),
        ("pop3s://pop.example.org", .pop3, "pop3s://pop.example.org:995"),
        ("pop3://pop.example.org", .pop3, "pop3://pop.example.org:110"),
    ])
    func `a server's address is read and written in one form`(
        text: String, service: ServerAddress.Service, is whole: String
    ) throws {
        let address = try ServerAddress(text, for: service)
        #expect(address.text == whole)
        #expect(try ServerAddress(whole, for: service) == address)
    }

    @Test(arguments: [
        ("smtp.example.org", "smtps://host"), ("http://a.example", "smtp://"),
        ("imaps://a.example", "smtp://"), ("smtp://", "host"), ("smtp://a b", "host"),
        ("smtp://a:0", "port"), ("smtp://a:65536", "port"), ("smtp://a:", "port"),
        ("smtp://a:+1", "port"), ("smtp://anna:pw@a.example", "each has its own key"),
        ("smtp://a/path", "host"), ("smtp://a?x", "host"), ("smtp://-a", "host"),
        ("smtp://2001:db8::1", "brackets"), ("smtp://[::1", "]"), ("smtp://[a.example]", "IPv6"),
        ("smtp://a\r\nRCPT", "host"), ("smtp+plain://smtp.example.org", "this machine only"),
        ("smtp+plain://127.0.0.1.example.org", "this machine only"),
        ("smtp+plain://1270.0.0.1", "this machine only"),
        ("smtp+plain://127.0.0.256", "this machine only"),
    ])
    func `what is not an address of a server is refused with the reason`(text: String, says: String)
    {
        let error = #expect(throws: WitError(.serverAddress, "")) {
            try ServerAddress(text, for: .smtp)
        }
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false)
    }

    @Test(
        arguments: [
            ("imap://h:993", .imap, .tls, "imaps://h"), ("imap://h", .imap, .tls, "imaps://h"),
            ("imaps://h:143", .imap, .startTLS, "imap://h"),
            ("smtps://h:587", .smtp, .startTLS, "smtp://h"),
            ("pop3://[::1]:995", .pop3, .tls, "pop3s://[::1]"),
            ("pop3://[::1]:7", .pop3, .tls, "pop3s://[::1]:7"),
        ] as [(String, ServerAddress.Service, ServerAddress.Security, String)])
    func `the address to write for another protection has no port that belongs to one`(
        text: String, service: ServerAddress.Service, other: ServerAddress.Security, now: String
    ) throws {
        #expect(try ServerAddress(text, for: service).text(for: other) == now)
    }
}
