import CatalogDatabase
import OutputText
import PhotoMetadata
import PhotoRecords
import Privacy
import ShareMail
import WhatIsThat

/// What to do on the command line about an error or a finding: the floors below do not know of its verbs
/// and options.
enum Advice {
    private static let ofErrors: [WitError.Code: String] = [
        .photoIsFolder: "; pipe “wit find --json” to -",
        .photoNotCataloged: "; wit catalog adds it",
        .outputExists: "; --force replaces it",
        .cameraClockUnknown: "; set it with --camera-clock +02:00",
        .removalPending: "; decide with “wit review --removals” first, then write",
        .proposalPending: "; decide with “wit review” first, then write",
        .noRoomInFile: "; --write-sidecar writes a file beside it",
        .unsupportedFormat: "; --write-sidecar writes a file beside it",
        .noSuchMailbox: "; “wit fetch --list” lists the mailboxes",
        .mailTooLong: " (--limit message=…)",
        .noSearchByDate: "; omit --since",
        .photoNotMail: "; wit catalog adds it",
        .severalAccounts: "; choose one with --account",
        .noCatalog: "; wit catalog creates one",
        .notAFolder: "; --into takes a folder",
        .corrupt: "; see wit check",
    ]

    private static let ofFindings: [FindingCode: String] = [
        .sidecarKeepsValues: "; --write-sidecar writes it too",
        .fileKeepsValues: "; --write-metadata does",
        .photoMixed: " wit check --verify --repair separates them.",
        .fileDiffers: " wit catalog --verify proposes the difference.",
        .heldBack: " Decide with “wit review --removals”.",
        .peopleVisible: " --blur people makes them unrecognisable.",
        .mailLarge: " --max-bytes 20M splits it into several.",
        .fileGone: " wit catalog marks it as missing or finds where it moved.",
        .fileChanged: " wit catalog reads it again.",
        .templateUnknown:
            " “wit template show” prints the built-in template, with all values.",
        .templateUnreadable: " See “wit template check”.",
    ]

    /// What follows an error's sentence; empty where there is nothing to say.
    static func words(for error: WitError) -> String {
        if error.code == .folderElsewhere, let folder = error.arguments["folder"] {
            return "; say where it is with --root \"\(folder)=FOLDER\""
        }
        if error.arguments["proposals"] != nil { return " (wit review)" }
        return ofErrors[error.code] ?? ""
    }

    /// What follows a finding's sentence; empty where there is nothing to say.
    ///
    /// - Parameters:
    ///   - asking: whether the mail asks about one photo, and cannot be split.
    ///   - checking: whether it is “wit template check” that says so.
    static func words(
        for finding: Finding, asking: Bool = false, checking: Bool = false
    ) -> String {
        if checking, finding.code == .templateUnreadable { return "" }
        if asking, finding.code == .mailLarge { return " --size small makes it smaller." }
        return ofFindings[finding.code] ?? ""
    }
}
