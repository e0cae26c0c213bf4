import Foundation
import GRDB
import GRDBSQLite
import PhotoRecords
import TestSupport
import Testing

@testable import CatalogDatabase

/// What one more file of a photo costs, counted in steps of SQLite's machine and in questions to
/// the disk: not in time, which differs from run to run.
@Suite struct ManyFilesTests {
    let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    private final class Steps {
        var count = 0
    }

    /// Takes files in within one transaction; the steps and questions of the last one.
    private func cost(
        _ files: [ScannedFile], measured: Int = 20
    ) throws -> (steps: Int, questions: Int) {
        try fixture.catalog.writing { db in
            let intake = try FileIngester(
                ChangeLog(db, .scan, source: "scan"), listing: false, pictures: nil)
            for file in files.dropLast(measured) { try intake.take(file) }
            let questions = intake.filesLookedFor
            let steps = Steps()
            sqlite3_progress_handler(
                db.sqliteConnection, 1,
                { context in
                    if let context {
                        Unmanaged<Steps>.fromOpaque(context).takeUnretainedValue().count += 1
                    }
                    return 0
                }, Unmanaged.passUnretained(steps).toOpaque())
            for file in files.suffix(measured) { try intake.take(file) }
            sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
            _ = try intake.finish()
            return (steps.count / measured, (intake.filesLookedFor - questions) / measured)
        }
    }

    private func copies(_ range: Range<Int>, caption: Bool) throws -> [ScannedFile] {
        try range.map { index in
            let path = try fixture.touch("copies/\(100_000 + index).jpg")
            return .made(path, modified: Int64(index)) { record in
                record.name = "Kite"
                if caption { record.caption = "Copy \(index)" }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a copy costs the same however many files, and proposals, its photo has`(
        _ caption: Bool
    ) throws {
        let few = try cost(copies(0..<60, caption: caption))
        let many = try cost(copies(60..<2_000, caption: caption))
        print(
            """
            One more file of a photo: \(few.steps) steps of SQLite and \(few.questions) looks at \
            the disk with 40 files, \(many.steps) and \(many.questions) with 1,980
            """)
        #expect(try fixture.catalog.counts.photos == 1)
        #expect(try fixture.catalog.counts.files == 2_000)
        #expect(many.steps <= few.steps * 3 / 2)
        #expect(many.questions <= 2 * FileRow.neighbours + 1)
    }

    @Test func `a file that is gone or back costs the same however many files its photo has`()
        throws
    {
        let files = try copies(0..<1_000, caption: false)
        _ = try fixture.catalog.add(files)
        let paths = files.map(\.path)
        #expect(try fixture.catalog.markMissing(paths) == 1_000)
        #expect(try fixture.catalog.counts.missing == 1)
        let steps = try fixture.catalog.writing { db in
            let steps = Steps()
            sqlite3_progress_handler(
                db.sqliteConnection, 1,
                { context in
                    if let context {
                        Unmanaged<Steps>.fromOpaque(context).takeUnretainedValue().count += 1
                    }
                    return 0
                }, Unmanaged.passUnretained(steps).toOpaque())
            try Presence.refresh(1, db)
            sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
            return steps.count
        }
        #expect(steps < 200)
        #expect(try fixture.catalog.markPresent(paths) == 1_000)
        #expect(try fixture.catalog.counts.missing == 0)
    }

    @Test func `a file whose folder can't be asked is not gone`() throws {
        // A name that is too long to be asked for: the system does not say that nothing is there.
        let path = "/" + String(repeating: "n", count: 300)
        #expect(!PathPresence.isGone(path))
        #expect(PathPresence.isGone("/no such file"))
        let first = try fixture.scan(.made(path))
        let copy = try fixture.scan(.made(fixture.touch("copy.jpg"), modified: 2))
        #expect(copy.id == first.id)
        #expect(copy.outcome == .duplicate)
        #expect(try fixture.known(under: path)[path]?.missing == false)
    }
}
