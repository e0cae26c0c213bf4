import ArgumentParser
import WhatIsThat

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
