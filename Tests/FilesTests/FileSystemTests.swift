import Files
import Foundation
import TestSupport
import Testing

@Suite struct FileSystemTests {
    @Test(arguments: [
        ("/a/b.jpg", "/a", "b.jpg", "b"), ("/b", "/", "b", "b"),
        ("b.tar.gz", ".", "b.tar.gz", "b.tar"),
        ("/a/.b", "/a", ".b", ".b"),
        ("/a/caf\u{EFE9}.jpg", "/a", "caf\u{EFE9}.jpg", "caf\u{EFE9}"),
    ])
    func `a path has a folder, a name and a stem`(
        _ path: String, _ folder: String, _ name: String, _ stem: String
    ) {
        #expect(Folder.holding(path) == folder)
        #expect(FileSystem.name(of: path) == name)
        #expect(FileSystem.stem(of: path) == stem)
    }

    /// ext4 keeps dates to 2446, NTFS's first one is 1601.
    @Test(arguments: [-11_644_473_600, 10_413_792_000, 15_032_385_535, 0])
    func `a file's date may be centuries away`(_ seconds: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.jpg")
        try Data("x".utf8).write(to: URL(filePath: path))
        var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
        let stamp = try #require(FileStamp(of: path))
        #expect(stamp.size == 1)
        #expect(
            abs(Double(stamp.modified) / 1e9 - Double(seconds)) < 1
                || abs(stamp.modified) >= 9_223_372_035_000_000_000)
    }

    @Test func `a missing file is told apart from an unreadable one`() {
        #expect(!FileSystem.exists("/no/such\u{EFE9}"))
        #expect(throws: SystemError.self) { try FileSystem.contents(of: "/no/such\u{EFE9}") }
        #expect(throws: SystemError.self) { try FileSystem.names(in: "/no/such") }
    }
}
