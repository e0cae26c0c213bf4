import OutputText
import TestSupport
import Testing

@testable import MailTransport

@Suite struct POP3ConnectionTests {
    @Test(arguments: [
        ("-ERR [IN-USE] another one has it", "deferred", "“another one has it”"),
        ("-ERR [login-delay] not so often", "deferred", "“not so often”"),
        ("-ERR [SYS/TEMP] the disk is full", "deferred", "“the disk is full”"),
        ("-ERR [SYS/PERM] the mailbox is broken", "login-refused", "“the mailbox is broken”"),
        ("-ERR [AUTH] no", "login-refused", "“no”"),
        ("-ERR no, not [SYS/TEMP]", "login-refused", "“no, not [SYS/TEMP]”"),
    ])
    func `a no to the login may be one for now`(answer: String, code: String, says: String) throws {
        let server = try ScriptedServer(greeting: "+OK hi\r\n") { line in
            switch line.uppercased().split(separator: " ").first {
            case "CAPA": [.say("+OK\r\nUSER\r\nUIDL\r\n.\r\n")]
            case "PASS": [.say(answer + "\r\n")]
            default: [.say("+OK\r\n")]
            }
        }
        var account = MailAccount(name: "pop", address: "anna@example.org")
        account.pop3 = try ServerAddress("pop3+plain://127.0.0.1:\(server.port)", for: .pop3)
        let connection = try POP3Connection(account, secret: Secret("hush"))
        let error = #expect(throws: WitError.self) { try connection.entries() }
        #expect(error?.code.rawValue == code && error?.isTransient == (code == "deferred"))
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("-ERR") == false)
    }
}
