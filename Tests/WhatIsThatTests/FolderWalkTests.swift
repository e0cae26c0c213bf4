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

    /// The paths of the files below the test's folder as the walk meets them.
    private func names(_ walk: inout FolderWalk, limit: Int = 99) -> [String] {
        var names: [String] = []
        while names.count < limit, let step = walk.next() {
            guard case .file = step else { continue }
            let path = String(decoding: walk.path, as: UTF8.self)
            names.append(String(path.dropFirst(folder.url.path.count + 1)))
        }
        return names
    }

    @Test func `files come in the byte order of their paths, hidden ones not`() {
        var walk = FolderWalk(folder.url.path)
        #expect(names(&walk) == ["a/3.jpg", "b/2.jpg", "b/deep/1.jpg", "z.jpg"])
        #expect(walk.failures.isEmpty)
        #expect(walk.next() == nil)
    }

    @Test func `a walk may be left anywhere`() {
        var walk = FolderWalk(folder.url.path)
        #expect(names(&walk, limit: 2) == ["a/3.jpg", "b/2.jpg"])
        #expect(names(&walk) == ["b/deep/1.jpg", "z.jpg"])
    }

    @Test func `a folder that is not there is named, and what lies below is unknown`() {
        let gone = folder.path("gone")
        var walk = FolderWalk(gone)
        #expect(walk.next() == .unreadableFolder)
        #expect(String(decoding: walk.path, as: UTF8.self) == gone + "/")
        #expect(walk.next() == nil)
        #expect(walk.failures.map(\.item) == [gone])
        #expect(walk.failures.first?.reason.hasPrefix("the folder can't be read: ") == true)
    }

    @Test func `a stamp tells a file's size, and of no folder`() {
        #expect(FolderWalk.stamp(of: folder.path("z.jpg"))?.size == 5)
        #expect(FolderWalk.stamp(of: folder.path("a")) == nil)
        #expect(FolderWalk.stamp(of: folder.path("gone")) == nil)
        #expect(FolderWalk.stamp(of: "/dev/null") == nil)
    }
}
