import CatalogDatabase
import Files
import Foundation
import PhotoRecords
import TestSupport

/// A catalog in a folder of its own, and photos to put in it.
struct CatalogFixture {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    var path: String { folder.path("catalog.wit") }

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.wit"), access: .readWrite)
    }

    /// A real file in the folder, so that it is there for the catalog; answers its path.
    func touch(_ name: String) throws -> String {
        let path = folder.path(name)
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(name.utf8).write(to: URL(filePath: path))
        return path
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.path(name))
    }

    /// Takes one file in; answers its photo's identity and what it turned out to be.
    @discardableResult
    func scan(_ file: ScannedFile) throws -> (id: RecordID, outcome: ScanTally.Outcome) {
        let tally = try catalog.add([file], listing: true)
        guard let item = tally.items.first else { throw Missing.item }
        return (item.photo, item.outcome)
    }

    /// The photo that is there.
    func photo(_ id: RecordID) throws -> PhotoRecord {
        guard let record = try catalog.record(id) else { throw Missing.photo }
        return record
    }

    /// The files known at a path, as a scan goes through them.
    func known(under path: String) throws -> [String: KnownFile] {
        var cursor = try KnownFileCursor(catalog, under: path)
        var files: [String: KnownFile] = [:]
        while let file = cursor.file {
            files[String(decoding: cursor.path, as: UTF8.self)] = file
            try cursor.advance()
        }
        return files
    }

    enum Missing: Error { case item, photo, value }
}

extension ScannedFile {
    /// A file as a reader would give it: its values come from its metadata.
    static func made(
        _ path: String, fingerprint: String? = "aa01", size: Int64 = 1000, modified: Int64 = 1,
        _ change: (inout PhotoRecord) -> Void = { _ in }
    ) -> ScannedFile {
        var record = PhotoRecord()
        var image = ImageFacts()
        image.mediaType = "image/jpeg"
        image.width = 4000
        image.height = 3000
        image.orientation = 1
        image.bytes = Int(size)
        image.fingerprint = fingerprint
        record.image = image
        change(&record)
        for field in RecordField.allCases where record[field: field] != nil {
            record.provenance[field] = Provenance(source: "xmp:" + field.rawValue)
        }
        return ScannedFile(
            path: path, stamp: FileStamp(size: size, modified: modified, inode: 7), record: record)
    }
}

/// The moment of a text.
func moment(_ iso: String) -> LocalDateTime? { LocalDateTime(iso: iso) }

/// A time of a text, with an offset.
func time(_ iso: String, _ offset: String? = nil) -> CaptureTime? {
    LocalDateTime(iso: iso).map {
        CaptureTime(
            local: $0, offset: offset.flatMap { UTCOffset($0) },
            offsetSource: offset == nil ? nil : .exif, source: "exif:DateTimeOriginal")
    }
}

/// A location of a point.
func location(_ latitude: Double, _ longitude: Double) -> Location? {
    Coordinate(latitude: latitude, longitude: longitude).map {
        Location(coordinate: $0, source: "exif")
    }
}
