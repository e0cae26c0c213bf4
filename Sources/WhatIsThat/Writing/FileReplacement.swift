import CatalogDatabase
import Crypto
import Files
import Foundation
import OutputText
import PhotoMetadata

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Puts a file's new content in its place: a temporary file in the same folder, on the disk
/// before it takes the name, so that at any moment one of both stands there whole.
///
/// A link is followed to the real file. Mode, owner, access lists and extended attributes come
/// along as far as the system allows; what does not is said.
struct FileReplacement {
    /// The path as the catalog has it.
    let path: String
    /// The real file.
    let target: String
    private let status: stat?

    /// A file that may be there or not.
    ///
    /// - Throws: a `WitError` where it can't be replaced: a folder, a device, a file that is
    ///   protected against writing.
    init(_ path: String) throws(WitError) {
        self.path = path
        target =
            realpath(path.systemPath, nil).map { resolved in
                defer { free(resolved) }
                return FileSystem.text(resolved)
            } ?? path
        var status = stat()
        guard stat(target.systemPath, &status) == 0 else {
            guard errno == ENOENT else { throw Self.failure(path, "can't be examined") }
            self.status = nil
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw WitError(item: path, reason: "is not a regular file; nothing was written")
        }
        // What a person protected stays so even for the superuser.
        guard status.st_mode & 0o222 != 0 else {
            throw WitError(item: path, reason: "is read-only; nothing was written")
        }
        self.status = status
    }

    /// How many names the file has.
    var links: Int { Int(status?.st_nlink ?? 0) }

    /// Writes a whole new content in the place of the one that was read; nothing where the file
    /// is to be taken away.
    ///
    /// - Parameters:
    ///   - bytes: the new content.
    ///   - former: what was read, for which the new content was made; nil where there was no file.
    ///     A file that is another one by now is not touched.
    /// - Returns: what could not be kept of the former file, one line each.
    @discardableResult
    func write(
        _ bytes: [UInt8]?, insteadOf former: [UInt8]?
    ) throws(WitError) -> [String] {
        let source = status == nil ? -1 : open(target.systemPath, O_RDONLY | O_CLOEXEC)
        defer { if source >= 0 { close(source) } }
        if status != nil, source < 0 { throw Self.failure(path, "can't be read") }
        // One byte more than there was shows a file that has grown.
        let current = source < 0 ? nil : try read(source, 0, (former?.count ?? 0) + 1)
        guard current == former else { throw changed }
        guard let bytes else {
            try expectUnchanged()
            guard unlink(target.systemPath) == 0 else {
                throw Self.failure(path, "can't be removed")
            }
            try syncFolder()
            return []
        }
        return try replace(source) { (output) throws(WitError) in try put(bytes, output) }
    }

    /// Writes a new beginning, with the rest of the file behind it.
    ///
    /// Before the new file takes the name it is read again: all that does not hold metadata must
    /// be byte for byte what it was.
    ///
    /// - Parameters:
    ///   - head: the new beginning.
    ///   - former: the file's beginning, in whose place it comes.
    /// - Returns: what could not be kept of the former file, one line each.
    @discardableResult
    func write(
        head: [UInt8], insteadOf former: [UInt8]
    ) throws(WitError) -> [String] {
        let source = open(target.systemPath, O_RDWR | O_CLOEXEC)
        guard source >= 0 else { throw Self.failure(path, "can't be written") }
        defer { close(source) }
        var before = stat()
        guard fstat(source, &before) == 0 else { throw Self.failure(path, "can't be read") }
        guard try read(source, 0, former.count) == former else { throw changed }
        return try replace(source) { (output) throws(WitError) in
            try put(head, output)
            let copied = try copy(source, from: former.count, to: output)
            var after = stat()
            guard fstat(source, &after) == 0, Self.isSame(before, after) else { throw changed }
            // The proof: what is on its way to the disk, held against what stands there.
            guard
                MetadataEditor.foreignHash(ofHead: try read(output.descriptor, 0, head.count))
                    == MetadataEditor.foreignHash(ofHead: former),
                try hash(output.descriptor, from: head.count) == copied,
                try hash(source, from: former.count) == copied
            else {
                throw WitError(
                    item: path, reason: "the picture would not be kept whole; nothing was written"
                )
            }
        }
    }

    // MARK: Steps

    private var changed: WitError {
        WitError(item: path, reason: "was changed by another program meanwhile; try again")
    }

    private static func isSame(_ left: stat, _ right: stat) -> Bool {
        FileStamp(left) == FileStamp(right)
    }

    /// Refuses where the target is another file than at the beginning, or has changed.
    private func expectUnchanged() throws(WitError) {
        var now = stat()
        guard stat(target.systemPath, &now) == 0 else {
            if status == nil, errno == ENOENT { return }
            throw changed
        }
        guard let status, Self.isSame(status, now) else { throw changed }
    }

    private func replace(
        _ source: Int32, _ fill: (PartialFile) throws(WitError) -> Void
    ) throws(WitError) -> [String] {
        let output: PartialFile
        do throws(SystemError) {
            output = try PartialFile(in: Folder.holding(target))
        } catch {
            throw WitError(
                item: path, reason: "its folder can't be written: " + error.reason)
        }
        try fill(output)
        var lost: [String] = []
        if let status {
            lost = FileAttributes.copy(from: source, status, to: output.descriptor)
        } else {
            output.openToOthers()
        }
        do throws(SystemError) { try output.synchronize() } catch { throw unwritten(error) }
        try expectUnchanged()
        do throws(SystemError) {
            try output.place(at: target, replacing: status != nil)
        } catch {
            if error.number == EEXIST { throw changed }
            throw unwritten(error)
        }
        return lost.map { "\(path): \($0) could not be kept" }
    }

    private func syncFolder() throws(WitError) {
        do throws(SystemError) {
            try Folder.synchronize(Folder.holding(target))
        } catch {
            throw unwritten(error)
        }
    }

    private func unwritten(_ error: SystemError) -> WitError {
        WitError(item: path, reason: "can't be written: " + error.reason)
    }

    private static let step = 1 << 20

    private func copy(
        _ source: Int32, from start: Int, to output: PartialFile
    ) throws(WitError) -> SHA256Digest {
        var hash = SHA256()
        var offset = start
        while true {
            let bytes = try read(source, offset, Self.step)
            if bytes.isEmpty { return hash.finalize() }
            hash.update(data: bytes)
            try put(bytes, output)
            offset += bytes.count
        }
    }

    private func hash(_ file: Int32, from start: Int) throws(WitError) -> SHA256Digest {
        var hash = SHA256()
        var offset = start
        while true {
            let bytes = try read(file, offset, Self.step)
            if bytes.isEmpty { return hash.finalize() }
            hash.update(data: bytes)
            offset += bytes.count
        }
    }

    private func read(_ file: Int32, _ start: Int, _ count: Int) throws(WitError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(
                    file, buffer.baseAddress?.advanced(by: filled), count - filled,
                    off_t(start + filled))
                if more > 0 {
                    filled += more
                } else if more == 0 {
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        if failure != 0 {
            errno = failure
            throw Self.failure(path, "can't be read")
        }
        return bytes
    }

    private func put(_ bytes: [UInt8], _ output: PartialFile) throws(WitError) {
        do throws(SystemError) { try output.write(bytes) } catch { throw unwritten(error) }
    }

    /// A failure with the system's words for it.
    private static func failure(_ path: String, _ what: String) -> WitError {
        WitError(item: path, reason: what + ": " + String(cString: strerror(errno)))
    }
}
