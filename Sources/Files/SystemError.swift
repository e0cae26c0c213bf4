import OutputText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system said when it could not do something with a file.
public struct SystemError: SpokenError, Hashable, Sendable {
    /// `errno`: `EEXIST`, `ENOSPC`, `EIO`, …
    public let number: Int32
    /// The file or folder.
    public let path: String

    /// An error of a number.
    public init(_ number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    /// What the system said last.
    init(_ path: String) { self.init(errno, path: path) }

    /// Whether the disk or the system failed, so that what the file holds is unknown for now: it is
    /// there, and may be read.
    public var isOfDisk: Bool { Self.isOfDisk(number) }

    /// Whether an `errno` says so.
    public static func isOfDisk(_ number: Int32) -> Bool {
        [EIO, ENXIO, ENODEV, ENOSPC, ENOMEM, EMFILE, ENFILE, ESTALE, ETIMEDOUT].contains(number)
    }

    /// The system's words for the number, without the path.
    public var reason: String { String(cString: strerror(number)) }

    /// The path, a colon, the system's words.
    public var description: String { path + ": " + reason }
}
