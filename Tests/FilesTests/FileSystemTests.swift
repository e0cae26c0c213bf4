import Files
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

    @Test func `a missing file is told apart from an unreadable one`() {
        #expect(!FileSystem.exists("/no/such\u{EFE9}"))
        #expect(throws: SystemError.self) { try FileSystem.contents(of: "/no/such\u{EFE9}") }
        #expect(throws: SystemError.self) { try FileSystem.names(in: "/no/such") }
    }
}
