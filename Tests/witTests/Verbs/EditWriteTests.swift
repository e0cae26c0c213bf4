import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// `wit edit --write-metadata` and `--write-sidecar`, as a person runs them.
@Suite struct EditWriteTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
    }

    @discardableResult
    private func photo(_ name: String, from fixture: String = "photos/lighthouse.jpg") throws
        -> Data
    {
        let source = Checkout.fixtures.appending(path: fixture)
        try FileManager.default.copyItem(at: source, to: folder.url.appending(path: name))
        return try Data(contentsOf: source)
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: folder.url.appending(path: name))
    }

    @Test func `an edit goes into the file, read says it, undo reverts it`() throws {
        let original = try photo("a.jpg")
        let edit = try wit(["edit", "a.jpg", "--name", "Mine", "--write-metadata"])
        #expect(edit.status == 0, "\(edit.errors)")
        #expect(edit.output.contains("Written to 1 file."))
        let read = try wit(["read", "--json", "a.jpg"])
        #expect(try JSONValue(parsing: read.output.utf8)["name"]?.string == "Mine")
        let scan = try wit(["catalog", "--json", "."])
        #expect(scan.output.contains("\"unchanged\":1"))
        let undo = try wit(["undo"])
        #expect(undo.status == 0)
        #expect(undo.output.contains("The previous metadata of 1 file was restored."))
        #expect(try bytes("a.jpg") == original)
    }

    @Test func `files follow an undo, its undo and the undo of that`() throws {
        let original = try photo("a.jpg")
        #expect(
            try wit(["edit", "a.jpg", "--name", "Mine", "--write-metadata"]).status == 0)
        let written = try bytes("a.jpg")
        let change = try #require(
            try JSONValue(parsing: wit(["undo", "--list", "--json"]).lines[0].utf8)["number"]?.int)
        for (index, expected) in [original, written, original].enumerated() {
            let undo = try wit(["undo", "\(change + index)"])
            #expect(undo.status == 0, "\(undo.errors)")
            #expect(try bytes("a.jpg") == expected, "\(index)")
        }
        #expect(try !wit(["undo", "--list"]).output.contains("not restored"))
        let again = try wit(["undo", "\(change)"])
        #expect(again.status == 1 && again.errors.contains("already undone"), "\(again.errors)")
    }

    @Test func `both options work without an edit and write what the catalog has`()
        throws
    {
        let original = try photo("a.jpg")
        #expect(try wit(["edit", "a.jpg", "--name", "Mine"]).status == 0)
        #expect(try bytes("a.jpg") == original)
        let write = try wit(["edit", "a.jpg", "--write-metadata", "--write-sidecar"])
        #expect(write.status == 0, "\(write.errors)")
        #expect(write.output.contains("Written to 1 file and 1 sidecar."))
        #expect(String(decoding: try bytes("a.jpg.xmp"), as: UTF8.self).contains("Mine"))
        let again = try wit(["edit", "a.jpg", "--write-metadata", "--write-sidecar"])
        #expect(again.output == "Nothing to write: the files are up to date.\n")
        #expect(try wit(["undo"]).status == 0)
        #expect(try bytes("a.jpg") == original)
        #expect(!FileManager.default.fileExists(atPath: folder.path("a.jpg.xmp")))
    }

    @Test func `an edit without anything to do is a usage error`() throws {
        try photo("a.jpg")
        let edit = try wit(["edit", "a.jpg"])
        #expect(edit.status == 2)
        #expect(edit.errors.contains("--write-metadata"))
    }

    @Test func `other formats and protected files are named, the rest is written`() throws {
        try photo("a.jpg")
        try photo("b.jpg", from: "photos/whale.jpg")
        let bird = try photo("bird.heic", from: "formats/bird.heic")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o444], ofItemAtPath: folder.path("b.jpg"))
        let edit = try wit([
            "edit", "bird.heic", "b.jpg", "a.jpg", "--keyword", "+x", "--write-metadata",
        ])
        #expect(edit.status == 1)
        let lines = edit.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.contains { $0.contains("bird.heic") && $0.contains("--write-sidecar") })
        #expect(lines.contains { $0.contains("b.jpg") && $0.contains("read-only") })
        #expect(edit.output.contains("Written to 1 file."))
        #expect(try bytes("bird.heic") == bird)
        let sidecar = try wit(["edit", "bird.heic", "--write-sidecar"])
        #expect(sidecar.status == 0, "\(sidecar.errors)")
        #expect(try wit(["read", "bird.heic"]).output.contains("x"))
    }

    @Test func `of a photo at two places a path means that one, its id both`() throws {
        let original = try photo("a.jpg")
        try photo("b.jpg")
        #expect(try wit(["catalog", "."]).status == 0)
        #expect(try wit(["edit", "a.jpg", "--name", "Mine", "--write-metadata"]).status == 0)
        #expect(try bytes("a.jpg") != original)
        #expect(try bytes("b.jpg") == original)
        let show = try wit(["show", "--json", "a.jpg"])
        let id = try #require(try JSONValue(parsing: show.output.utf8)["id"]?.string)
        let both = try wit(["edit", id, "--write-metadata"])
        #expect(both.status == 0, "\(both.errors)")
        #expect(try bytes("b.jpg") == (try bytes("a.jpg")))
        #expect(try wit(["review", "--json"]).output.isEmpty)
    }

    /// The calls by which files come to stand where they were not, or go.
    private static let calls = [
        "fsync", "fdatasync", "rename", "renameat", "renameat2", "link", "linkat", "unlink",
        "unlinkat", "ftruncate",
    ]

    @Test(.needs(.tracer))
    func `killed at any call that changes files, the file is whole and the next run completes`()
        throws
    {
        let strace = try #require(Program.installed("strace"))
            .running(in: folder.url.path, environment: wit.environment)
        let original = try photo("a.jpg")
        #expect(try wit(["edit", "a.jpg", "--name", "Mine"]).status == 0)
        let catalog = try bytes("catalog.sqlite")
        var (kills, old, new) = (0, 0, 0)
        for call in Self.calls {
            for number in 1... {
                try original.write(to: URL(filePath: folder.path("a.jpg")))
                for log in ["-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: folder.path("catalog.sqlite" + log))
                }
                try catalog.write(to: URL(filePath: folder.path("catalog.sqlite")))
                // The process is killed as it makes the call for the so-many-eth time.
                let run = try strace([
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
                    "inject=\(call):signal=SIGKILL:when=\(number)", wit.path, "edit", "a.jpg",
                    "--write-metadata",
                ])
                if run.status == 0 { break }
                try #require(run.status == 128 + 9, "\(call) \(number): \(run.errors)")
                kills += 1
                let isOld = try bytes("a.jpg") == original
                if isOld { old += 1 } else { new += 1 }
                if !isOld { #expect(try name() == "Mine", "\(call) \(number)") }
                let next = try wit(["edit", "a.jpg", "--write-metadata"])
                #expect(next.status == 0, "\(call) \(number): \(next.errors)")
                #expect(try name() == "Mine", "\(call) \(number)")
                #expect(try wit(["check"]).status == 0, "\(call) \(number)")
            }
        }
        print(
            "edit --write-metadata: killed \(kills) times, \(old) before and \(new) after the file")
        #expect(old > 3 && new > 0)
        let scan = try wit(["catalog", "--json", "."])
        #expect(scan.output.contains("\"unchanged\":1"))
        #expect(try wit(["review", "--json"]).output.isEmpty)
    }

    /// The name that the file says.
    private func name() throws -> String? {
        let read = try wit(["read", "--json", "a.jpg"])
        return try JSONValue(parsing: read.output.utf8)["name"]?.string
    }
}

