import Foundation
import TestSupport
import Testing

/// File systems that can do less: no hard links, no owners, no rename that replaces nothing.
@Suite struct PoorFileSystemTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/cat.jpg"),
            to: folder.url.appending(path: "cat.jpg"))
        #expect(try wit(["catalog", "cat.jpg"]).status == 0)
    }

    /// Backs up and shares into a folder, twice: the second time nothing may be overwritten.
    private func writeTwice(into stick: String, _ run: ([String]) throws -> Program.Outcome) throws
    {
        let share = [
            "share", "cat.jpg", "--to", "a@example.org", "--from", "b@example.org", "-o",
            stick + "/mail.eml",
        ]
        for command in [["check", "--backup", stick + "/copy.sqlite"], share] {
            let first = try run(command)
            #expect(first.status == 0, "\(first.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: stick)
            let bytes = names.map { FileManager.default.contents(atPath: stick + "/" + $0) }
            #expect(!bytes.contains(Data()))
            let second = try run(command)
            #expect(second.status != 0)
            #expect(second.errors.contains("already exists"), "\(second.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: stick) == names)
            #expect(
                names.map { FileManager.default.contents(atPath: stick + "/" + $0) } == bytes)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: stick)
        #expect(names.sorted() == ["copy.sqlite", "mail.eml"])
        let check = try wit(["check", "--catalog", stick + "/copy.sqlite"])
        #expect(check.output.contains("No problems: 1 photo"), "\(check.output)\(check.errors)")
    }

    @Test(arguments: ["vfat", "exfat"])
    func `a backup and a mail go onto a stick`(system: String) throws {
        let image = folder.path("image")
        let stick = folder.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: false)
        #expect(FileManager.default.createFile(atPath: image, contents: nil))
        try FileHandle(forWritingTo: URL(filePath: image)).truncate(atOffset: 32 << 20)
        guard let make = try Program.needed("mkfs." + system) else { return }
        try #require(try make([image]).status == 0)
        guard geteuid() == 0, let mount = Program.installed("mount"),
            try mount(["-o", "loop", image, stick]).status == 0
        else {
            print("skipped: a stick of \(system) needs a kernel that knows it and lets mount it")
            return
        }
        defer { _ = try? Program.installed("umount")?([stick]) }
        try writeTwice(into: stick) { try wit($0) }
    }

    /// What the system calls answer there: neither links nor a rename that replaces nothing, or
    /// one of both.
    @Test(
        .needs(.tracer),
        arguments: [
            ["renameat2:error=EINVAL"], ["link,linkat:error=EPERM"],
            ["renameat2:error=EINVAL", "link,linkat:error=EPERM"],
            ["renameat2:error=ENOSYS", "link,linkat:error=EOPNOTSUPP", "flock:error=ENOLCK"],
        ])
    func `a backup and a mail are written where calls are refused`(refused: [String]) throws {
        let strace = try #require(Program.installed("strace"))
        let stick = folder.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: false)
        let inject = refused.flatMap { ["-e", "inject=" + $0] }
        let names = refused.map { $0.prefix { $0 != ":" } }.joined(separator: ",")
        let tracer = strace.running(in: folder.url.path, environment: wit.environment)
        try writeTwice(into: stick) { command in
            try tracer(
                ["-f", "-qq", "-o", folder.path("log"), "-e", "trace=" + names] + inject
                    + [wit.path] + command)
        }
    }
}
