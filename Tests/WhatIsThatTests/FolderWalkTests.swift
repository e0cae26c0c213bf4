import Foundation
import PhotoCatalog
import TestSupport
import Testing
import WhatIsThat

@Suite struct FolderWalkTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for path in ["b/deep", "a", ".hidden"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(path), withIntermediateDirectories: true)
        }
        for path in ["z.jpg", "b/2.jpg", "b/deep/1.jpg", "a/3.jpg", ".hidden/x.jpg", ".y.jpg"] {
            try Data(path.utf8).write(to: folder.url.appending(path: path))
        }
    }

    private func names(_ walk: inout FolderWalk, _ root: String, limit: Int = 99) -> [String] {
        var names: [String] = []
        walk.run(root) { entry in
            names.append(String(entry.path.dropFirst(folder.url.path.count + 1)))
            return names.count < limit
        }
        return names
    }

    @Test func `files come folder by folder, in the order of their names, hidden ones not`() {
        var walk = FolderWalk()
        #expect(
            names(&walk, folder.url.path) == ["z.jpg", "a/3.jpg", "b/2.jpg", "b/deep/1.jpg"])
        #expect(walk.failures.isEmpty)
    }

    @Test func `the walk ends when it is told to`() {
        var walk = FolderWalk()
        #expect(names(&walk, folder.url.path, limit: 2) == ["z.jpg", "a/3.jpg"])
    }

    @Test func `a folder that is not there is named, and what lies below is unknown`() {
        var walk = FolderWalk()
        let gone = folder.path("gone")
        #expect(names(&walk, gone).isEmpty)
        #expect(walk.failures.map(\.item) == [gone])
        #expect(walk.failures.first?.reason.hasPrefix("the folder can't be read: ") == true)
        #expect(walk.unreadableFolders == [gone])
    }

    @Test func `a stamp tells a file's size, and of no folder`() {
        #expect(FolderWalk.stamp(of: folder.path("z.jpg"))?.size == 5)
        #expect(FolderWalk.stamp(of: folder.path("a")) == nil)
        #expect(FolderWalk.stamp(of: folder.path("gone")) == nil)
        #expect(FolderWalk.stamp(of: "/dev/null") == nil)
    }
}
