import Files

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lists the regular files below a folder, each with its stamp, in the byte order of their
/// paths: the order in which the catalog lists what it knows.
///
/// Hidden entries (names that begin with a dot) are passed over, and what other programs made of
/// photos (``DerivedNames``) is left out. Links to files are followed,
/// links to folders are not, so that no walk runs in a circle. At any moment the names of one
/// folder and of those above it are held, and no folder is open.
public struct FolderWalk: Sendable {
    /// What the walk met.
    public enum Step: Sendable, Equatable {
        /// A file; its path stands in `path`.
        case file(FileStamp)
        /// A folder that could not be listed; its path stands in `path`, with a slash at its
        /// end. What lies below is unknown, not gone.
        case unreadableFolder
        /// A folder that is not entered, in a walk that does not descend; its path stands in
        /// `path`, with a slash at its end.
        case folder
    }

    /// The path of what the walk met last, as `PathEncoding` writes it, in UTF-8.
    public private(set) var path: [UInt8]
    /// Whether a sidecar lies beside the file that was met last.
    public private(set) var hasSidecar = false
    /// Folders and files that could not be looked at.
    public private(set) var failures: [Failure] = []

    /// A folder or a file that could not be looked at.
    public struct Failure: Sendable, Equatable {
        /// Its path.
        public let path: String
        /// Why, without the path.
        public let reason: String
    }

    private struct Level {
        let listing: FolderListing
        let pathLength: Int
        var next = 0
    }

    /// Files and folders that other programs made of photos, and that were left out.
    public private(set) var leftOut = LeftOut()

    private let descends: Bool
    private let derived: DerivedNames
    private let sweeps: Bool
    private var levels: [Level] = []
    private var isBegun = false

    /// A walk through a folder.
    ///
    /// - Parameters:
    ///   - root: an absolute path of a folder.
    ///   - descends: whether it goes into the folders below.
    ///   - derived: names that are left out, the root's own aside.
    ///   - sweeps: whether it takes away what ended processes left unfinished.
    public init(
        _ root: String, descends: Bool = true, leavingOut derived: DerivedNames = DerivedNames(),
        sweeps: Bool = false
    ) {
        self.descends = descends
        self.derived = derived
        self.sweeps = sweeps
        path = Array(root.utf8)
        if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    }

    /// Goes on to the next file or unreadable folder; nil at the end.
    public mutating func next() -> Step? {
        if !isBegun {
            isBegun = true
            if !enter() { return .unreadableFolder }
        }
        while let depth = levels.indices.last {
            let index = levels[depth].next
            path.removeLast(path.count - levels[depth].pathLength)
            guard index < levels[depth].listing.entries.count else {
                levels.removeLast()
                continue
            }
            levels[depth].next = index + 1
            let entry = levels[depth].listing.entries[index]
            path.append(contentsOf: levels[depth].listing.names[entry.name])
            hasSidecar = entry.hasSidecar
            if let stamp = entry.stamp { return .file(stamp) }
            if !descends { return .folder }
            if !enter() { return .unreadableFolder }
        }
        return nil
    }

    /// The stamp of one file; nil where there is no regular file.
    public static func stamp(of path: String) -> FileStamp? { FileStamp(of: path) }

    /// Lists the folder whose path stands in `path`.
    private mutating func enter() -> Bool {
        do throws(FolderListing.Unreadable) {
            let listing = try FolderListing(of: path, leavingOut: derived)
            leftOut.add(listing.leftOut)
            if sweeps, listing.hasLeftovers {
                Leftovers.sweep(String(decoding: path, as: UTF8.self))
            }
            for failure in listing.failures {
                let path = String(decoding: path, as: UTF8.self) + failure.name
                failures.append(Failure(path: path, reason: failure.reason))
            }
            levels.append(Level(listing: listing, pathLength: path.count))
            return true
        } catch {
            // It went away since its name was listed: nothing is below it any more.
            if [ENOENT, ENOTDIR].contains(error.number), !levels.isEmpty { return true }
            let folder = String(
                decoding: path.count > 1 ? path.dropLast() : path[...], as: UTF8.self)
            let reason = "the folder can't be read: \(error.words)"
            failures.append(Failure(path: folder, reason: reason))
            return false
        }
    }
}
