import ArgumentParser
import Pictures
import WhatIsThat

/// Which settings a verb goes by.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The settings (default: $WIT_SETTINGS, else wit/settings.toml in the XDG "
                + "configuration folder).", valueName: "file"))
    var settings: String?

    /// Reads them; pictures are decoded by them from now on.
    func read() throws -> Settings {
        try requireNonEmpty(settings, "--settings")
        let settings = try Settings(given: settings)
        PictureDecoding.memory = settings.mailLimits.decoderBytes
        return settings
    }
}
