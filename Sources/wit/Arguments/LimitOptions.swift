import ArgumentParser
import OutputText
import WhatIsThat

/// How much a verb takes from foreign mail.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "Limit what is read from a mail: \(Self.names); may be repeated.",
            valueName: "name=number"), completion: Completions.limits)
    var limits: [String] = []

    @Option(
        help: ArgumentHelp(
            "The settings (default: $WIT_SETTINGS, else wit/settings.toml in the XDG configuration folder).",
            valueName: "file"), completion: .file(extensions: ["toml"]))
    var settings: String?

    /// The limits' names: `parts, depth, … or without-picture`.
    private static var names: String {
        let names = MailLimits.Name.allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    func validate() throws {
        try requireNonEmpty(settings, "--settings")
        var none = MailLimits()
        try apply(to: &none)
    }

    /// The settings.
    func readSettings() throws -> Settings {
        try Settings(given: settings, environment: ProcessEnvironment.all)
    }

    /// The limits of the settings, changed by those of the command line.
    func mailLimits() throws -> MailLimits { try mailLimits(of: readSettings()) }

    /// The limits of settings that were read, changed by those of the command line.
    func mailLimits(of settings: Settings) throws -> MailLimits {
        settings.keepPrivate()
        var limits = settings.mailLimits
        try apply(to: &limits)
        return limits
    }

    private func apply(to mailLimits: inout MailLimits) throws {
        for limit in limits {
            let words = limit.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2 else {
                throw ValidationError("--limit takes a name and a number: --limit parts=5000.")
            }
            do {
                try mailLimits.set(String(words[0]), to: String(words[1]))
            } catch {
                throw ValidationError("--limit: \(error.message).")
            }
        }
    }
}
