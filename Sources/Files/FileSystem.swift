#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the file system says of paths, in the text of ``PathEncoding``: Foundation reaches only
/// files whose names are UTF-8.
public enum FileSystem {
    /// The folder that relative paths count from; `/` where the system does not tell.
    public static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return text(path)
    }

    /// The text of a path or name that the system gave.
    public static func text(_ path: UnsafePointer<CChar>) -> String {
        PathEncoding.text(of: UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    /// Whether something stands at a path, links followed.
    public static func exists(_ path: String) -> Bool { access(path.systemPath, F_OK) == 0 }

    /// Whether something stands at a path, even a link that leads nowhere.
    public static func entryExists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path.systemPath, &status) == 0
    }

    /// Whether a file can be read.
    public static func isReadable(_ path: String) -> Bool { access(path.systemPath, R_OK) == 0 }

    /// Whether a folder stands at a path, links followed.
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a regular file stands at a path, links followed.
    public static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a link stands at a path.
    public static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Where a link leads, as it says; nil where there is none.
    public static func destination(ofLink path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path.systemPath, &target, target.count)
        let octets = target.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
        return count > 0 ? PathEncoding.text(of: octets) : nil
    }

    /// Where a path leads, all links followed; the path itself where nothing stands there.
    public static func resolved(_ path: String) -> String {
        guard let whole = realpath(path.systemPath, nil) else { return path }
        defer { free(whole) }
        return text(whole)
    }

    /// The octets of a file, links followed; nil where nothing stands there.
    public static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path.systemPath, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The names of what lies in a folder, in no order, without `.` and `..`.
    ///
    /// - Throws: What the system says: `ENOENT`, `EACCES`, `EIO`, …
    public static func names(in folder: String) throws(SystemError) -> [String] {
        guard let handle = opendir(folder.systemPath) else { throw SystemError(folder) }
        defer { closedir(handle) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                text(UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self))
            }
            if name != "." && name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw SystemError(folder) }
        return names
    }

    /// Hands over a file's octets piece by piece.
    ///
    /// - Parameters:
    ///   - limit: the most that are read.
    ///   - body: takes each piece, of 1 MiB at most.
    /// - Throws: What the system says: `ENOENT`, `EACCES`, `EIO`, …
    public static func forEachPiece(
        of path: String, limit: Int = .max, isStopped: () -> Bool = { false },
        _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(SystemError) {
        let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(path) }
        defer { close(descriptor) }
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(limit, pieceLength), alignment: 16)
        defer { room.deallocate() }
        var left = limit
        while left > 0, !isStopped() {
            let count = read(descriptor, room.baseAddress, min(left, room.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(path) }
            if count == 0 { return }
            body(UnsafeRawBufferPointer(rebasing: room[..<count]))
            left -= count
        }
    }

    private static let pieceLength = 1 << 20

    /// The octets of a file.
    ///
    /// - Parameter limit: the most that are read.
    /// - Throws: What the system says: `ENOENT`, `EACCES`, `EIO`, …
    public static func contents(
        of path: String, limit: Int = .max
    ) throws(SystemError) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(min(limit, size(of: path) ?? 0))
        try forEachPiece(of: path, limit: limit) { octets.append(contentsOf: $0) }
        return octets
    }

    /// A path's last part: `b.jpg` of `/a/b.jpg`.
    public static func name(of path: String) -> String {
        let octets = path.utf8
        guard let slash = octets.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[octets.index(after: slash)...])
    }

    /// A path's last part without its extension: `b` of `/a/b.jpg`, `.b` of `/a/.b`.
    public static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return name
        }
        return String(name[..<dot])
    }
}
