import CatalogDatabase
import Foundation
import JSON
import PhotoRecords
import TestSupport
import WhatIsThat

/// A cataloged photo of 1600 × 1200 pixels, `photo.jpg`, on which tests mark regions.
struct RegionPhoto {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let id: RecordID

    /// - Parameter orientation: EXIF's, 1…8, which the file is given.
    init(orientation: Int = 1, regions: [Region] = []) async throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        var jpeg = [UInt8](
            try Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg")))
        jpeg = Self.oriented(jpeg, orientation)
        try Data(jpeg).write(to: folder.url.appending(path: "photo.jpg"))
        _ = try await CatalogPhotos([folder.path("photo.jpg")], in: catalog).run()
        id = try catalog.resolve(folder.path("photo.jpg"))
        if !regions.isEmpty { try mark(regions) }
    }

    /// The photo, as a person names it.
    var selection: PhotoSelection { PhotoSelection(["photo.jpg"], from: folder.url.path) }

    /// Its regions as the catalog has them.
    var regions: [Region] { get throws { try catalog.record(id)?.regions ?? [] } }

    /// Gives it these regions.
    func mark(_ regions: [Region]) throws {
        try catalog.edit(
            [PhotoEdit(id, .set(.regions, .array(regions.map(\.json))))], summary: "mark")
    }

    /// The JPEG with no EXIF but an orientation.
    private static func oriented(_ jpeg: [UInt8], _ orientation: Int) -> [UInt8] {
        var rest = jpeg.dropFirst(2)
        // APP1 segments, EXIF and XMP among them, are left out.
        var kept: [UInt8] = []
        while rest.count > 4, let first = rest.first, first == 0xFF {
            let kind = rest[rest.startIndex + 1]
            guard kind != 0xDA else { break }
            let length = Int(rest[rest.startIndex + 2]) << 8 | Int(rest[rest.startIndex + 3])
            if kind != 0xE1 { kept += rest.prefix(2 + length) }
            rest = rest.dropFirst(2 + length)
        }
        let tiff: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
            + [UInt8(orientation), 0, 0, 0, 0, 0, 0]
        let exif = Array("Exif".utf8) + [0, 0] + tiff
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + kept + rest
    }
}
