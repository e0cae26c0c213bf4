import Foundation
import GRDB
import OutputText

/// The folders that digiKam's collection lies in (table `AlbumRoots`).
///
/// A root is named by a volume and a path on it: `volumeid:?path=/home/anna/Pictures` names the
/// folder itself; `volumeid:?uuid=…` a file system, and `specificPath` the folder on it;
/// `networkshareid:?mountpath=/mnt/nas` a share by where it is mounted.
public struct DigiKamRoots: Sendable {
    /// One root.
    public struct Root: Sendable {
        /// The row's number.
        let id: Int64
        /// What the person calls it.
        public let label: String
        /// The folder, as far as it is known: where the person said, or the first candidate that
        /// is there, or the likeliest.
        public let folder: String
        /// Whether the folder is there.
        public let isThere: Bool
    }

    /// The roots by their rows' numbers.
    public let roots: [Int64: Root]

    /// Where a person says that folders lie now.
    public struct Mapping: Sendable, Hashable {
        /// A root's label, its folder as digiKam knows it, or a folder above that.
        public let old: String
        /// The folder that it is now: an absolute path.
        public let new: String

        /// A folder and what it is now.
        public init(old: String, new: String) {
            self.old = Self.trimmed(old)
            self.new = Self.trimmed(new)
        }

        private static func trimmed(_ path: String) -> String {
            path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        }

        /// Where a folder lies now; nil where this does not speak of it.
        func folder(label: String, _ folder: String) -> String? {
            if old == label || old == folder { return new }
            return folder.hasPrefix(old + "/") ? new + folder.dropFirst(old.count) : nil
        }
    }

    /// Reads the roots.
    ///
    /// - Throws: `WitError` where the database cannot be read.
    public init(_ database: DigiKamDatabase, mapping: [Mapping]) throws(WitError) {
        roots = try database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, label, identifier, specificPath FROM AlbumRoots")
            return Dictionary(
                rows.compactMap { row -> (Int64, Root)? in
                    guard let id = row.integer(0) else { return nil }
                    let root = Self.root(
                        id: id, label: row.text(1) ?? "", identifier: row.text(2) ?? "",
                        specificPath: row.text(3) ?? "/", mapping)
                    return (root.id, root)
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    private static func root(
        id: Int64, label: String, identifier: String, specificPath: String, _ mapping: [Mapping]
    ) -> Root {
        let candidates = candidates(identifier, specificPath)
        for folder in candidates.isEmpty ? [label] : candidates {
            for entry in mapping {
                if let new = entry.folder(label: label, folder) {
                    return Root(id: id, label: label, folder: new, isThere: isFolder(new))
                }
            }
        }
        let found = candidates.first(where: isFolder)
        return Root(
            id: id, label: label, folder: found ?? candidates.first ?? label,
            isThere: found != nil)
    }

    private static func candidates(_ identifier: String, _ specificPath: String) -> [String] {
        let query = identifier.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        var candidates: [String] = []
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            // QUIRK: paths stand there as they are or with percent signs for some characters.
            let values = [parts[1].removingPercentEncoding, parts[1]].compactMap { $0 }
            for value in values {
                switch parts[0].lowercased() {
                case "path", "mountpath": candidates.append(join(value, specificPath))
                case "uuid":
                    candidates += mountPoints(ofVolume: value).map { join($0, specificPath) }
                default: continue
                }
            }
        }
        // A volume that is nowhere: its path may be one of this system's root volume.
        if specificPath.hasPrefix("/"), specificPath != "/" { candidates.append(specificPath) }
        var seen: Set<String> = []
        return candidates.filter { $0.hasPrefix("/") && seen.insert($0).inserted }
    }

    static func join(_ folder: String, _ path: String) -> String {
        let parts = (folder + "/" + path).split(separator: "/")
        return "/" + parts.joined(separator: "/")
    }

    /// Where a file system is mounted, as Linux tells it.
    private static func mountPoints(ofVolume uuid: String) -> [String] {
        guard !uuid.contains("/"), !uuid.isEmpty,
            let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
        else { return [] }
        let links = [uuid, uuid.lowercased(), uuid.uppercased()].map { "/dev/disk/by-uuid/" + $0 }
        let devices = Set(
            links.map { URL(filePath: $0).resolvingSymlinksInPath().path }
                .filter { !$0.hasPrefix("/dev/disk/") })
        return mounts.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 1, devices.contains(String(fields[0])) else { return nil }
            return fields[1].replacingOccurrences(of: "\\040", with: " ")
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}
