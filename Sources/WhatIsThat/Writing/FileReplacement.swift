private import CXattr
import Crypto
import Files
import Foundation
import PhotoCatalog
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
/// along as far as the system allows.
struct FileReplacement {
    /// The path as the catalog has it.
    let path: String
    /// The real file.
    let target: String
    private let status: stat?

    /// A file that may be there or not.
    ///
    /// - Throws: an `ItemFailure` where it can't be replaced: a folder, a device, a file that is
    ///   protected against writing.
    init(_ path: String) throws(ItemFailure) {
        self.path = path
        target =
            realpath(path.systemPath, nil).map { resolved in
                defer { free(resolved) }
                return FileSystem.text(resolved)
            } ?? path
        var status = stat()
        guard stat(target.systemPath, &status) == 0 else {
            guard errno == ENOENT else { throw Self.failure(path, "can't be looked at") }
            self.status = nil
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ItemFailure(item: path, reason: "is no regular file; nothing is written")
        }
        // What a person protected stays so even for the superuser.
        guard status.st_mode & 0o222 != 0 else {
            throw ItemFailure(item: path, reason: "is read-only; nothing is written")
        }
        self.status = status
    }

    /// How many names the file has.
    var links: Int { Int(status?.st_nlink ?? 0) }

    /// Writes a whole new content; nothing where it is to be taken away.
    func write(_ bytes: [UInt8]?) throws(ItemFailure) {
        guard let bytes else {
            guard unlink(target.systemPath) == 0 else {
                throw Self.failure(path, "can't be removed")
            }
            syncFolder()
            return
        }
        let source = status == nil ? -1 : open(target.systemPath, O_RDONLY | O_CLOEXEC)
        defer { if source >= 0 { close(source) } }
        try replace(source) { (output) throws(ItemFailure) in try put(bytes, output) }
    }

    /// Writes a new beginning, with the rest of the file behind it.
    ///
    /// Before the new file takes the name it is read again: all that does not hold metadata must
    /// be byte for byte what it was.
    ///
    /// - Parameters:
    ///   - head: the new beginning.
    ///   - former: the file's beginning, in whose place it comes.
    func write(head: [UInt8], insteadOf former: [UInt8]) throws(ItemFailure) {
        let source = open(target.systemPath, O_RDWR | O_CLOEXEC)
        guard source >= 0 else { throw Self.failure(path, "can't be written") }
        defer { close(source) }
        var before = stat()
        guard fstat(source, &before) == 0 else { throw Self.failure(path, "can't be read") }
        guard try read(source, 0, former.count) == former else { throw changed }
        try replace(source) { (output) throws(ItemFailure) in
            try put(head, output)
            let copied = try copy(source, from: former.count, to: output)
            var after = stat()
            guard fstat(source, &after) == 0, Self.isSame(before, after) else { throw changed }
            // The proof: what is on its way to the disk, held against what stands there.
            guard
                MetadataEditor.foreignHash(ofHead: try read(output, 0, head.count))
                    == MetadataEditor.foreignHash(ofHead: former),
                try hash(output, from: head.count) == copied,
                try hash(source, from: former.count) == copied
            else {
                throw ItemFailure(
                    item: path, reason: "the picture did not come through whole; nothing is written"
                )
            }
        }
    }

    // MARK: Steps

    private var changed: ItemFailure {
        ItemFailure(item: path, reason: "was changed by another program meanwhile; try again")
    }

    private static func isSame(_ left: stat, _ right: stat) -> Bool {
        FileStamp(left) == FileStamp(right)
    }

    private func replace(
        _ source: Int32, _ fill: (Int32) throws(ItemFailure) -> Void
    ) throws(ItemFailure) {
        let folder = FileSystem.folder(of: target)
        // Hidden, so that no scan takes it for a photo if the power fails now.
        var template = (folder + "/.wit-\(getpid())-XXXXXX").systemPath
        let output = mkstemp(&template)
        guard output >= 0 else { throw Self.failure(path, "its folder can't be written") }
        let temporary = template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FileSystem.text($0) } ?? ""
        }
        var isDone = false
        defer {
            close(output)
            if !isDone { unlink(temporary.systemPath) }
        }
        try fill(output)
        if let status {
            // Owner first: a change of it takes mode bits away.
            if status.st_uid != geteuid() || status.st_gid != getegid() {
                _ = fchown(output, status.st_uid, status.st_gid)
            }
            _ = fchmod(output, status.st_mode & 0o7777)
            if source >= 0 { witCopyAttributes(source, output) }
        } else {
            let mask = umask(0)
            _ = umask(mask)
            _ = fchmod(output, 0o666 & ~mask)
        }
        guard fsync(output) == 0 else { throw Self.failure(path, "can't be written") }
        if let status {
            var now = stat()
            guard stat(target.systemPath, &now) == 0, Self.isSame(status, now) else {
                throw changed
            }
        }
        guard rename(temporary.systemPath, target.systemPath) == 0 else {
            throw Self.failure(path, "can't be written")
        }
        isDone = true
        syncFolder()
    }

    private func syncFolder() {
        let descriptor = open(FileSystem.folder(of: target).systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    private static let step = 1 << 20

    private func copy(
        _ source: Int32, from start: Int, to output: Int32
    ) throws(ItemFailure) -> SHA256Digest {
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

    private func hash(_ file: Int32, from start: Int) throws(ItemFailure) -> SHA256Digest {
        var hash = SHA256()
        var offset = start
        while true {
            let bytes = try read(file, offset, Self.step)
            if bytes.isEmpty { return hash.finalize() }
            hash.update(data: bytes)
            offset += bytes.count
        }
    }

    private func read(_ file: Int32, _ start: Int, _ count: Int) throws(ItemFailure) -> [UInt8] {
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

    private func put(_ bytes: [UInt8], _ output: Int32) throws(ItemFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.write(output, buffer.baseAddress?.advanced(by: done), bytes.count - done)
                #else
                    Glibc.write(output, buffer.baseAddress?.advanced(by: done), bytes.count - done)
                #endif
            }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw Self.failure(path, "can't be written")
            }
        }
    }

    /// A failure with the system's words for it.
    private static func failure(_ path: String, _ what: String) -> ItemFailure {
        ItemFailure(item: path, reason: what + ": " + String(cString: strerror(errno)))
    }
}
