import ArgumentParser
import Foundation
import PhotoCatalog
import WhatIsThat

/// How a verb speaks.
struct SpeechOptions: ParsableArguments {
    @Flag(help: "Print JSON Lines: one object a line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no progress and no summary.")
    var quiet = false
}

/// Which catalog a verb works on.
struct CatalogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The catalog (default: $WIT_CATALOG, else wit/catalog.sqlite in the XDG data folder).",
            valueName: "file"))
    var catalog: String?

    /// The catalog's path.
    var path: String { CatalogPlace.path(given: catalog) }

    /// Opens the catalog for changes; makes it if there is none.
    func open() throws -> PhotoCatalog { try PhotoCatalog(path: path, access: .readWrite) }

    /// Opens the catalog for changes, where there is one.
    func openExisting() throws -> PhotoCatalog {
        _ = try openToRead()
        return try open()
    }

    /// Opens the catalog to look things up.
    func openToRead() throws -> PhotoCatalog { try PhotoCatalog(path: path, access: .readOnly) }

    /// Opens the catalog to look things up; nil where there is none yet.
    func openForDryRun() throws -> PhotoCatalog? {
        FileManager.default.fileExists(atPath: path) ? try openToRead() : nil
    }
}
