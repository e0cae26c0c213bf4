import Foundation
import MailTransport
import OutputText
import TestSupport
import Testing
import WhatIsThat

@Suite struct AccountSettingsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ toml: String) throws -> Settings {
        try toml.write(toFile: folder.path("s.toml"), atomically: true, encoding: .utf8)
        return try Settings(given: folder.path("s.toml"), environment: ["HOME": "/home/anna"])
    }

    @Test func `an account is read with every key and with the fewest`() throws {
        let found = try settings(
            """
            [accounts.work]
            address = "a.mueller@example.com"
            [accounts.home]
            address = "anna@example.org"
            name = "Anna Müller"
            user = "anna"
            password-command = "pass mail/anna"
            authentication = "XOAUTH2"
            ca-file = "~/own.pem"
            smtp = "smtp://smtp.example.org:587"
            imap = "imaps://imap.example.org"
            pop3 = "pop3s://pop.example.org"
            mailbox = "Photos"
            """)
        #expect(found.accounts.map(\.name) == ["home", "work"])
        let home = try found.account(named: "home")
        #expect(home.address == "anna@example.org" && home.displayName == "Anna Müller")
        #expect(home.login == "anna" && home.passwordSource == .command("pass mail/anna"))
        #expect(home.authentication == .xoauth2 && home.mailbox == "Photos")
        #expect(home.certificateFile == "/home/anna/own.pem")
        #expect(home.smtp?.text == "smtp://smtp.example.org:587")
        #expect(home.imap?.text == "imaps://imap.example.org:993")
        #expect(home.pop3?.text == "pop3s://pop.example.org:995")
        let work = try found.account(named: "work")
        #expect(work.login == "a.mueller@example.com" && work.passwordSource == nil)
        #expect(work.smtp == nil && work.mailbox == "INBOX" && work.authentication == .password)
    }

    @Test func `a relative ca-file lies beside the settings`() throws {
        let found = try settings("[accounts.a]\naddress = 'a@b.example'\nca-file = 'own.pem'")
        #expect(try found.account(named: nil).certificateFile == folder.path("own.pem"))
    }

    @Test(arguments: [
        ("password = 'hush'", "password: passwords do not belong in this file"),
        ("passwort-command = 'x'", "passwort-command: is not a key of an account"),
        ("smtp = 'smtp.example.org'", "smtp: “smtp.example.org” is not a mail server"),
        ("imap = 'imap+plain://imap.example.org'", "imap: "),
        ("pop3 = 7", "pop3: must be a string"),
        ("name = \"a\\nb\"", "name: must not contain a line break"),
        ("user = ''", "user: must be a string"),
        ("authentication = 'kerberos'", "authentication: “kerberos” is neither"),
        ("authentication = 'xoauth2'", "authentication: xoauth2 needs password-command"),
        (
            "password-command = 'a'\npassword-environment = 'B'",
            "password-command: password-environment is set too"
        ),
    ])
    func `what is wrong is said with file, table and key`(line: String, says: String) throws {
        let error = #expect(throws: WitError.self) {
            try settings("[accounts.home]\naddress = 'anna@example.org'\n" + line)
        }
        let words = error?.message ?? ""
        #expect(words.hasPrefix(folder.path("s.toml") + ": [accounts.home] " + says), "\(words)")
        #expect(!words.contains("hush"))
    }

    @Test(arguments: [
        "name = 'Anna'", "address = 'anna'", "address = 'Anna <anna@example.org>'",
        "address = \"anna@example.org\\r\\nBcc: b@example.org\"",
        "address = 'a@example.org, b@example.org'",
    ])
    func `an account has one plain address`(line: String) throws {
        let error = #expect(throws: WitError.self) { try settings("[accounts.home]\n" + line) }
        let words = error?.message ?? ""
        #expect(words.contains("[accounts.home] address: "), "\(words)")
        #expect(!words.contains("\n"))
    }

    @Test func `the account is the one named, or the only one`() throws {
        let none = #expect(throws: WitError.self) { try settings("").account(named: nil) }
        #expect(none?.message.contains("[accounts.home]") == true)
        let two = "[accounts.a]\naddress = 'a@b.example'\n[accounts.b]\naddress = 'b@b.example'"
        let several = #expect(throws: WitError.self) { try settings(two).account(named: nil) }
        #expect(several?.message.hasSuffix("there are several accounts: a, b") == true)
        #expect(several?.code == .severalAccounts)
        let wrong = #expect(throws: WitError.self) { try settings(two).account(named: "c") }
        #expect(wrong?.message.contains("“c”; the accounts are: a, b") == true)
        let flat = #expect(throws: WitError.self) { try settings("[accounts]\naddress = 'a'") }
        #expect(flat?.message.contains("[accounts.home]") == true)
    }
}
