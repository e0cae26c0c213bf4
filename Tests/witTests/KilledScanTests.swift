import Foundation
import TestSupport
import Testing

/// kill -9 at any moment of a scan: the catalog opens, is sound, and the next run goes on.
@Suite struct KilledScanTests {
    static let fileCount = 3_000
    static let kills = 10

    @Test func `a scan of 3,000 files survives kill -9 at ten random moments`() throws {
        let folder = try TemporaryFolder()
        let photos = folder.path("photos")
        try Self.drawPhotos(in: photos)
        let wit = Program.wit.running(environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])

        // What a person wrote before the scan must be there after all of it.
        let first = photos + "/00/0.jpg"
        #expect(try wit(["catalog", "--quiet", first]).status == 0)
        #expect(try wit(["edit", first, "--name", "Mine", "--keyword", "+kept"]).status == 0)

        var killed = 0
        var runs = 0
        while killed < Self.kills && runs < 5 * Self.kills {
            runs += 1
            // Once all is cataloged, a run has work only if it reads everything again.
            let verify = runs > Self.kills / 2 ? ["--verify"] : []
            let moment = Double.random(in: 0.02...1)
            let scan = ["catalog", "--quiet"] + verify + [photos]
            if try wit.killed(after: moment, scan) { killed += 1 }
            let check = try wit(["check"])
            #expect(check.status == 0, "run \(runs), after \(moment) s: \(check.output)")
            // A person goes on writing between two kills.
            #expect(try wit(["edit", first, "--caption", "After run \(runs)"]).status == 0)
        }
        print("killed \(killed) of \(runs) runs")
        #expect(killed == Self.kills)

        let last = try wit(["catalog", "--json", photos])
        #expect(last.status == 0, "\(last.errors)")
        #expect(try wit(["check"]).output.contains("\(Self.fileCount) photos"))
        let mine = try wit(["show", "--json", first]).output
        #expect(mine.contains("\"name\":\"Mine\""))
        #expect(mine.contains("\"caption\":\"After run \(runs)\""))
        #expect(mine.contains("kept"))
    }

    @Test func `two scans at once and a reader beside them never fail`() async throws {
        let folder = try TemporaryFolder()
        let photos = folder.path("photos")
        try Self.drawPhotos(in: photos, count: 2000)
        let wit = Program.wit.running(environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        #expect(try wit(["catalog", "--quiet", photos + "/00/0.jpg"]).status == 0)
        let outcomes = try await withThrowingTaskGroup(of: [Program.Outcome].self) { group in
            for _ in 0..<2 {
                group.addTask { [try wit(["catalog", "--json", photos])] }
            }
            group.addTask { try (0..<8).map { _ in try wit(["find", "--limit", "5"]) } }
            group.addTask {
                try (0..<8).map { turn in
                    try wit(["edit", photos + "/00/0.jpg", "--name", "Turn \(turn)"])
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        for outcome in outcomes {
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try wit(["check"]).output.contains("2000 photos"))
        #expect(try wit(["show", photos + "/00/0.jpg"]).output.contains("Turn 7"))
    }

    /// Writes small JPEGs, each with a picture of its own, a hundred to a folder.
    static func drawPhotos(in folder: String, count: Int = fileCount) throws {
        for index in 0..<count {
            let place = folder + "/" + (index / 1000 < 10 ? "0" : "") + "\(index / 1000)"
            if index % 1000 == 0 {
                try FileManager.default.createDirectory(
                    atPath: place, withIntermediateDirectories: true)
            }
            try Data(jpeg(index)).write(to: URL(filePath: place + "/\(index).jpg"))
        }
    }

    /// A JPEG's frame with a few bytes of scan data, which tell the pictures apart.
    static func jpeg(_ index: Int) -> [UInt8] {
        let digits = (0..<4).map { UInt8(index >> (7 * $0) & 0x7F) }
        let scan = (0..<64).map { UInt8(($0 * 31 + index) & 0x7F) } + digits
        return [0xFF, 0xD8]
            + [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + scan + [0xFF, 0xD9]
    }
}
