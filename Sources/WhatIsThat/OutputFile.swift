import Files
import Foundation
import PhotoRecord

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that a command writes: a new one, or one that the person said may be replaced.
///
/// A regular file is written wholly or not at all. What is no regular file (a pipe, a device) is
/// written into, never replaced; a link is followed.
public struct OutputFile: Sendable {
    /// The path, as the person wrote it.
    public let path: String
    private let target: String
    private let isStream: Bool

    /// Looks whether a file may be written; done before the work that makes its content.
    ///
    /// - Parameters:
    ///   - path: a path; a relative one counts from the current folder.
    ///   - replacing: whether a file that is there may be replaced.
    /// - Throws: an `ItemFailure` naming the path and what to do.
    public init(_ path: String, replacing: Bool) throws(ItemFailure) {
        self.path = path
        let whole = absolutePath(path)
        target =
            FileSystem.destination(ofLink: whole).map { Self.resolved($0, besides: whole) } ?? whole
        var status = stat()
        guard stat(target.systemPath, &status) == 0 else {
            isStream = false
            let folder = FileSystem.folder(of: target)
            if !FileSystem.isFolder(folder) || whole.isEmpty {
                throw ItemFailure(item: path, reason: "there is no folder \(folder)")
            }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            isStream = false
            if !replacing {
                throw ItemFailure(item: path, reason: "is there already; --force replaces it")
            }
        case S_IFDIR:
            throw ItemFailure(item: path, reason: "is a folder; name a file in it")
        default: isStream = true
        }
    }

    /// Writes the content.
    ///
    /// - Throws: an `ItemFailure` naming the path; no part of a regular file is left then.
    public func write(_ bytes: [UInt8]) throws(ItemFailure) {
        do {
            try write { take in try bytes.withUnsafeBytes(take) }
        } catch let error as ItemFailure {
            throw error
        } catch {
            throw ItemFailure(item: path, reason: "can't be written" + Self.reason(error))
        }
    }

    /// Writes content that comes piece by piece: to a file beside the target first, which takes its
    /// place once all is there.
    ///
    /// - Parameter content: Gives each piece to the function that it is handed.
    /// - Throws: an `ItemFailure` naming the path, or what `content` throws; no part of a regular
    ///   file is left then.
    public func write(
        _ content: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        let isNew = !FileSystem.exists(target)
        let partial = FileSystem.folder(of: target) + "/.wit-" + RecordID().text
        let written = isStream ? target : partial
        let flags = isStream ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL
        let descriptor = open(written.systemPath, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try content { piece in
                do {
                    try handle.write(contentsOf: Data(piece))
                } catch {
                    throw ItemFailure(item: path, reason: "can't be written" + Self.reason(error))
                }
            }
            guard !isStream else { return }
            var status = stat()
            if !isNew, stat(target.systemPath, &status) == 0 {
                fchmod(descriptor, status.st_mode & 0o7777)
            }
            guard fsync(descriptor) == 0, rename(partial.systemPath, target.systemPath) == 0 else {
                throw failure()
            }
        } catch {
            if !isStream { unlink(partial.systemPath) }
            throw error
        }
    }

    private func failure() -> ItemFailure {
        ItemFailure(item: path, reason: "can't be written: \(String(cString: strerror(errno)))")
    }

    private static func resolved(_ link: String, besides path: String) -> String {
        if link.hasPrefix("/") { return absolutePath(link) }
        return absolutePath(FileSystem.folder(of: path) + "/" + link)
    }

    /// What the system said, where it said something.
    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        let under = error.userInfo[NSUnderlyingErrorKey] as? NSError
        let system = [error, under].compactMap(\.self).first { $0.domain == NSPOSIXErrorDomain }
        return system.map { ": " + String(cString: strerror(Int32($0.code))) } ?? ""
    }
}
