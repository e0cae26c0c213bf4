import Foundation
import OutputText
import TestSupport
import Testing
import WhatIsThat

@Suite struct OutputFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, _ name: String, replacing: Bool = false) throws {
        try OutputFile(folder.path(name), replacing: replacing).write(Array(text.utf8))
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }

    @Test func `a file that is there stays, unless it may be replaced`() throws {
        try write("one", "file")
        #expect(throws: WitError.self) { try write("two", "file") }
        #expect(try read("file") == "one")
        try write("two", "file", replacing: true)
        #expect(try read("file") == "two")
    }

    @Test func `a link is followed and stays a link`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: "real")
        try write("one", "link")
        #expect(try read("real") == "one")
        #expect(throws: WitError.self) { try write("two", "link") }
        try write("two", "link", replacing: true)
        #expect(try read("real") == "two")
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link"))
        #expect(target == "real")
    }

    @Test func `a device is written into, not replaced`() throws {
        try OutputFile("/dev/null", replacing: true).write([1, 2, 3])
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
        #expect(type as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test(arguments: [true, false])
    func `a folder, and a file in no folder, are refused before any work`(replacing: Bool) {
        for path in [folder.url.path, folder.path("nowhere/file"), ""] {
            let failure = #expect(throws: WitError.self) {
                try OutputFile(path, replacing: replacing)
            }
            #expect(failure?.item == path)
        }
    }
}
