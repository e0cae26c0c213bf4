import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct LeftoversTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    }

    private func put(_ name: String, age: TimeInterval = 0) throws {
        try Data([1]).write(to: folder.url.appending(path: name))
        // The system sets the moment of the last change of attributes itself; only `utimes` of the
        // content can be set back.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder.path(name))
    }

    @Test func `what an ended process left is swept away`() throws {
        try put(".wit-12345-abcdefgh0123")
        let inner = folder.path(".wit-12345-abcdefgh0124")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        try Data([1]).write(to: URL(filePath: inner + "/copy"))
        try Data([1]).write(to: URL(filePath: inner + "/copy-journal"))
        Leftovers.sweep(folder.url.path)
        #expect(try names() == [])
    }

    @Test func `what is in use stays`() throws {
        let file = try PartialFile(in: folder.url.path)
        let inner = try PartialFolder(in: folder.url.path)
        try Data([1]).write(to: URL(filePath: inner.file("copy")))
        Leftovers.sweep(folder.url.path)
        #expect(try names().count == 2)
        #expect(FileManager.default.fileExists(atPath: inner.file("copy")))
        try file.write([1])
        try file.place(at: folder.path("a"), replacing: false)
        #expect(FileManager.default.fileExists(atPath: folder.path("a")))
    }

    @Test func `what is not ours stays, and what a link leads to`() throws {
        let others = [
            ".wit-", ".wit-note", ".wit-12345-abcdefgh012", ".wit-12345-ABCDEFGH0123",
            ".wit-12345-abcdefgh0123.jpg", ".wit-x-abcdefgh0123", "wit-12345-abcdefgh0123",
            // Of older versions, which took no locks: only once they have lain for a day.
            ".wit-12345-AbCdEf", ".wit-0192f3c4-5a6b-7c8d-9e0f-aabbccddeeff",
        ]
        for name in others { try put(name) }
        try put("mine")
        for (name, target) in [(".wit-1-abcdefgh0123", "mine"), (".wit-2-abcdefgh0123", "none")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: folder.path(target))
        }
        #expect(mkfifo(folder.path(".wit-3-abcdefgh0123"), 0o600) == 0)
        let before = try names()
        Leftovers.sweep(folder.url.path)
        #expect(try names() == before)
        #expect(before.count == others.count + 4)
    }

    @Test func `a folder that is written to is swept first`() throws {
        try put(".wit-12345-abcdefgh0123")
        do { _ = try PartialFile(in: folder.url.path) }
        #expect(try names() == [])
    }

    @Test func `makers and sweepers at once never lose a file`() async throws {
        let path = folder.url.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for maker in 0..<4 {
                group.addTask {
                    for number in 0..<200 {
                        let partial = try PartialFile(in: path)
                        try partial.write([UInt8(number)])
                        try partial.place(at: "\(path)/\(maker)-\(number)", replacing: false)
                    }
                }
            }
            group.addTask { for _ in 0..<300 { Leftovers.sweep(path) } }
            try await group.waitForAll()
        }
        #expect(try names().count == 800)
    }
}
