import Files
import PhotoMetadata

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What lies in one folder, without what lies in folders below: names and stamps, in the byte
/// order of the paths that they lead to.
///
/// A folder's name ends with a slash, so that all below it sorts where it belongs: `a-b`, `a/`,
/// `ab`. Names stand one behind the other in one array, since a folder may hold a million.
struct FolderListing {
    /// A file or a folder.
    struct Entry {
        /// Where its name stands among `names`.
        var name: Range<Int>
        /// A file's stamp, joined with its sidecars'; nil for a folder.
        var stamp: FileStamp?
        /// Whether a sidecar lies beside the file.
        var hasSidecar = false
    }

    /// An entry that could not be looked at, and why.
    struct Failure {
        var name: String
        var reason: String
    }

    private(set) var names: [UInt8] = []
    private(set) var entries: [Entry] = []
    private(set) var failures: [Failure] = []
    private(set) var leftOut = LeftOut()
    /// Whether there are files here that an ended process may have left.
    private(set) var hasLeftovers = false
    private var sidecars: [String: FileStamp] = [:]
    // Of photos beside them it is unknown what they say.
    private var unknownSidecars: Set<String> = []
    private let path: [UInt8]
    private let derived: DerivedNames

    /// Why a folder could not be listed.
    struct Unreadable: Error {
        let number: Int32
        var words: String { String(cString: strerror(number)) }
    }

    /// Lists a folder.
    ///
    /// - Parameters:
    ///   - path: Its path as `PathEncoding` writes it, in UTF-8.
    ///   - derived: Names that are left out.
    init(of path: [UInt8], leavingOut derived: DerivedNames) throws(Unreadable) {
        self.path = path
        self.derived = derived
        let text = String(decoding: path, as: UTF8.self)
        guard let handle = opendir(text.systemPath) else { throw Unreadable(number: errno) }
        defer { closedir(handle) }
        let folder = dirfd(handle)
        errno = 0
        while let entry = readdir(handle) {
            // The name is read where the system put it, and asked for by that: no copy and no
            // path for a file that may turn out to be as it was.
            let kind = Int32(entry.pointee.d_type)
            withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                let name = UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self)
                take(name, kind: kind, in: folder)
            }
            errno = 0
        }
        guard errno == 0 else { throw Unreadable(number: errno) }
        if !sidecars.isEmpty || !unknownSidecars.isEmpty { joinSidecars() }
        sort()
    }

    private mutating func take(_ name: UnsafePointer<CChar>, kind: Int32, in folder: Int32) {
        // Hidden entries, `.` and `..` among them.
        guard name.pointee != CChar(bitPattern: UInt8(ascii: ".")) else {
            if Leftovers.isLeftover(name) { hasLeftovers = true }
            return
        }
        switch kind {
        case Int32(DT_DIR): add(name, nil)
        case Int32(DT_REG): look(at: name, in: folder)
        case Int32(DT_LNK): follow(name, in: folder)
        case Int32(DT_UNKNOWN): look(at: name, in: folder)
        default: return
        }
    }

    /// Looks at what is no link, or may be one on a file system that does not tell.
    private mutating func look(at name: UnsafePointer<CChar>, in folder: Int32) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return fail(name, errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: add(name, FileStamp(status))
        case S_IFDIR: add(name, nil)
        case S_IFLNK: follow(name, in: folder)
        default: return
        }
    }

    /// Links to files count; a link to nothing is no photo and no fault of the folder's.
    private mutating func follow(_ name: UnsafePointer<CChar>, in folder: Int32) {
        var status = stat()
        guard fstatat(folder, name, &status, 0) == 0 else { return fail(name, errno) }
        if status.st_mode & S_IFMT == S_IFREG { add(name, FileStamp(status)) }
    }

    /// What is there and cannot be looked at is unknown, not gone.
    private mutating func fail(_ name: UnsafePointer<CChar>, _ number: Int32) {
        // It went away since it was listed, or the link leads nowhere.
        if number == ENOENT || number == ELOOP { return }
        let text = FileSystem.text(name)
        failures.append(Failure(name: text, reason: String(cString: strerror(number))))
        if SidecarName.isSidecar(text) { unknownSidecars.insert(text) }
    }

    private mutating func add(_ name: UnsafePointer<CChar>, _ stamp: FileStamp?) {
        let start = names.count
        let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
        names.append(contentsOf: bytes)
        if bytes.contains(where: { $0 > 0x7F }) {
            names.removeLast(bytes.count)
            names.append(contentsOf: PathEncoding.text(of: bytes).utf8)
        }
        if let stamp, bytes.count > 4, Self.isSidecar(bytes) {
            sidecars[String(decoding: names[start...], as: UTF8.self)] = stamp
            names.removeSubrange(start...)
            return
        }
        let rule =
            stamp == nil
            ? derived.rule(ofFolder: bytes, in: path) : derived.rule(ofFile: bytes)
        if let rule {
            let name = String(decoding: names[start...], as: UTF8.self)
            names.removeSubrange(start...)
            leftOut.add(
                String(decoding: path, as: UTF8.self) + name + (stamp == nil ? "/" : ""), rule)
            return
        }
        if stamp == nil { names.append(UInt8(ascii: "/")) }
        entries.append(Entry(name: start..<names.count, stamp: stamp))
    }

    /// Whether a name ends with `.xmp`, in letters of either case: told for every file of a scan.
    private static func isSidecar(_ name: UnsafeRawBufferPointer) -> Bool {
        name[name.count - 4] == UInt8(ascii: ".")
            && zip(name.suffix(3), "xmp".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// A sidecar is no photo of its own; it belongs to the files beside it that it is named
    /// after, which change when it does.
    private mutating func joinSidecars() {
        for index in entries.indices {
            guard let stamp = entries[index].stamp else { continue }
            let name = String(decoding: names[entries[index].name], as: UTF8.self)
            let found = SidecarName.spellings(for: name).compactMap { sidecars[$0] }
            entries[index].stamp = stamp.joined(with: found)
            entries[index].hasSidecar = !found.isEmpty
        }
        if unknownSidecars.isEmpty { return }
        // Such a photo is not read without its sidecar, nor gone: it stays as it is known.
        let names = names
        entries.removeAll { entry in
            let name = String(decoding: names[entry.name], as: UTF8.self)
            return entry.stamp != nil
                && SidecarName.spellings(for: name).contains(where: unknownSidecars.contains)
        }
    }

    private mutating func sort() {
        leftOut.sort()
        let names = names
        entries.sort { BytewiseOrder.compare(names, $0.name, names, $1.name) < 0 }
    }
}
