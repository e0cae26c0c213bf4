import Foundation
import JSON
import OutputText
import PhotoRecords
import TestSupport

@testable import PhotoMetadata

/// The corpus's and the fixtures' JPEGs, each with a record written into its metadata.
struct EditedPhotos {
    /// One of them.
    struct Photo {
        let name: String
        let former: [UInt8]
        let edited: [UInt8]
        /// What the file said before.
        let was: PhotoRecord
        /// What was written.
        let wanted: PhotoRecord
    }

    /// The files, under numbers in two folders: as they were, as they are.
    let folder: TemporaryFolder
    private(set) var photos: [Photo] = []
    /// Files that could not be written, and why.
    private(set) var refused: [(name: String, error: WitError)] = []

    /// Where the JPEGs come from.
    static var sources: [URL] {
        [Checkout.photoCorpus, Checkout.fixtures].compactMap(\.self)
    }

    /// Writes what `change` makes of each file's record.
    init(_ change: (inout PhotoRecord) -> Void) throws {
        folder = try TemporaryFolder()
        for name in ["former", "edited"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(name), withIntermediateDirectories: false)
        }
        for source in Self.sources {
            let names = FileManager.default.enumerator(atPath: source.path)?.compactMap {
                $0 as? String
            }
            for name in (names ?? []).sorted() {
                let extensions = [".jpg", ".jpeg"]
                guard extensions.contains(where: name.lowercased().hasSuffix) else { continue }
                try add(name, [UInt8](try Data(contentsOf: source.appending(path: name))), change)
            }
        }
    }

    private mutating func add(
        _ name: String, _ bytes: [UInt8], _ change: (inout PhotoRecord) -> Void
    ) throws {
        guard let head = JPEGHead(bytes), let was = try? PhotoReader().read(bytes: bytes).record
        else { return }
        var wanted = was
        change(&wanted)
        do throws(WitError) {
            let edited = try MetadataEditor().edit(head: head.bytes, to: wanted)
            let photo = Photo(
                name: name, former: bytes, edited: edited + bytes[head.bytes.count...], was: was,
                wanted: wanted)
            let file = String(format: "/%04d.jpg", photos.count)
            try? Data(photo.former).write(to: URL(filePath: folder.path("former" + file)))
            try? Data(photo.edited).write(to: URL(filePath: folder.path("edited" + file)))
            photos.append(photo)
        } catch {
            refused.append((name, error))
        }
    }

    /// What exiftool prints of each file of a folder, in order.
    func tags(_ which: String, _ options: [String]) throws -> [JSONObject] {
        let output = try ExifTool.run(["-j", "-q", "-q"] + options + [folder.path(which)])
        let objects = (try JSONValue(parsing: output.utf8).array ?? []).compactMap(\.object)
        return objects.sorted { $0["SourceFile"]?.string ?? "" < $1["SourceFile"]?.string ?? "" }
    }
}
