import Files
import Foundation
import TestSupport
import Testing

@Suite
struct LineReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The lines of a content; nil for one that is too long.
    private func lines(_ text: String, limit: Int = 100) throws -> [String?] {
        let path = folder.path("lines")
        try Data(text.utf8).write(to: URL(filePath: path))
        var reader = try LineReader(path: path, limit: limit)
        var lines: [String?] = []
        while let line = try reader.next() {
            switch line {
            case .octets(let octets): lines.append(String(decoding: octets, as: UTF8.self))
            case .tooLong: lines.append(nil)
            }
            #expect(reader.number == lines.count)
        }
        return lines
    }

    @Test(
        "are divided at LF and CR LF, with or without one at the end",
        arguments: [
            ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
            ("a\r\nb\r\n", ["a", "b"]), ("a\n\nb\n", ["a", "", "b"]), ("a\rb\n", ["a\rb"]),
        ])
    func ends(text: String, wanted: [String]) throws {
        #expect(try lines(text) == wanted)
    }

    @Test
    func `lines that are too long are passed over, and the rest is read`() throws {
        let long = String(repeating: "x", count: 300_000)
        #expect(try lines("a\n\(long)\nb\n\(long)") == ["a", nil, "b", nil])
        let full = String(repeating: "y", count: 100)
        #expect(try lines("\(full)\n\(full)z\n\(full)\r\n") == [full, nil, full])
    }

    @Test func `lines longer than one piece are put together`() throws {
        let long = String(repeating: "0123456789", count: 20_000)
        #expect(try lines("\(long)\n\(long)1\n", limit: 1 << 20) == [long, long + "1"])
    }

    @Test func `to read lines of what is no file is an error that names it`() throws {
        let path = folder.path("nothing")
        #expect(throws: SystemError(ENOENT, path: path)) {
            _ = try LineReader(path: path, limit: 100)
        }
        let below = folder.url.path
        #expect(throws: SystemError(EISDIR, path: below)) {
            var reader = try LineReader(path: below, limit: 100)
            _ = try reader.next()
        }
    }

    @Test
    func `a pipe that says nothing is waited for until somebody asks to stop`() throws {
        let pipe = Pipe()
        defer { withExtendedLifetime(pipe) {} }
        try pipe.fileHandleForWriting.write(contentsOf: Data("a\nhalf".utf8))
        // So that a reader which does not ask comes to an end, too.
        let writer = pipe.fileHandleForWriting
        let timer = Thread {
            Thread.sleep(forTimeInterval: 10)
            try? writer.close()
        }
        timer.start()
        var asked = 0
        var reader = LineReader(
            descriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe", limit: 100,
            isStopped: {
                asked += 1
                return asked == 2
            })
        guard case .octets(let line)? = try reader.next() else {
            Issue.record("no line")
            return
        }
        #expect(line == Array("a".utf8))
        // Half a line is no line.
        let rest = try reader.next()
        #expect(rest == nil && asked == 2)
    }
}
