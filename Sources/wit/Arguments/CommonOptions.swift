import ArgumentParser
import CatalogDatabase
import Files
import Foundation
import WhatIsThat

/// How a verb speaks.
struct SpeechOptions: ParsableArguments {
    @Flag(help: "Print JSON Lines: one object per line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no progress and no summary.")
    var quiet = false
}

/// Which catalog a verb works on.
struct CatalogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The catalog (default: $WIT_CATALOG, else wit/catalog.sqlite in the XDG data folder).",
            valueName: "file"), completion: .file())
    var catalog: String?

    /// The catalog's path.
    var path: String { DefaultPaths.path(given: catalog, environment: ProcessEnvironment.all) }

    /// Opens the catalog for changes; makes it if there is none.
    func open() throws -> PhotoCatalog {
        try opened(.readWrite, geocoder: InstalledGeocoder())
    }

    /// Opens the catalog, and says whether others could read it until now.
    private func opened(
        _ access: PhotoCatalog.Access, geocoder: InstalledGeocoder? = nil
    ) throws -> PhotoCatalog {
        let path = path
        let catalog = try PhotoCatalog(
            path: path, access: access, geocoder: geocoder,
            ownsFolder: path == DefaultPaths.defaultPath(ProcessEnvironment.all))
        for narrowed in catalog.narrowed { Output.complain("wit: \(narrowed.sentence).") }
        return catalog
    }

    /// Opens the catalog for changes, where there is one.
    func openExisting() throws -> PhotoCatalog {
        _ = try openToRead()
        return try open()
    }

    /// Opens the catalog to look things up.
    func openToRead() throws -> PhotoCatalog { try opened(.readOnly) }

    /// The folder that pictures of mails are put into where none is named: the catalog's own.
    var receivedFolder: String { DefaultPaths.receivedFolder(catalog: path) }

    /// Opens the catalog to look things up; nil where there is none yet.
    ///
    /// - Parameter access: `.rehearsal` for what is tried and taken back.
    func openForDryRun(_ access: PhotoCatalog.Access = .readOnly) throws -> PhotoCatalog? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try opened(access, geocoder: InstalledGeocoder())
    }
}

/// A path that a person gave, which an unset variable of a script may leave empty.
///
/// - Parameter name: what it was given for: `<path>`, `--into`.
/// - Throws: `ValidationError` where it is empty.
func requireNonEmpty(_ path: String?, _ name: String) throws {
    if path?.isEmpty == true { throw ValidationError("\(name) is an empty path.") }
}
