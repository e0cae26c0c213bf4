import Foundation
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct ListedFoldersTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.jpg", "a.nef", "a.jpg.xmp", "a.xmp", "b.jpg", "b.txt"] {
            try Data().write(to: folder.url.appending(path: name))
        }
    }

    /// What is said of a path; names in place of paths.
    private func photos(of name: String, _ folders: inout ListedFolders) -> Set<String> {
        Set(folders.photos(of: folder.path(name)).map { ($0 as NSString).lastPathComponent })
    }

    private func hasNamesake(_ name: String, _ folders: inout ListedFolders) -> Bool {
        folders.hasNamesake(folder.path(name))
    }

    @Test func `a sidecar belongs to each photo that it may be of`() {
        var folders = ListedFolders()
        for (name, photos) in [
            ("a.jpg", ["a.jpg"]), ("a.jpg.xmp", ["a.jpg"]), ("a.xmp", ["a.jpg", "a.nef"]),
            ("c.xmp", []),
        ] as [(String, Set<String>)] {
            let found = self.photos(of: name, &folders)
            #expect(found == photos, "\(name)")
        }
    }

    @Test func `a photo has a namesake where another photo is called so but for its ending`() {
        var folders = ListedFolders()
        let (first, second) = (hasNamesake("a.jpg", &folders), hasNamesake("b.jpg", &folders))
        #expect(first && !second)
    }

    @Test func `a folder is listed once, however many of its photos are asked about`() throws {
        var folders = ListedFolders()
        let before = (hasNamesake("b.jpg", &folders), photos(of: "b.xmp", &folders))
        for name in ["b.nef", "b.cr2"] { try Data().write(to: folder.url.appending(path: name)) }
        let after = (hasNamesake("b.jpg", &folders), photos(of: "b.xmp", &folders))
        #expect(before == after && before.1 == ["b.jpg", "b.txt"])
    }
}
