import Files
import Foundation
import PhotoCatalog
import ShareMail

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder that pictures from mails are put into, under names made here from safe characters
/// and never over a file that is there.
struct PictureStore {
    let folder: String

    /// The path that a picture would get now; another program may take it in the meantime.
    ///
    /// - Parameter taken: paths that are planned already.
    func plannedPath(stem: String?, mediaType: String, besides taken: [String] = []) -> String {
        let stem = Self.safe(stem)
        let suffix = Self.suffix(of: mediaType)
        let paths = (1...).lazy.map { path(stem: stem, number: $0, suffix: suffix) }
        return paths.first { path in
            !taken.contains(path) && !FileSystem.entryExists(path)
        } ?? path(stem: stem, number: 1, suffix: suffix)
    }

    /// A picture on the disk.
    struct Stored {
        let path: String
        let stamp: FileStamp
        /// Whether the file was made for it; false where the same bytes lay there already, as
        /// after an import that was killed or undone.
        let isNew: Bool
    }

    /// Writes a picture to the disk, wholly or not at all.
    ///
    /// - Parameters:
    ///   - stem: what the name is made from: a photo's name, a foreign file name.
    ///   - mediaType: what the name's ending is chosen by.
    /// - Throws: an `ItemFailure` naming the path that can't be written.
    func write(
        _ bytes: [UInt8], stem: String?, mediaType: String
    ) throws(ItemFailure) -> Stored {
        do {
            try Folder.make(folder)
        } catch {
            throw ItemFailure(item: folder, reason: "the folder can't be made or is a file")
        }
        let stem = Self.safe(stem)
        let suffix = Self.suffix(of: mediaType)
        for number in 1...100_000 {
            let path = path(stem: stem, number: number, suffix: suffix)
            let descriptor = open(path.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor < 0 && errno == EEXIST {
                if let stamp = FolderWalk.stamp(of: path), stamp.size == bytes.count,
                    (try? FileSystem.contents(of: path)) == bytes
                {
                    return Stored(path: path, stamp: stamp, isNew: false)
                }
                continue
            }
            guard descriptor >= 0 else { throw Self.failure(path) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            do {
                try handle.write(contentsOf: bytes)
                try handle.synchronize()
                try handle.close()
            } catch {
                unlink(path.systemPath)
                throw Self.failure(path)
            }
            guard let stamp = FolderWalk.stamp(of: path) else { throw Self.failure(path) }
            return Stored(path: path, stamp: stamp, isNew: true)
        }
        throw ItemFailure(item: folder, reason: "no free name for “\(stem)” in the folder")
    }

    /// Takes a file away that this store wrote and nothing refers to.
    func remove(_ path: String) { unlink(path.systemPath) }

    private func path(stem: String, number: Int, suffix: String) -> String {
        folder + "/" + stem + (number == 1 ? "" : "-\(number)") + suffix
    }

    private static func failure(_ path: String) -> ItemFailure {
        ItemFailure(item: path, reason: "can't be written: \(String(cString: strerror(errno)))")
    }

    /// A foreign name or path as a file's name without ending: letters and digits of ASCII, `-`
    /// and `_`; 60 at most, never empty, never a device's name or hidden.
    static func safe(_ text: String?) -> String {
        let base = (text ?? "").split(separator: "/").last.map(String.init) ?? ""
        let stem = base.replacing(/\.[A-Za-z0-9]{1,5}$/, with: "")
        let safe = PhotoFileName.safe(stem).prefix(60)
        return safe.isEmpty ? "photo" : String(safe)
    }

    private static func suffix(of mediaType: String) -> String {
        switch mediaType {
        case "image/jpeg": ".jpg"
        case "image/png": ".png"
        case "image/heic", "image/heif": ".heic"
        case "image/avif": ".avif"
        case "image/webp": ".webp"
        case "image/tiff": ".tif"
        case "image/gif": ".gif"
        case "image/jxl": ".jxl"
        default: ".bin"
        }
    }
}
