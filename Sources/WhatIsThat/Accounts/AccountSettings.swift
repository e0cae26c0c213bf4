import Foundation
import MIMEMessage
import MailTransport
import OutputText
import TOMLKit

/// The table `[accounts.NAME]` of the settings: one account with a mail provider.
///
/// ```toml
/// [accounts.home]
/// address = "anna@example.org"
/// password-command = "pass mail/anna"
/// smtp = "smtp://smtp.example.org:587"
/// ```
struct AccountSettings {
    /// The account.
    let account: MailAccount

    /// Reads an account's table.
    ///
    /// - Parameters:
    ///   - name: what the person calls it.
    ///   - folder: what a relative path counts from.
    ///   - home: what `~` stands for.
    /// - Throws: a sentence that names the table and the key.
    init(
        _ table: TOMLTable, name: String, folder: String, home: String
    ) throws(WitError) {
        func wrong(_ key: String, _ why: String) -> WitError {
            WitError.settings("[accounts.\(name)] \(key): \(why)")
        }
        var texts: [String: String] = [:]
        for key in table.keys {
            if key == "password" || key == "token" {
                throw wrong(
                    key,
                    "passwords do not belong in this file, which backups copy and others may "
                        + "read; give a command that prints it (password-command = \"pass "
                        + "mail/\(name)\") or a variable (password-environment = \"…\")")
            }
            guard SettingsTable.accounts.has(key) else {
                throw wrong(
                    key,
                    "is not a key of an account; the keys are: \(SettingsTable.accounts.keyNames)")
            }
            guard let text = table[key]?.string, !text.isEmpty else {
                throw wrong(key, "must be a string")
            }
            guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw wrong(key, "must not contain a line break or control character")
            }
            texts[key] = text
        }
        guard let address = texts["address"] else { throw wrong("address", "is missing") }
        let mailbox: Mailbox
        do throws(WitError) {
            mailbox = try Mailbox(validating: address)
        } catch {
            throw wrong("address", error.message)
        }
        guard mailbox.name == nil else {
            throw wrong("address", "must be the address alone; the name has a key of its own: name")
        }
        account = try Self.account(
            texts, MailAccount(name: name, address: mailbox.address), folder: folder, home: home)
    }

    private static func account(
        _ texts: [String: String], _ start: MailAccount, folder: String, home: String
    ) throws(WitError) -> MailAccount {
        var account = start
        func wrong(_ key: String, _ why: String) -> WitError {
            WitError.settings("[accounts.\(start.name)] \(key): \(why)")
        }
        account.displayName = texts["name"]
        account.user = texts["user"]
        switch (texts["password-command"], texts["password-environment"]) {
        case (.some, .some):
            throw wrong("password-command", "password-environment is set too; use one of them")
        case (let command?, nil): account.passwordSource = .command(command)
        case (nil, let variable?): account.passwordSource = .environment(variable)
        case (nil, nil): break
        }
        if let word = texts["authentication"] {
            guard let way = MailAccount.Authentication(rawValue: word.lowercased()) else {
                throw wrong("authentication", "“\(word)” is neither “password” nor “xoauth2”")
            }
            account.authentication = way
            if way == .xoauth2, account.passwordSource == nil {
                throw wrong(
                    "authentication",
                    "xoauth2 needs password-command or password-environment, which give the "
                        + "access token")
            }
        }
        account.certificateFile = texts["ca-file"].map { path in
            if path.hasPrefix("/") { return path }
            return path.hasPrefix("~/") ? home + path.dropFirst() : folder + "/" + path
        }
        func server(_ service: ServerAddress.Service) throws(WitError) -> ServerAddress? {
            guard let text = texts[service.rawValue] else { return nil }
            do throws(WitError) {
                return try ServerAddress(text, for: service)
            } catch {
                throw wrong(service.rawValue, error.message)
            }
        }
        account.smtp = try server(.smtp)
        account.imap = try server(.imap)
        account.pop3 = try server(.pop3)
        if let mailbox = texts["mailbox"] { account.mailbox = mailbox }
        return account
    }
}

extension Settings {
    /// Reads the table `accounts`, whose tables are the accounts.
    mutating func readAccounts(_ table: TOMLTable, home: String) throws(WitError) {
        let folder = path.map { URL(filePath: $0).deletingLastPathComponent().path } ?? "."
        for name in table.keys.sorted() {
            guard let account = table[name]?.table else {
                throw WitError.settings(
                    "[accounts] \(name): an account is a table of its own, such as [accounts.home]")
            }
            accounts.append(
                try AccountSettings(account, name: name, folder: folder, home: home).account)
        }
    }

    /// The account that a person means: the one named, else the only one.
    ///
    /// - Throws: a sentence that says which there are, or how to write one.
    public func account(named name: String?) throws(WitError) -> MailAccount {
        let there = accounts.map(\.name).joined(separator: ", ")
        let file = path ?? expectedPath
        if let name {
            if let account = accounts.first(where: { $0.name == name }) { return account }
            throw WitError.settings(
                accounts.isEmpty
                    ? "\(file): there is no account yet; add a table [accounts.\(name)] with "
                        + "address, password-command and smtp"
                    : "\(file): there is no account “\(name)”; the accounts are: \(there)")
        }
        if accounts.count == 1, let only = accounts.first { return only }
        guard accounts.isEmpty else {
            throw WitError(
                .severalAccounts, about: .setting("accounts"),
                "\(file): there are several accounts: \(there)")
        }
        throw WitError.settings(
            "\(file): there is no account yet; add a table [accounts.home] with address, "
                + "password-command and smtp")
    }

    /// The account that sends: the one named, else the only one.
    ///
    /// - Throws: `WitError` (`settings`, `several-accounts`) that says which there are, or that the
    ///   account has no server to send by.
    public func sender(named name: String?) throws(WitError) -> MailAccount {
        let account = try account(named: name)
        guard account.smtp != nil else {
            throw WitError.settings(
                "\(path ?? expectedPath): the account “\(account.name)” sends no mail: it needs "
                    + "smtp = \"smtp://…\"")
        }
        return account
    }

    /// The accounts that mail is fetched from: those named, else all that have a server for it.
    ///
    /// - Throws: `WitError` (`settings`) where there is none; `not-fetchable` for one that was named and
    ///   has neither IMAP nor POP3.
    public func fetched(named names: [String]) throws(WitError) -> [MailAccount] {
        guard !names.isEmpty else {
            let all = accounts.filter(\.canFetch)
            guard !all.isEmpty else {
                throw WitError.settings(
                    "\(path ?? expectedPath): there is no account to fetch from: add a table "
                        + "[accounts.NAME] with address, imap and password-command")
            }
            return all
        }
        var chosen: [MailAccount] = []
        for name in names {
            let account = try account(named: name)
            guard account.canFetch else {
                throw WitError(
                    item: name, code: .notFetchable,
                    reason: "the account has neither imap nor pop3")
            }
            chosen.append(account)
        }
        return chosen
    }
}

extension WitError.Code {
    /// There are several accounts, and none was named.
    public static let severalAccounts: Self = "several-accounts"
    /// An account has no server that mail could be fetched from.
    public static let notFetchable: Self = "not-fetchable"
}

extension MailAccount {
    fileprivate var canFetch: Bool { imap != nil || pop3 != nil }
}
