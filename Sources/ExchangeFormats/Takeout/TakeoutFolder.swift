import Files
import Foundation
import OutputText

/// The folders of a Google Takeout.
///
/// A large Takeout comes in several archives that share one tree: a picture may lie in one of
/// them and its JSON in another. Unpacked into folders of their own and given together, folders
/// of one name below them count as one.
public struct TakeoutFolder: Sendable {
    /// A folder of the Takeout: an album, or a year.
    public struct Group: Sendable {
        /// Its path below what was given; empty for that itself.
        public let name: String
        /// Where it lies: one absolute path for each part that has it.
        public let folders: [String]
    }

    /// What lies in a group, by its name.
    public struct Listing: Sendable {
        /// The files: photos, videos and JSON, in the order of their names.
        public internal(set) var names: [String] = []
        /// Where each of them lies.
        public internal(set) var paths: [String: String] = [:]
    }

    /// The groups, in the order of their names.
    public let groups: [Group]
    /// Folders that could not be listed.
    public let failures: [WitError]

    /// How many folders may lie in one another: a Takeout has four.
    private static let depthLimit = 64

    /// Looks through folders; links to folders and hidden entries are passed over.
    ///
    /// - Parameters:
    ///   - roots: absolute paths.
    ///   - isStopped: asked before each folder; the rest is left out then.
    public init(_ roots: [String], isStopped: () -> Bool = { false }) {
        var folders: [String: [String]] = [:]
        var failures: [WitError] = []
        for root in roots {
            var waiting = [(path: root, name: "", depth: 0)]
            while !isStopped(), let (path, name, depth) = waiting.popLast() {
                guard let entries = try? FileSystem.names(in: path)
                else {
                    failures.append(
                        WitError(path: path, reason: "the folder can't be read"))
                    continue
                }
                folders[name, default: []].append(path)
                guard depth < Self.depthLimit else { continue }
                for entry in entries
                where !entry.hasPrefix(".") && Self.isFolder(Self.join(path, entry), entry) {
                    waiting.append(
                        (
                            Self.join(path, entry), name.isEmpty ? entry : name + "/" + entry,
                            depth + 1
                        ))
                }
            }
        }
        groups = folders.keys.sorted().map { Group(name: $0, folders: folders[$0] ?? []) }
        self.failures = failures
    }

    /// Lists a group's files. Where two parts have a file of one name, the first one's counts.
    public static func list(_ group: Group) -> Listing {
        var listing = Listing()
        for folder in group.folders {
            let entries = (try? FileSystem.names(in: folder)) ?? []
            for entry in entries
            where !entry.hasPrefix(".") && TakeoutFileKind(entry) != nil
                && listing.paths[entry] == nil
            {
                listing.paths[entry] = join(folder, entry)
                listing.names.append(entry)
            }
        }
        listing.names.sort()
        return listing
    }

    /// Whether a file is a photo by its name.
    public static func isPicture(_ name: String) -> Bool { TakeoutFileKind(name) == .picture }

    /// Whether an album's title is that of the folder of a year, “Photos from 2024”, which Google
    /// makes for everybody and nobody named.
    public static func isYear(_ title: String) -> Bool { TakeoutWords.isYear(title) }

    /// Whether a folder is one: whether a JSON that tells of a photo of Google's lies in it or
    /// below. A Maildir is none, and no more than some thousand entries are looked at.
    static func isTakeout(_ root: String) -> Bool {
        var waiting = [(path: root, depth: 0)]
        var (entriesLeft, filesLeft) = (100_000, 200)
        while let (path, depth) = waiting.popLast() {
            let entries = (try? FileSystem.names(in: path)) ?? []
            if entries.contains("cur"), entries.contains("new") { continue }
            for entry in entries where !entry.hasPrefix(".") {
                entriesLeft -= 1
                if entriesLeft < 0 { return false }
                if TakeoutFileKind(entry) == .sidecar {
                    filesLeft -= 1
                    if filesLeft < 0 { return false }
                    if let file = try? TakeoutFile(path: join(path, entry)), file.isOfPhoto {
                        return true
                    }
                } else if depth < depthLimit, isFolder(join(path, entry), entry) {
                    waiting.append((join(path, entry), depth + 1))
                }
            }
        }
        return false
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Whether there is a folder, and no link to one. Nothing with the name of a photo is asked.
    private static func isFolder(_ path: String, _ name: String) -> Bool {
        guard TakeoutFileKind(name) == nil else { return false }
        return FileSystem.isFolder(path) && !FileSystem.isLink(path)
    }
}

/// What a file of a Takeout is, by its name's ending.
enum TakeoutFileKind: Sendable {
    case picture, video, sidecar

    init?(_ name: String) {
        let ending = TakeoutName.split(name).ending.dropFirst().lowercased()
        if ending == "json" {
            self = .sidecar
        } else if Self.pictures.contains(ending) {
            self = .picture
        } else if Self.videos.contains(ending) {
            self = .video
        } else {
            return nil
        }
    }

    private static let pictures: Set<String> = [
        "arw", "avif", "bmp", "cr2", "cr3", "dng", "gif", "heic", "heif", "hif", "jfif", "jpe",
        "jpeg", "jpg", "jxl", "nef", "orf", "pef", "png", "raf", "rw2", "tif", "tiff", "webp",
    ]
    /// `mp` and `mv` are the films of Pixel's motion photos.
    private static let videos: Set<String> = [
        "3gp", "avi", "m2ts", "m4v", "mkv", "mov", "mp", "mp4", "mpeg", "mpg", "mts", "mv",
        "webm", "wmv",
    ]
}
