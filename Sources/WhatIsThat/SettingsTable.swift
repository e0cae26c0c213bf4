import ShareMail

/// A table of the settings file and the keys that it may have.
///
/// The readers of the settings go by these tables, as do their messages and the manual: a key that
/// is read stands in all of them.
public struct SettingsTable: Sendable, Hashable {
    /// A key of a table.
    public struct Key: Sendable, Hashable {
        /// How the file spells it.
        public let name: String
        /// What it sets, without a full stop.
        public let meaning: String
        /// The value that counts without the key, as the file would spell it; nil for none.
        public let standard: String?

        init(_ name: String, _ meaning: String, standard: String? = nil) {
            self.name = name
            self.meaning = meaning
            self.standard = standard
        }
    }

    /// The first word of its header: `accounts`.
    public let name: String
    /// Its header in the file: `[accounts.NAME]`.
    public let header: String
    /// Its keys, the most important first.
    public let keys: [Key]

    /// All tables that there are.
    public static let all = [accounts, ask, catalog, home, limits, map, templates]

    /// Whether it has a key of that name.
    func has(_ key: String) -> Bool { keys.contains { $0.name == key } }

    /// The names of its keys, as a message lists them.
    var keyNames: String { keys.map(\.name).joined(separator: ", ") }
}

extension SettingsTable {
    static let accounts = SettingsTable(
        name: "accounts", header: "[accounts.NAME]",
        keys: [
            Key("address", "The mail address; the only required key"),
            Key("name", "The name shown beside the address"),
            Key("user", "The login, if it is not the address"),
            Key(
                "password-command",
                "A shell command whose first line is the password; it has 30 seconds"),
            Key("password-environment", "The environment variable with the password"),
            Key(
                "authentication",
                "`password`, or `xoauth2`: the command or variable gives an access token",
                standard: "password"),
            Key(
                "ca-file",
                "Certificates (PEM) to trust instead of the system's; a path that begins with "
                    + "`/` or "
                    + "`~/`, or relative to the settings"),
            Key("smtp", "The server for sending; port 587, or 465 with `smtps://`"),
            Key("imap", "The server for fetching; `imaps://` is implicit TLS"),
            Key(
                "pop3", "The server for fetching by POP3; `pop3s://` is implicit TLS"),
            Key("mailbox", "The mailbox that is fetched from", standard: "INBOX"),
        ])

    static let ask = SettingsTable(
        name: "ask", header: "[ask]",
        keys: [
            Key(
                "address-tag",
                "Whether answers to questions come to your address with a tag, as in "
                    + "`anna+wit.k3f9x2@example.org`; your server must take such addresses",
                standard: "false")
        ])

    static let catalog = SettingsTable(
        name: "catalog", header: "[catalog]",
        keys: [
            Key(
                "leave-out",
                "Further names of files to leave out of folders; a slash at the end "
                    + "means a folder"),
            Key(
                "take-in",
                "Names of the built-in list that are cataloged anyway; `\"*\"` for all"),
        ])

    static let home = SettingsTable(
        name: "home", header: "[[home]]",
        keys: [
            Key("name", "Its name in messages; never sent", standard: "Home"),
            Key("at", "Its centre as latitude and longitude; need not be your door"),
            Key("radius", "Kilometres, above 0 and at most 1,000"),
            Key(
                "location", "The finest precision that is sent: `1km`, `10km`, `place` or `none`",
                standard: "10km"),
        ])

    static let limits = SettingsTable(
        name: "limits", header: "[limits]",
        keys: MailLimits.Name.allCases.map { name in
            Key(name.rawValue, name.meaning, standard: MailLimits().text(of: name))
        })

    static let map = SettingsTable(
        name: "map", header: "[map]",
        keys: [
            Key(
                "link",
                "The https address of a page that shows a point on a map; `{latitude}` and "
                    + "`{longitude}` become decimal degrees, `{zoom}` how close it is",
                standard: MailLook().mapLink.pattern),
            Key("picture", "Whether a map is drawn into mails", standard: "true"),
        ])

    static let templates = SettingsTable(
        name: "templates", header: "[templates]",
        keys: [
            Key(
                "folder",
                "Your own folder of templates, which replace the built-in ones; begins with `/` "
                    + "or `~`"
            ),
            Key("language", "The language of mails"),
        ])
}
