import ExchangeFormats
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords

/// An XMP sidecar a photo, in a folder of its own: what the catalog says, for programs that read
/// sidecars. The photos stay as they are, and so does what lies beside them.
struct SidecarExport {
    private let folder: String
    private let replacing: Bool
    private var format = SidecarFormat()

    /// - Parameters:
    ///   - folder: where the sidecars go; made when it is not there.
    ///   - replacing: whether files that are there may be replaced.
    /// - Throws: a `WitError` for a folder that can't be made.
    init(into folder: String, replacing: Bool) throws(WitError) {
        self.folder = absolutePath(folder)
        self.replacing = replacing
        do {
            try FileManager.default.createDirectory(
                atPath: self.folder, withIntermediateDirectories: true)
        } catch {
            throw WitError(item: folder, reason: "the folder can't be created or is a file")
        }
    }

    /// Writes the sidecar of a photo: `IMG_1.jpg.xmp`, and `IMG_1-2.jpg.xmp` for the next of that
    /// name.
    ///
    /// - Returns: its path.
    /// - Throws: a `WitError` naming the file that is there, can't be written or would be too
    ///   large.
    mutating func write(_ record: PhotoRecord) throws(WitError) -> String {
        let path = folder + "/" + format.name(for: record)
        let file = try OutputFile(path, replacing: replacing)
        let bytes: [UInt8]
        do throws(WitError) {
            bytes = try format.bytes(of: record)
        } catch {
            throw WitError(item: path, reason: error.message)
        }
        try file.write(bytes)
        return path
    }
}
