import Foundation
import TestSupport
import Testing

/// Places that can't be read or written. Root may do everything, so that these tests, run by
/// root, run `wit` as nobody.
@Suite struct UnwritableTests {
    let folder: TemporaryFolder
    let wit: Program
    let prefix: [String]

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
        let environment = [
            "WIT_CATALOG": folder.path("catalog.sqlite"), "HOME": folder.url.path,
        ]
        if geteuid() == 0, let setpriv = Program.installed("setpriv") {
            // The program itself may lie where nobody can't look.
            let copy = folder.path("wit-copy")
            try FileManager.default.copyItem(atPath: Program.wit.path, toPath: copy)
            prefix = ["--reuid=65534", "--regid=65534", "--clear-groups", copy]
            wit = setpriv.running(in: folder.url.path, environment: environment)
        } else {
            prefix = []
            wit = Program.wit.running(in: folder.url.path, environment: environment)
        }
    }

    private func photo(_ name: String) throws {
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/lighthouse.jpg"),
            to: folder.url.appending(path: name))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: folder.path(name))
    }

    @Test func `a folder that can't be read is named, the rest is cataloged`() throws {
        try photo("good.jpg")
        try FileManager.default.createDirectory(
            atPath: folder.path("locked"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o000])
        let outcome = try wit(prefix + ["catalog", "--json", "."])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("locked"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output.contains("\"added\":1"))
    }

    @Test func `a photo that can't be read is named`() throws {
        try photo("secret.jpg")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o000], ofItemAtPath: folder.path("secret.jpg"))
        let outcome = try wit(prefix + ["read", "secret.jpg"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("secret.jpg"))
    }

    @Test func `a catalog that is read-only can be searched but not changed`() throws {
        try photo("good.jpg")
        #expect(try wit(prefix + ["catalog", "good.jpg"]).status == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        where name.hasPrefix("catalog") {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o444], ofItemAtPath: folder.path(name))
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
        }
        let edit = try wit(prefix + ["edit", "good.jpg", "--name", "x"])
        #expect(edit.status == 3, "\(edit.errors)")
        #expect(edit.errors.contains("catalog.sqlite"))
        #expect(edit.errors.split(separator: "\n").count == 1)
        let find = try wit(prefix + ["find"])
        #expect(find.status == 0, "\(find.errors)")
        #expect(find.output.contains("good.jpg"))
    }

    @Test func `a full disk ends the scan with a clear word and a sound catalog`() throws {
        let mount = try #require(Program.installed("mount"))
        let disk = folder.path("disk")
        try FileManager.default.createDirectory(
            atPath: disk, withIntermediateDirectories: false)
        guard geteuid() == 0,
            try mount(["-t", "tmpfs", "-o", "size=448k", "tmpfs", disk]).status == 0
        else {
            print("skipped: a full disk needs the right to mount a tmpfs")
            return
        }
        defer { _ = try? Program.installed("umount")?([disk]) }
        let photos = folder.path("photos")
        try FileManager.default.createDirectory(
            atPath: photos, withIntermediateDirectories: false)
        let whole = try Data(contentsOf: Checkout.fixtures.appending(path: "photos/lighthouse.jpg"))
        for index in 0..<600 {
            // The picture's end differs, so that each is a photo of its own.
            var copy = whole
            copy[copy.count - 40] = UInt8(index & 0x7F)
            copy[copy.count - 41] = UInt8(index >> 7)
            try copy.write(to: URL(filePath: photos + "/\(index).jpg"))
        }
        let full = Program.wit.running(environment: ["WIT_CATALOG": disk + "/catalog.sqlite"])
        let outcome = try full(["catalog", photos])
        #expect(outcome.status == 3, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.errors.contains("catalog.sqlite"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try mount(["-o", "remount,size=64m", disk]).status == 0)
        #expect(try full(["check"]).status == 0)
        #expect(try full(["catalog", "--quiet", photos]).status == 0)
        #expect(try full(["find"]).output.contains("600 photos."))
    }
}
