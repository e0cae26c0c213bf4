import Files
import Foundation
import OutputText

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
    private let replacing: Bool

    /// Looks whether a file may be written; done before the work that makes its content.
    ///
    /// - Parameters:
    ///   - path: a path; a relative one counts from the current folder.
    ///   - replacing: whether a file that is there may be replaced.
    /// - Throws: a `WitError` naming the path and what to do.
    public init(_ path: String, replacing: Bool) throws(WitError) {
        self.path = path
        self.replacing = replacing
        let whole = absolutePath(path)
        target =
            FileSystem.destination(ofLink: whole).map { Self.resolved($0, besides: whole) } ?? whole
        var status = stat()
        guard stat(target.systemPath, &status) == 0 else {
            isStream = false
            let folder = Folder.holding(target)
            if !FileSystem.isFolder(folder) || whole.isEmpty {
                throw WitError(item: path, reason: "there is no folder \(folder)")
            }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            isStream = false
            if !replacing { throw Self.isThere(path) }
        case S_IFDIR:
            throw WitError(item: path, reason: "is a folder; name a file in it")
        default: isStream = true
        }
    }

    /// Writes the content.
    ///
    /// - Throws: a `WitError` naming the path; no part of a regular file is left then.
    public func write(_ bytes: [UInt8]) throws(WitError) {
        do {
            try write { take in try bytes.withUnsafeBytes(take) }
        } catch {
            if let error = error as? WitError { throw error }
            throw WitError(item: path, reason: "can't be written" + Self.reason(error))
        }
    }

    /// Writes content that comes piece by piece: to a file beside the target first, which takes its
    /// place once all is there.
    ///
    /// - Parameter content: Gives each piece to the function that it is handed.
    /// - Throws: a `WitError` naming the path, or what `content` throws; no part of a regular
    ///   file is left then.
    public func write(
        _ content: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        if isStream { return try stream(content) }
        let partial: PartialFile
        do throws(SystemError) {
            partial = try PartialFile(in: Folder.holding(target))
        } catch {
            throw failure(error)
        }
        try content { piece in
            do throws(SystemError) { try partial.write(piece) } catch { throw failure(error) }
        }
        var status = stat()
        let former = replacing ? open(target.systemPath, O_RDONLY | O_CLOEXEC) : -1
        defer { if former >= 0 { close(former) } }
        if former >= 0, fstat(former, &status) == 0 {
            _ = FileAttributes.copy(from: former, status, to: partial.descriptor)
        } else {
            partial.openToOthers()
        }
        do throws(SystemError) {
            try partial.place(at: target, replacing: replacing)
        } catch {
            if error.number == EEXIST { throw Self.isThere(path) }
            throw failure(error)
        }
    }

    private func stream(
        _ content: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        let descriptor = open(target.systemPath, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(SystemError(errno, path: path)) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try content { piece in
            do {
                try handle.write(contentsOf: Data(piece))
            } catch {
                throw WitError(item: path, reason: "can't be written" + Self.reason(error))
            }
        }
    }

    private static func isThere(_ path: String) -> WitError {
        WitError(item: path, code: .outputExists, reason: "already exists")
    }

    private func failure(_ error: SystemError) -> WitError {
        WitError(item: path, reason: "can't be written: " + error.reason)
    }

    private static func resolved(_ link: String, besides path: String) -> String {
        if link.hasPrefix("/") { return absolutePath(link) }
        return absolutePath(Folder.holding(path) + "/" + link)
    }

    /// What the system said, where it said something.
    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        let under = error.userInfo[NSUnderlyingErrorKey] as? NSError
        let system = [error, under].compactMap(\.self).first { $0.domain == NSPOSIXErrorDomain }
        return system.map { ": " + String(cString: strerror(Int32($0.code))) } ?? ""
    }
}

extension WitError.Code {
    /// A file that would be written is there already.
    public static let outputExists: Self = "output-exists"
}
