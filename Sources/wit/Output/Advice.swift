import OutputText
import WhatIsThat

/// What to do about an error on the command line: the floors below do not know of its verbs and options.
enum Advice {
    private static let byCode: [WitError.Code: String] = [
        .photoIsFolder: "; wit find --json lists photos for a -",
        .photoNotCataloged: "; wit catalog adds it",
        .outputExists: "; --force replaces it",
        .cameraClockUnknown: "; say so with --camera-clock +02:00",
    ]

    /// What follows the error's sentence; empty where there is nothing to say.
    static func words(for error: WitError) -> String { byCode[error.code] ?? "" }
}
