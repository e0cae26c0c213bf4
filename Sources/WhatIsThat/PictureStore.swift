import Foundation
import PhotoCatalog

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
    func plannedPath(stem: String?, mediaType: String) -> String {
        path(stem: Self.safe(stem), number: 1, suffix: Self.suffix(of: mediaType))
    }

    /// Writes a picture to the disk, wholly or not at all.
    ///
    /// - Parameters:
    ///   - stem: what the name is made from: a photo's name, a foreign file name.
    ///   - mediaType: what the name's ending is chosen by.
    /// - Returns: the path and the stamp of the new file.
    /// - Throws: an `ItemFailure` naming the path that can't be written.
    func write(
        _ bytes: [UInt8], stem: String?, mediaType: String
    ) throws(ItemFailure) -> (path: String, stamp: FileStamp) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ItemFailure(item: folder, reason: "the folder can't be made")
        }
        let stem = Self.safe(stem)
        let suffix = Self.suffix(of: mediaType)
        for number in 1...100_000 {
            let path = path(stem: stem, number: number, suffix: suffix)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor < 0 && errno == EEXIST { continue }
            guard descriptor >= 0 else { throw Self.failure(path) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            do {
                try handle.write(contentsOf: bytes)
                try handle.synchronize()
                try handle.close()
            } catch {
                unlink(path)
                throw Self.failure(path)
            }
            guard let stamp = FolderWalk.stamp(of: path) else { throw Self.failure(path) }
            return (path, stamp)
        }
        throw ItemFailure(item: folder, reason: "no free name for “\(stem)” in the folder")
    }

    /// Takes a file away that this store wrote and nothing refers to.
    func remove(_ path: String) { unlink(path) }

    private func path(stem: String, number: Int, suffix: String) -> String {
        folder + "/" + stem + (number == 1 ? "" : "-\(number)") + suffix
    }

    private static func failure(_ path: String) -> ItemFailure {
        ItemFailure(item: path, reason: "can't be written: \(String(cString: strerror(errno)))")
    }

    /// Letters and digits of ASCII, `-` and `_`; 60 at most, never empty, never a device's name
    /// or hidden.
    static func safe(_ text: String?) -> String {
        let base = (text ?? "").split(separator: "/").last.map(String.init) ?? ""
        let withoutSuffix = base.replacing(/\.[A-Za-z0-9]{1,5}$/, with: "")
        let plain = withoutSuffix.folding(options: .diacriticInsensitive, locale: nil)
        var safe = ""
        for character in plain.unicodeScalars {
            let isSafe =
                character.isASCII
                && (character.properties.isAlphabetic || ("0"..."9").contains(character)
                    || character == "_")
            if isSafe {
                safe.unicodeScalars.append(character)
            } else if !safe.isEmpty, !safe.hasSuffix("-") {
                safe += "-"
            }
        }
        safe = String(safe.prefix(60))
        while safe.hasSuffix("-") { safe.removeLast() }
        return safe.isEmpty ? "photo" : safe
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
