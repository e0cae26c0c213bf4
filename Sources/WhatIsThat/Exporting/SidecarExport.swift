import Files
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecord

/// An XMP sidecar a photo, in a folder of its own: what the catalog says, for programs that read
/// sidecars. The photos stay as they are, and so does what lies beside them.
///
/// A sidecar says what somebody or the photo said; what was looked up (a place's name, an offset of
/// the place's time zone) and the camera are not in it.
public struct SidecarExport {
    private let folder: String
    private let replacing: Bool
    private var names = NumberedNames()

    /// - Parameters:
    ///   - folder: where the sidecars go; made when it is not there.
    ///   - replacing: whether files that are there may be replaced.
    /// - Throws: an `ItemFailure` for a folder that can't be made.
    public init(into folder: String, replacing: Bool) throws(ItemFailure) {
        self.folder = absolutePath(folder)
        self.replacing = replacing
        do {
            try FileManager.default.createDirectory(
                atPath: self.folder, withIntermediateDirectories: true)
        } catch {
            throw ItemFailure(item: folder, reason: "the folder can't be made or is a file")
        }
    }

    /// Writes the sidecar of a photo: `IMG_1.jpg.xmp`, and `IMG_1-2.jpg.xmp` for the next of that
    /// name.
    ///
    /// - Returns: its path.
    /// - Throws: an `ItemFailure` naming the file that is there, can't be written or would be too
    ///   large.
    public mutating func write(_ record: PhotoRecord) throws(ItemFailure) -> String {
        let path = folder + "/" + name(for: record)
        let file = try OutputFile(path, replacing: replacing)
        let bytes: [UInt8]?
        do throws(PhotoWriteError) {
            bytes = try SidecarEditor().edit(nil, to: record.withoutDerived, image: record.image)
        } catch {
            throw ItemFailure(item: path, reason: error.message)
        }
        try file.write(bytes ?? [])
        return path
    }

    /// A name that no other photo of this export has, on systems that tell cases apart and others.
    private mutating func name(for record: PhotoRecord) -> String {
        let own = record.file.map { String($0.split(separator: "/").last ?? "") } ?? ""
        let base = own.isEmpty ? record.id?.text ?? "photo" : own
        let dot = base.lastIndex(of: ".").flatMap { $0 > base.startIndex ? $0 : nil }
        let (stem, suffix) = (base[..<(dot ?? base.endIndex)], dot.map { base[$0...] } ?? "")
        return names.next(base + ".xmp") { "\(stem)-\($0)\(suffix).xmp" }
    }
}
