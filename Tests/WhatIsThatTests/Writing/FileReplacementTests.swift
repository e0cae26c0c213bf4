import Foundation
import OutputText
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct FileReplacementTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("a.xmp") }

    init() throws { folder = try TemporaryFolder() }

    private func put(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test(arguments: ["new words", "old, longer", "ol"])
    func `a sidecar that was changed since it was read is not overwritten`(
        change: String
    ) throws {
        try put("old")
        // Before the replacement begins, and after.
        try put(change)
        #expect(throws: WitError.self) {
            try FileReplacement(path).write(Array("mine".utf8), insteadOf: Array("old".utf8))
        }
        try put("old")
        let begun = try FileReplacement(path)
        try put(change)
        #expect(throws: WitError.self) {
            try begun.write(Array("mine".utf8), insteadOf: Array("old".utf8))
        }
        #expect(throws: WitError.self) { try begun.write(nil, insteadOf: Array("old".utf8)) }
        #expect(try text() == change)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.xmp"])
    }

    @Test func `a sidecar that came since it was looked for is not overwritten`() throws {
        let begun = try FileReplacement(path)
        try put("theirs")
        #expect(throws: WitError.self) { try begun.write(Array("mine".utf8), insteadOf: nil) }
        #expect(throws: WitError.self) {
            try FileReplacement(path).write(Array("mine".utf8), insteadOf: nil)
        }
        #expect(try text() == "theirs")
    }

    @Test func `what was read is replaced, and taken away`() throws {
        try FileReplacement(path).write(Array("first".utf8), insteadOf: nil)
        #expect(try text() == "first")
        let lost = try FileReplacement(path).write(
            Array("second".utf8), insteadOf: Array("first".utf8))
        #expect(lost == [])
        #expect(try text() == "second")
        try FileReplacement(path).write(nil, insteadOf: Array("second".utf8))
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