extension UnwritableTests {
    @Test func `a folder that can't be written is named, and the file stays`() throws {
        let inner = folder.path("locked")
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: false)
        let source = Checkout.fixtures.appending(path: "photos/lighthouse.jpg")
        try FileManager.default.copyItem(atPath: source.path, toPath: inner + "/a.jpg")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666], ofItemAtPath: inner + "/a.jpg")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: inner)
        defer {
            try? FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: inner)
        }
        for option in ["--write-metadata", "--write-sidecar"] {
            let edit = try wit(prefix + ["edit", "locked/a.jpg", "--name", "x", option])
            #expect(edit.status == 1, "\(edit.errors)")
            #expect(edit.errors.contains("a.jpg"))
            #expect(edit.errors.contains("can't be written"))
        }
        #expect(
            try Data(contentsOf: URL(filePath: inner + "/a.jpg")) == Data(contentsOf: source))
    }

    @Test func `a full disk leaves the photo as it was, and nothing beside it`() throws {
        let disk = folder.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        guard geteuid() == 0, let mount = Program.installed("mount"),
            try mount(["-t", "tmpfs", "-o", "size=128k", "tmpfs", disk]).status == 0
        else {
            print("skipped: a full disk needs the right to mount a tmpfs")
            return
        }
        defer { _ = try? Program.installed("umount")?([disk]) }
        let source = Checkout.fixtures.appending(path: "photos/lighthouse.jpg")
        try FileManager.default.copyItem(atPath: source.path, toPath: disk + "/a.jpg")
        let full = Program.wit.running(environment: ["WIT_CATALOG": folder.path("full.sqlite")])
        let edit = try full(["edit", disk + "/a.jpg", "--name", "x", "--write-metadata"])
        #expect(edit.status == 1, "\(edit.output) \(edit.errors)")
        #expect(edit.errors.contains("No space left"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["a.jpg"])
        #expect(
            try Data(contentsOf: URL(filePath: disk + "/a.jpg")) == Data(contentsOf: source))
    }
}
