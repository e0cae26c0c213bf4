import Files
import Foundation
import JSON
import OutputText

/// A file of learned strokes: read whole, written wholly or not at all, for its owner alone.
public struct StrokeFile: Sendable {
    /// The path.
    public let path: String
    /// Whether our own strokes are in it as long as nobody made it.
    private let beginsWithOurs: Bool

    /// The most octets of a file.
    static let limit = 256 << 20
    /// The most octets of a line.
    static let lineLimit = 1 << 20

    /// What was read.
    public struct Contents: Sendable {
        /// The strokes.
        public var dictionary = StrokeDictionary()
        /// Members of the first line that this version does not know: they stay in it.
        public var unknown: JSONObject = [:]
        /// Lines that could not be read, as they stand in the file: they stay in it.
        public var unread: [[UInt8]] = []
        /// What was wrong with them, each with its line's number from 1.
        public var faults: [(line: Int, reason: String)] = []
    }

    /// A file at a path.
    ///
    /// - Parameter beginsWithOurs: whether it has our own strokes as long as nobody made it; else it has
    ///   none, and reading it is an error.
    public init(path: String, beginsWithOurs: Bool) {
        self.path = path
        self.beginsWithOurs = beginsWithOurs
    }

    /// What the file has.
    ///
    /// - Throws: `WitError`: `not-found`, `unreadable`, `input-output`, `too-large`,
    ///   `newer-version`.
    public func contents() throws(WitError) -> Contents {
        guard let contents = try stored() else {
            if beginsWithOurs { return Self.ours }
            throw WitError(.notFound, about: .file(path), "\(path): no such file")
        }
        return contents
    }

    /// Changes what the file has; where there is none, makes one.
    ///
    /// Another process that changes it at the same time waits.
    ///
    /// - Parameters:
    ///   - isStopped: Asked again and again while it waits.
    ///   - change: Gets what the file has; where it throws, the file stays as it is.
    /// - Throws: As ``contents()`` does, what `change` throws, `unwritable` and `interrupted`.
    public func change<Result>(
        isStopped: () -> Bool = { false },
        _ change: (inout Contents) throws(WitError) -> Result
    ) throws(WitError) -> Result {
        while true {
            let lock: LockedFile?
            do throws(SystemError) { lock = try LockedFile(path, isStopped: isStopped) } catch {
                if error.number == EINTR { throw .stopped }
                throw Self.unreadable(error, path)
            }
            var contents = try stored() ?? (beginsWithOurs ? Self.ours : Contents())
            let result = try change(&contents)
            if try write(contents, replacing: lock != nil) { return result }
            // Somebody else made the file meanwhile: once more, with what it has.
        }
    }

    /// Writes the file.
    ///
    /// - Returns: Whether it was: false where one is there that was not to be replaced.
    private func write(_ contents: Contents, replacing: Bool) throws(WitError) -> Bool {
        // A link stays one.
        let target = FileSystem.resolved(path)
        do throws(SystemError) {
            try Folder.make(Folder.holding(target), mode: PrivateFile.folderMode)
            let partial = try PartialFile(in: Folder.holding(target))
            let header = JSONValue.object(
                contents.unknown.merging(StrokeDictionary.header.object ?? [:]) { $1 })
            for line in [header] + contents.dictionary.lines {
                try partial.write(Array((line.text + "\n").utf8))
            }
            for line in contents.unread { try partial.write(line + [UInt8(ascii: "\n")]) }
            try partial.place(at: target, replacing: replacing)
        } catch {
            // A link that leads nowhere is there too, and stays.
            if error.number == EEXIST, !replacing, FileSystem.exists(path) { return false }
            throw WitError(
                .unwritable, about: .file(path), "\(path): can't be written: \(error.reason)")
        }
        return true
    }

    /// What the file has; nil where there is none.
    private func stored() throws(WitError) -> Contents? {
        guard FileSystem.exists(path) else { return nil }
        if let size = FileSystem.size(of: path), size > Self.limit {
            throw WitError(
                .tooLarge, about: .file(path),
                "\(path): has \(size) bytes, and learned strokes at most \(Self.limit)")
        }
        var lines: [LineReader.Line] = []
        var octets = 0
        do throws(SystemError) {
            var reader = try LineReader(path: path, limit: Self.lineLimit)
            // What is no regular file has no size to begin with.
            while octets <= Self.limit, let line = try reader.next() {
                if case .octets(let text) = line { octets += text.count + 1 }
                lines.append(line)
                guard case .octets = line else { break }
            }
        } catch {
            throw Self.unreadable(error, path)
        }
        guard octets <= Self.limit else {
            throw WitError(
                .tooLarge, about: .file(path),
                "\(path): has more than \(Self.limit) bytes, which learned strokes never have")
        }
        return try Self.contents(of: lines, path)
    }

    private static func contents(
        of lines: [LineReader.Line], _ path: String
    ) throws(WitError) -> Contents {
        var contents = Contents()
        for (index, line) in lines.enumerated() {
            guard case .octets(let octets) = line else {
                throw WitError(
                    .tooLarge, about: .file(path),
                    "\(path): line \(index + 1) is longer than \(lineLimit) bytes")
            }
            if octets.allSatisfy(PointsReader.isBlank) { continue }
            if index == 0, let header = StrokeDictionary.header(octets) {
                guard header.version <= StrokeDictionary.version else {
                    throw WitError(
                        .newerVersion, about: .file(path),
                        "\(path): a newer version of wit wrote these strokes")
                }
                contents.unknown = header.unknown
                continue
            }
            do throws(WitError) {
                try contents.dictionary.learn(line: octets)
            } catch {
                contents.unread.append(octets)
                contents.faults.append((index + 1, error.reason))
            }
        }
        return contents
    }

    private static func unreadable(_ error: SystemError, _ path: String) -> WitError {
        WitError(
            error.isOfDisk ? .inputOutput : .unreadable, about: .file(path),
            "\(path): can't be read: \(error.reason)")
    }
}

extension StrokeFile {
    /// Our own strokes: the words that a program of ours drew.
    public static let ours: Contents = {
        let lines = PackageResources.our_strokes_jsonl.split(separator: UInt8(ascii: "\n"))
        // A test reads each of them.
        return (try? contents(of: lines.map { .octets(Array($0)) }, "our strokes")) ?? Contents()
    }()
}

extension WitError.Code {
    /// A file cannot be written.
    public static let unwritable: Self = "unwritable"
}
