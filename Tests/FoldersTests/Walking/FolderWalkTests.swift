import Files
import Folders
import Foundation
import TestSupport
import Testing

@Suite struct FolderWalkTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func put(_ name: String) throws {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(name.utf8).write(to: url)
    }

    private func walked() -> (paths: [String], unreadable: [String], failures: [String]) {
        var walk = FolderWalk(folder.path("root"))
        var (paths, unreadable): ([String], [String]) = ([], [])
        while let step = walk.next() {
            let path = String(decoding: walk.path, as: UTF8.self)
            switch step {
            case .file: paths.append(path)
            case .unreadableFolder: unreadable.append(path)
            case .folder: Issue.record("a walk that descends tells of \(path)")
            }
        }
        return (paths, unreadable, walk.failures.map(\.path))
    }

    @Test func `files come in the byte order of their paths, however folders are named`() throws {
        let names = [
            "a-b", "a.jpg", "a/1", "a/2/x", "a/2.x", "a/2-", "a0", "ab/c", "z", "ä/ö", "Z/1", "~",
            "a b/c", "a!/d",
        ]
        for name in names { try put("root/" + name) }
        let wanted = names.map { folder.path("root/" + $0) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(walked().paths == wanted)
    }

    @Test func `hidden entries are skipped, and an empty folder is no failure`() throws {
        for name in [".hidden", ".git/x", "b/.x", "b/c"] { try put("root/" + name) }
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "root/empty"), withIntermediateDirectories: true)
        let found = walked()
        #expect(found.paths == [folder.path("root/b/c")])
        #expect(found.failures.isEmpty)
    }

    @Test func `a walk that does not descend names the folders that it does not enter`() throws {
        for name in ["a", "b/c", "d"] { try put("root/" + name) }
        var walk = FolderWalk(folder.path("root"), descends: false)
        var steps: [String] = []
        while let step = walk.next() {
            let path = String(decoding: walk.path, as: UTF8.self)
            steps.append((step == .folder ? "folder " : "file ") + path)
        }
        #expect(
            steps == [
                "file " + folder.path("root/a"), "folder " + folder.path("root/b") + "/",
                "file " + folder.path("root/d"),
            ])
    }

    @Test func `a folder that is not there is unreadable`() throws {
        let found = walked()
        #expect(found.paths.isEmpty)
        #expect(found.unreadable == [folder.path("root") + "/"])
        #expect(found.failures == [folder.path("root")])
    }

    @Test func `a name that is not UTF-8 is met in the text that leads back to it`() throws {
        try put("root/a")
        let bytes = Array(folder.path("root/x").utf8.dropLast()) + [0xFF, 0x78, 0]
        let file = try #require(fopen(bytes.map { CChar(bitPattern: $0) }, "w"))
        fclose(file)
        let found = walked()
        #expect(found.paths == [folder.path("root/a"), folder.path("root/\u{EFFF}x")])
        #expect(found.failures.isEmpty)
    }

    @Test func `a file's stamp is the one that is asked for by its path`() throws {
        try put("root/a")
        var walk = FolderWalk(folder.path("root"))
        let stamp = try #require(FolderWalk.stamp(of: folder.path("root/a")))
        #expect(walk.next() == .file(stamp))
        #expect(stamp.size == 6)
        #expect(walk.next() == nil)
    }

    @Test func `what is not a regular file has no stamp`() {
        #expect(FolderWalk.stamp(of: folder.url.path) == nil)
        #expect(FolderWalk.stamp(of: folder.path("gone")) == nil)
        #expect(FolderWalk.stamp(of: "/dev/null") == nil)
    }
}
