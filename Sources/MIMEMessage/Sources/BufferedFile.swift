import Files
import OutputText
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is read at any place, through one window that lies over the place read last.
///
/// A file is read and not mapped into memory: another program that cuts a mapped file short ends
/// this one (SIGBUS), and pages of a map count as this program's memory.
final class BufferedFile: Sendable {
    private struct Window {
        var start = 0
        var bytes: [UInt8] = []
    }

    private let file: FileOctets
    private let window = Mutex(Window())

    /// A window over an open file, which it keeps open.
    init(_ file: FileOctets, count: Int) { self.file = file }

    /// A file without a name for what is too long for memory, in `TMPDIR`, else in `/var/tmp`:
    /// `/tmp` is memory on many machines. Nobody else may read it, and it is gone with this program,
    /// however that ends.
    ///
    /// - Throws: ``WitError`` with the code ``WitError/Code/noTemporaryFile``.
    static func temporary() throws(WitError) -> BufferedFile {
        let folder = Folder.temporary
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try NamelessFile.open(in: folder)
        } catch {
            throw .noTemporaryFile(in: folder, error.number)
        }
        return BufferedFile(FileOctets(owning: descriptor, path: folder), count: 0)
    }

    /// Writes at a place of a temporary file.
    ///
    /// - Throws: ``WitError`` with the code ``WitError/Code/noTemporaryFile``.
    func write(_ octets: [UInt8], at place: Int) throws(WitError) {
        window.withLock { $0 = Window() }
        try file.write(octets, at: place)
    }

    /// The octet at a place; 0 where the file has become shorter.
    func octet(at place: Int) -> UInt8 {
        window.withLock { window in
            fill(&window, at: place)
            return window.bytes[place - window.start]
        }
    }

    /// The octets of a range; zeros where the file has become shorter.
    func read(_ range: Range<Int>) -> [UInt8] {
        guard range.count <= 4_096 else { return file.read(range) }
        return window.withLock { window in
            var octets: [UInt8] = []
            octets.reserveCapacity(range.count)
            var place = range.lowerBound
            while place < range.upperBound {
                fill(&window, at: place)
                let end = min(range.upperBound, window.start + window.bytes.count)
                octets += window.bytes[place - window.start..<end - window.start]
                place = end
            }
            return octets
        }
    }

    /// The place of an octet's first occurrence in a range.
    func firstIndex(of octet: UInt8, from start: Int, to end: Int) -> Int? {
        window.withLock { window in
            var place = start
            while place < end {
                fill(&window, at: place)
                let last = min(end, window.start + window.bytes.count)
                if let hit = window.bytes.firstIndex(
                    of: octet, from: place - window.start, to: last - window.start)
                {
                    return hit + window.start
                }
                place = last
            }
            return nil
        }
    }

    /// Lays the window over a place, a little before it too: lines are looked at backwards.
    private func fill(_ window: inout Window, at place: Int) {
        let offset = place - window.start
        guard offset < 0 || offset >= window.bytes.count else { return }
        window.start = max(place - 1_024, 0)
        window.bytes = file.read(window.start..<window.start + MailOctets.pieceLength)
    }
}
