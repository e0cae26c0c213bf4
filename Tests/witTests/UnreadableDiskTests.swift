import CatalogDatabase
import Foundation
import TestSupport
import Testing

/// A disk that does not answer is not an empty one. strace lets the system's calls fail.
@Suite(.needs(.tracer))
struct UnreadableDiskTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (seed, name) in ["photos/a.jpg", "photos/below/b.jpg", "photos/c.jpg"].enumerated() {
            let url = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(LookAlike(.jpeg, seed: UInt64(seed + 1)).bytes).write(to: url)
        }
    }

    private var catalog: [String] { ["--catalog", folder.path("catalog.sqlite")] }

    private func scan(_ inject: String, _ paths: [String]) throws -> Program.Outcome {
        let strace = try #require(Program.installed("strace"))
        return try strace.running(environment: Program.wit.environment)(
            ["-f", "-qq", "-o", folder.path("trace"), "-e", "inject=" + inject]
                // As a path is spelled at the call, with a slash at a folder's end.
                + paths.flatMap { ["-P", folder.path($0), "-P", folder.path($0) + "/"] }
                + [Program.wit.path, "catalog", folder.path("photos"), "--json"] + catalog)
    }

    @Test(arguments: [
        ("newfstatat,stat,statx:error=EIO", ["photos", "photos/a.jpg", "photos/c.jpg"]),
        ("openat,open:error=EIO", ["photos/below"]),
        ("openat,open:error=ESTALE", ["photos"]),
        ("openat,open:error=EACCES", ["photos/below"]),
        ("getdents64:error=EIO", ["photos"]),
    ])
    func `files on a disk that does not answer stay as they are, and the failure is named`(
        _ inject: String, _ paths: [String]
    ) throws {
        let first = try Program.wit(["catalog", folder.path("photos")] + catalog)
        #expect(first.status == 0)
        let failing = try scan(inject, paths)
        #expect(failing.status == 1, "\(failing.errors)")
        #expect(!failing.errors.isEmpty)
        #expect(failing.output.contains("\"missing\":0"), "\(failing.output)")
        let missing = try Program.wit(["find", "--missing", "--json"] + catalog)
        #expect(missing.output.isEmpty)
        let again = try Program.wit(["catalog", folder.path("photos"), "--json"] + catalog)
        #expect(again.output.contains("\"unchanged\":3"), "\(again.output)")
    }
}
