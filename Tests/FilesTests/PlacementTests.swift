import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct PlacementTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    private func put(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: folder.url.appending(path: name))
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.url.appending(path: name)))
    }

    @Test(arguments: Placement.Way.allCases)
    func `each way gives a whole file its name and replaces none`(way: Placement.Way) throws {
        let long = String(repeating: "n", count: 250) + ".jpg"
        for target in ["a.jpg", "é\u{EFE9}.jpg", long] {
            try put("new", [1, 2])
            try Placement.move(folder.path("new"), to: folder.path(target), by: [way])
            #expect(try FileSystem.contents(of: folder.path(target)) == [1, 2])
            try put("new", [3])
            #expect(throws: SystemError(EEXIST, path: folder.path(target))) {
                try Placement.move(folder.path("new"), to: folder.path(target), by: [way])
            }
            #expect(try FileSystem.contents(of: folder.path(target)) == [1, 2])
            // It goes by its own name still.
            #expect(try bytes("new") == [3])
        }
        #expect(try FileSystem.names(in: folder.url.path).count == 4)
    }

    @Test func `a name that is taken is refused, and both files stay`() throws {
        try put("a.jpg", [1])
        try put("new", [2])
        #expect(throws: SystemError(EEXIST, path: folder.path("a.jpg"))) {
            try Placement.move(folder.path("new"), to: folder.path("a.jpg"), replacing: false)
        }
        #expect(try names() == ["a.jpg", "new"])
    }

    @Test func `an empty file that held a name for an ended process is swept away`() throws {
        // As a power cut leaves them: the mark first, then the empty file.
        for name in ["a.jpg", "é.jpg"] {
            try put(PartialName.marked(".wit-12345-abcdefgh0123", with: "/x/" + name), [1])
            try put(name, [])
            Leftovers.sweep(folder.url.path)
            #expect(try names() == [])
        }
        // Of a backup, whose file lies in a folder of its own.
        let inner = ".wit-12345-abcdefgh0124"
        try FileManager.default.createDirectory(
            atPath: folder.path(inner), withIntermediateDirectories: false)
        try put(inner + "/copy.for.backup.sqlite", [1])
        try put("backup.sqlite", [])
        try put("other.sqlite", [])
        Leftovers.sweep(folder.url.path)
        #expect(try names() == ["other.sqlite"])
    }

    @Test func `a file that is being placed keeps its placeholder, and one with content stays`()
        throws
    {
        let file = try PartialFile(in: folder.url.path)
        try file.write([1])
        let marked = PartialName.marked(file.path, with: "a.jpg")
        #expect(rename(file.path, marked) == 0)
        try put("a.jpg", [])
        Leftovers.sweep(folder.url.path)
        #expect(try names().count == 2)
        // Another program's file has come by the name.
        try put(".wit-12345-abcdefgh0123.for.b.jpg", [1])
        try put("b.jpg", [2])
        Leftovers.sweep(folder.url.path)
        #expect(try names().contains("b.jpg"))
        #expect(try !names().contains(".wit-12345-abcdefgh0123.for.b.jpg"))
        unlink(marked)
    }
}
