import ArgumentParser
import Files
import WhatIsThat

/// Which settings a verb goes by.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The settings (default: $WIT_SETTINGS, else wit/settings.toml in the XDG "
                + "configuration folder).", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var settings: String?

    /// Reads them.
    func read() throws -> Settings {
        try requireNonEmpty(settings, "--settings")
        let settings = try Settings(given: settings, environment: ProcessEnvironment.all)
        settings.keepPrivate()
        return settings
    }
}

extension Settings {
    /// Takes settings that tell where the person lives, or of their accounts, from others, and says so:
    /// the file in its usual place, which nobody else needs. One that a person named stays as it is, and
    /// so does what a link leads to.
    func keepPrivate() {
        guard let path, path == Settings.defaultPath(ProcessEnvironment.all),
            !homes.isEmpty || !accounts.isEmpty,
            let narrowed = PrivateFile.narrow(path)
        else { return }
        Output.complain("wit: \(narrowed.sentence).")
    }
}
