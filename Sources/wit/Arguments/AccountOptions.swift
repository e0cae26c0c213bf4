import ArgumentParser
import MailTransport
import WhatIsThat

/// Which mail account a verb works with.
struct AccountOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The mail account: a table [accounts.NAME] of the settings (default: the only one).",
            valueName: "name"), completion: Completions.accounts)
    var account: String?

    @OptionGroup var file: SettingsOptions

    /// The account that is meant.
    func chosen() throws -> MailAccount { try file.read().account(named: account) }
}
