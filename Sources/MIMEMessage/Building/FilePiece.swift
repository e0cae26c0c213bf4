import OutputText

/// Octets of a file that go into a message: checked to be there, and read when they are wanted.
struct FilePiece {
    let path: String
    let range: Range<Int>

    /// Looks at a file.
    ///
    /// - Parameter range: The octets that are meant; nil for all that it has now.
    /// - Throws: ``WitError`` if it is missing, no regular file or shorter than the range.
    init(path: String, range: Range<Int>?) throws(WitError) {
        let file = try Self.open(path)
        guard let length = file.length else {
            throw Self.error(path, "\(path): A part can only be read from a regular file.")
        }
        if let range, range.lowerBound < 0 || range.upperBound > length {
            throw Self.error(
                path,
                "\(path): Octets \(range.lowerBound) to \(range.upperBound) are to be read, "
                    + "but it has only \(length).")
        }
        self.path = path
        self.range = range ?? 0..<length
    }

    /// How many octets there are.
    var count: Int { range.count }

    /// Reads the octets in blocks of a length, the last one shorter; ends when `take` gives false.
    ///
    /// - Throws: ``WitError`` if the file cannot be read, or has become shorter.
    func forEachBlock(
        of length: Int, _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(WitError) {
        guard !range.isEmpty else { return }
        let file = try Self.open(path)
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(length, count), alignment: 16)
        defer { room.deallocate() }
        var position = range.lowerBound
        while position < range.upperBound {
            let wanted = min(room.count, range.upperBound - position)
            let block = UnsafeMutableRawBufferPointer(rebasing: room[..<wanted])
            let got: Int
            do throws(WitError) {
                got = try file.read(into: block, at: position)
            } catch {
                throw Self.error(path, error.message)
            }
            guard got == wanted else {
                throw Self.error(
                    path,
                    "\(path): It was truncated: it ends at \(position + got) octets, "
                        + "but had \(range.upperBound) or more.")
            }
            guard take(UnsafeRawBufferPointer(block)) else { return }
            position += wanted
        }
    }

    private static func open(_ path: String) throws(WitError) -> FileOctets {
        guard !path.utf8.contains(0) else {
            throw error(path, "A path cannot contain NUL: “\(path.replacing("\0", with: "\\0"))”.")
        }
        do throws(WitError) {
            return try FileOctets(path: path)
        } catch {
            throw Self.error(path, error.message)
        }
    }

    private static func error(_ path: String, _ message: String) -> WitError {
        WitError(.unreadableFile, message, value: path)
    }
}
