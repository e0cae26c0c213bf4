import CatalogDatabase
import Files
import Folders
import Foundation
import OutputText
import ShareMail

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder that pictures from mails are put into, under names made here from safe characters
/// and never over a file that is there.
///
/// A picture is written to a hidden file of the folder first, and is on the disk before it gets its
/// name, which it gets at once: whatever happens, there is a whole picture under a name or none.
final class PictureStore: Sendable {
    let folder: String
    private let isPrivate: Bool

    /// - Parameter isPrivate: whether the folder is for its owner alone where it has to be made.
    init(folder: String, isPrivate: Bool = false) {
        self.folder = folder
        self.isPrivate = isPrivate
    }

    /// A picture on the disk.
    struct Stored {
        let path: String
        let stamp: FileStamp
        /// Whether the file was made for it; false where the same bytes lay there already, as
        /// after an import that was killed or undone.
        let isNew: Bool
    }

    /// A picture that is on the disk, without a name as yet; gone with this object.
    final class Pending {
        fileprivate let file: PartialFile
        fileprivate init(_ file: PartialFile) { self.file = file }
    }

    /// The right to name and remove files of the folder: one import at a time has it, so that none
    /// takes a file that another one made and may still take back. Ends with this object.
    final class Turn {
        fileprivate let descriptor: Int32
        fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }
        deinit { if descriptor >= 0 { close(descriptor) } }
    }

    // MARK: Writing

    /// Writes a picture to the disk, without a name as yet.
    ///
    /// - Throws: a `WitError` naming the folder.
    func prepare(_ bytes: [UInt8]) throws(WitError) -> Pending {
        try makeFolder()
        do throws(SystemError) {
            let file = try PartialFile(in: folder)
            try file.write(bytes)
            file.openToOthers()
            try file.synchronize()
            return Pending(file)
        } catch {
            throw Self.failure(folder, "can't be written to", error.number)
        }
    }

    /// Waits for the turn; where the file system knows no locks there is no waiting.
    ///
    /// - Parameter isStopped: asked again and again meanwhile.
    /// - Throws: `interrupted`.
    func turn(isStopped: () -> Bool = { false }) throws(WitError) -> Turn {
        let turn = Turn(open(folder.systemPath, O_RDONLY | O_CLOEXEC))
        while turn.descriptor >= 0, flock(turn.descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                // A process that has it may have been stopped, for as long as somebody likes.
                if isStopped() { throw .stopped }
                Thread.sleep(forTimeInterval: 0.02)
            default: return turn
            }
        }
        return turn
    }

    /// Gives a picture the first free name.
    ///
    /// - Parameters:
    ///   - bytes: the picture's: the file of a former import that holds just these is taken again.
    ///   - stem: what the name is made from: a photo's name, a foreign file name.
    ///   - mediaType: what the name's ending is chosen by.
    ///   - isKnown: whether a file at a path is some photo's already, and so is not taken again.
    /// - Throws: a `WitError` naming the path that can't be written; what `isKnown` throws.
    func name(
        _ pending: Pending, _ bytes: [UInt8], stem: String?, mediaType: String,
        _ turn: borrowing Turn, isKnown: (String) throws -> Bool
    ) throws -> Stored {
        let stem = Self.safe(stem)
        var names = FreeName()
        while let number = names.next() {
            let path = path(stem: stem, number: number, suffix: Self.suffix(of: mediaType))
            if Self.isThere(path) {
                if let stamp = FolderWalk.stamp(of: path), stamp.size == bytes.count,
                    try !isKnown(path), Self.holds(path, bytes)
                {
                    return Stored(path: path, stamp: stamp, isNew: false)
                }
                names.isTaken(number)
                continue
            }
            guard names.isFree(number) else { continue }
            do throws(SystemError) {
                try Placement.move(pending.file.path, to: path, replacing: false)
            } catch {
                guard error.number == EEXIST else {
                    throw Self.failure(path, "can't be written", error.number)
                }
                names.isTaken(number)
                continue
            }
            pending.file.wasPlaced()
            guard let stamp = FolderWalk.stamp(of: path) else {
                throw Self.failure(path, "can't be read", errno)
            }
            return Stored(path: path, stamp: stamp, isNew: true)
        }
        throw WitError(item: folder, reason: "has no free name for “\(stem)”")
    }

    /// Makes sure that the names given are on the disk.
    func synchronize() {
        let descriptor = open(folder.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// Takes a file away that this store made in this turn, and that nothing refers to.
    func remove(_ path: String, _ turn: borrowing Turn) { unlink(path.systemPath) }

    /// The path that a picture would get now; another program may take it in the meantime.
    ///
    /// - Parameter taken: paths that are planned already.
    func plannedPath(stem: String?, mediaType: String, besides taken: Set<String> = []) -> String {
        let stem = Self.safe(stem)
        var names = FreeName()
        while let number = names.next() {
            let path = path(stem: stem, number: number, suffix: Self.suffix(of: mediaType))
            if taken.contains(path) || Self.isThere(path) {
                names.isTaken(number)
            } else if names.isFree(number) {
                return path
            }
        }
        return path(stem: stem, number: FreeName.random(), suffix: Self.suffix(of: mediaType))
    }

    // MARK: The folder

    private func makeFolder() throws(WitError) {
        do throws(SystemError) {
            if isPrivate {
                try Folder.make(folder, mode: PrivateFile.folderMode)
            } else {
                try Folder.make(folder)
            }
        } catch {
            throw WitError(item: folder, reason: "the folder can't be created or is a file")
        }
    }

    private func path(stem: String, number: Int, suffix: String) -> String {
        folder + "/" + stem + (number == 1 ? "" : "-\(number)") + suffix
    }

    private static func isThere(_ path: String) -> Bool {
        FileSystem.entryExists(path)
    }

    private static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
        (try? FileSystem.contents(of: path)) == bytes
    }

    private static func failure(
        _ path: String, _ what: String, _ error: Int32
    ) -> WitError {
        WitError(item: path, reason: what + ": " + String(cString: strerror(error)))
    }

    // MARK: Names

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
