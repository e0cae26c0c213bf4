import ArgumentParser
import MailTransport
import WhatIsThat

/// Which mail account a verb works with.
struct AccountOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The mail account: a table [accounts.NAME] of the settings (default: the only one).",
            valueName: "name"))
    var account: String?

    @OptionGroup var file: SettingsOptions

    /// The account that is meant.
    func chosen() throws -> MailAccount { try file.read().account(named: account) }
}

/// Which settings a verb goes by.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The settings (default: $WIT_SETTINGS, else wit/settings.toml in the XDG "
                + "configuration folder).", valueName: "file"))
    var settings: String?

    /// Reads them.
    func read() throws -> Settings {
        try requireNonEmpty(settings, "--settings")
        return try Settings(given: settings)
    }
}
