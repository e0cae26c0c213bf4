import CatalogDatabase
import Foundation
import PhotoRecords
import TestSupport

@testable import WhatIsThat

/// A folder of photos, and a catalog beside it that is scanned from it.
struct ScannedFolder {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    /// - Parameter names: Folders in the folder of photos.
    init(with names: [String] = []) throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        for name in [""] + names {
            try FileManager.default.createDirectory(
                atPath: path(name), withIntermediateDirectories: true)
        }
    }

    /// The path of a photo.
    func path(_ name: String) -> String { folder.path("photos/" + name) }

    /// Puts a file there, as another program does: whole, in the place of the former one.
    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(filePath: path(name)), options: .atomic)
    }

    @discardableResult
    func scan() async throws -> CatalogPhotos.Report {
        try await CatalogPhotos([folder.path("photos")], in: catalog).run()
    }

    /// The identity of the photo at a path.
    func id(_ name: String) throws -> RecordID { try catalog.resolve(path(name)) }

    /// Gives a photo a name.
    func name(_ id: RecordID, _ name: String) throws {
        var edits = PhotoEdits()
        edits.name = name
        _ = try edits.apply(to: [id], in: catalog)
    }
}
