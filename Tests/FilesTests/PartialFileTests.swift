import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct PartialFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.url.path }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }

    @Test func `a file has its name once it is whole, and leaves nothing beside it`() throws {
        do {
            let partial = try PartialFile(in: path)
            try partial.write(Array("whole".utf8))
            #expect(try names().allSatisfy { PartialName.isPartial($0) })
            try partial.place(at: folder.path("a"), replacing: false)
        }
        #expect(try names() == ["a"])
        #expect(try text("a") == "whole")
    }

    @Test func `a file that is given up leaves nothing`() throws {
        do {
            let partial = try PartialFile(in: path)
            try partial.write([1, 2, 3])
        }
        #expect(try names() == [])
    }

    @Test func `a file never takes the place of another unless it is told to`() throws {
        try Data("old".utf8).write(to: folder.url.appending(path: "a"))
        #expect(throws: SystemError(EEXIST, path: folder.path("a"))) {
            let partial = try PartialFile(in: path)
            try partial.write(Array("new".utf8))
            try partial.place(at: folder.path("a"), replacing: false)
        }
        #expect(try text("a") == "old")
        #expect(try names() == ["a"])
        let partial = try PartialFile(in: path)
        try partial.write(Array("new".utf8))
        try partial.place(at: folder.path("a"), replacing: true)
        #expect(try text("a") == "new")
    }

    @Test func `of many that want one name at once, one gets it whole`() async throws {
        let target = folder.path("a")
        let path = path
        let won = await withTaskGroup(of: Int.self) { group in
            for number in 0..<16 {
                group.addTask {
                    do {
                        let partial = try PartialFile(in: path)
                        try partial.write(Array("\(number)".utf8))
                        try partial.place(at: target, replacing: false)
                        return number
                    } catch {
                        return -1
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.filter { $0 >= 0 }
        }
        #expect(won.count == 1)
        #expect(try text("a") == "\(won.first ?? -1)")
        #expect(try names() == ["a"])
    }

    @Test func `TMPDIR counts unless it is empty`() {
        #expect(Folder.temporary(stated: nil) == "/var/tmp")
        #expect(Folder.temporary(stated: "") == "/var/tmp")
        #expect(Folder.temporary(stated: "/somewhere") == "/somewhere")
    }

    @Test func `a nameless file is never seen`() throws {
        let descriptor = try NamelessFile.open(in: path)
        defer { close(descriptor) }
        #expect(try names() == [])
        #expect(write(descriptor, "abc", 3) == 3)
    }
}
