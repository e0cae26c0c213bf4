import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct FileAttributesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Copies the attributes of one file to another new one; answers what was lost.
    private func copied(_ name: String) throws -> [String] {
        let source = open(folder.path(name), O_RDONLY)
        defer { close(source) }
        var status = stat()
        try #require(fstat(source, &status) == 0)
        let partial = try PartialFile(in: folder.url.path)
        let lost = FileAttributes.copy(from: source, status, to: partial.descriptor)
        try partial.place(at: folder.path("new"), replacing: true)
        return lost
    }

    @Test func `mode, extended attributes and access lists come along`() throws {
        let path = folder.path("old")
        try Data([1]).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        guard let set = Program.installed("setfattr"), let get = Program.installed("getfattr"),
            try set(["-n", "user.tag", "-v", "red", path]).status == 0
        else {
            print("skipped: no setfattr, or no extended attributes here")
            return
        }
        #expect(try copied("old") == [])
        let read = try get(["--absolute-names", "-n", "user.tag", folder.path("new")])
        #expect(read.output.contains("user.tag=\"red\""))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path("new"))
        #expect((mode[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        guard let access = Program.installed("setfacl"), let list = Program.installed("getfacl"),
            try access(["-m", "u:65534:r", path]).status == 0
        else {
            print("skipped: no setfacl, or no access lists here")
            return
        }
        #expect(try copied("old") == [])
        let lists = try ["old", "new"].map {
            try list(["--absolute-names", "--omit-header", "-n", folder.path($0)]).output
        }
        #expect(lists.first == lists.last)
        #expect(lists.last?.contains("user:65534:r--") == true)
    }

    @Test func `owner and group come along where the system lets them, else they are named`() throws
    {
        let path = folder.path("old")
        try Data([1]).write(to: URL(filePath: path))
        guard geteuid() == 0, chown(path, 65_534, 65_534) == 0 else {
            print("skipped: only root may give a file to another user")
            return
        }
        #expect(try copied("old") == [])
        var status = stat()
        #expect(stat(folder.path("new"), &status) == 0)
        #expect(status.st_uid == 65_534 && status.st_gid == 65_534)
    }
}
