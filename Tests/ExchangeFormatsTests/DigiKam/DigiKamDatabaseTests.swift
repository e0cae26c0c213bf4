import Foundation
import GRDB
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import ExchangeFormats

@Suite struct DigiKamDatabaseTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("digikam4.db")
    }

    private func builder(version: Int = 15) throws -> DigiKamBuilder {
        try DigiKamBuilder(
            at: path, identifier: "volumeid:?path=\(folder.url.path)", version: version)
    }

    private func images(_ mapping: [DigiKamRoots.Mapping] = []) throws -> [DigiKamImage] {
        let database = try DigiKamDatabase(path: path)
        var images = try DigiKamImages(
            database, roots: DigiKamRoots(database, mapping: mapping))
        var all: [DigiKamImage] = []
        while let batch = try images.next() { all += batch.images }
        return all
    }

    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            files[name] = try Data(contentsOf: folder.url.appending(path: name))
        }
        return files
    }

    @Test func `a photo is read with all that belongs to it`() throws {
        var builder = try builder()
        try builder.addPerson("Anna")
        var photo = DigiKamBuilder.Photo("a.jpg")
        photo.album = "/2024/Sommer"
        photo.dates = ("2024-05-01T10:22:33.120", "2024-06-01T00:00:00.000")
        photo.rating = 4
        photo.comments = [
            (1, "de-DE", "Über der Scheune"), (1, "x-default", "Above the barn"),
            (3, "x-default", "Red kite"), (2, "x-default", "a headline"),
        ]
        photo.tags = ["Animals/Birds/Kite", "_Digikam_Internal_Tags_/Color Label Red"]
        photo.faces = [
            ("Anna", "tagRegion", (80, 30, 40, 60)),
            ("Unknown", "autodetectedFace", (1, 1, 10, 10)),
            ("Unconfirmed", "tagRegion", (1, 1, 10, 10)),
        ]
        photo.position = (48.85837, 2.29448, 35.1)
        photo.properties = ["city": "Paris", "countryCode": "fr", "country": "France"]
        try builder.add(photo)
        try builder.close()
        let image = try #require(try images().first)
        #expect(image.path == folder.path("2024/Sommer/a.jpg"))
        #expect(image.taken == LocalDateTime(iso: "2024-05-01T10:22:33.12"))
        #expect(image.rating == 4)
        #expect(image.caption == "Above the barn")
        #expect(image.name == "Red kite")
        #expect(image.keywords == ["Kite"])
        #expect(image.people == ["Anna"])
        #expect(image.faces.count == 1)
        #expect(
            image.faces.first?.shape
                == .rectangle(RegionBox(x: 0.2, y: 0.1, width: 0.1, height: 0.2)).rounded)
        #expect(image.coordinate == Coordinate(latitude: 48.85837, longitude: 2.29448))
        #expect(image.altitude == 35.1)
        #expect(image.place == Place(name: "Paris", country: "FR"))
    }

    /// What digiKam 7.9 made of the MWG region of centre (0.25, 0.2) and size 0.1 × 0.2 in a
    /// picture of 400 × 300, and where that is displayed.
    @Test(arguments: [
        (1, (80, 30, 40, 60), (0.2, 0.1, 0.1, 0.2)), (3, (280, 210, 40, 60), (0.7, 0.7, 0.1, 0.2)),
        (5, (30, 80, 60, 40), (0.1, 0.2, 0.2, 0.1)), (6, (210, 80, 60, 40), (0.7, 0.2, 0.2, 0.1)),
        (8, (30, 280, 60, 40), (0.1, 0.7, 0.2, 0.1)),
    ])
    func `faces lie on the displayed picture`(
        orientation: Int64, pixels: (Int, Int, Int, Int), box: (Double, Double, Double, Double)
    ) throws {
        let size = try #require(
            DisplayedSize(width: 400, height: 300, orientation: orientation))
        let (x, y, width, height) = pixels
        let found = try #require(
            size.box("<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>"))
        #expect(abs(found.x - box.0) < 1e-9)
        #expect(abs(found.y - box.1) < 1e-9)
        #expect(abs(found.width - box.2) < 1e-9)
        #expect(abs(found.height - box.3) < 1e-9)
    }

    @Test(arguments: [
        "", "<rect/>", "<rect x=\"1\" y=\"1\" width=\"0\" height=\"5\"/>",
        "<rect x=\"nan\" y=\"1\" width=\"5\" height=\"5\"/>",
        "<rect x=\"1e400\" y=\"1\" width=\"5\" height=\"5\"/>",
        "<rect x=\"500\" y=\"1\" width=\"5\" height=\"5\"/>",
        "x y width height", "<ellipse x=\"1\" y=\"1\" width=\"5\" height=\"5\"/>",
    ])
    func `what is not a rectangle on the picture is not a face`(text: String) throws {
        let size = try #require(DisplayedSize(width: 400, height: 300, orientation: nil))
        #expect(size.box(text) == nil)
        #expect(DisplayedSize(width: 0, height: 300, orientation: 1) == nil)
    }

    @Test func `photos in the bin, films and files outside are skipped`() throws {
        var builder = try builder()
        for status in 1...4 {
            var photo = DigiKamBuilder.Photo("\(status).jpg")
            photo.status = status
            try builder.add(photo)
        }
        var film = DigiKamBuilder.Photo("film.mp4")
        film.category = 2
        try builder.add(film)
        var outside = DigiKamBuilder.Photo("passwd")
        outside.album = "/../../etc"
        try builder.add(outside)
        try builder.add(DigiKamBuilder.Photo("../x.jpg"))
        try builder.close()
        #expect(try images().map(\.path) == [folder.path("1.jpg"), folder.path("2.jpg")])
    }

    @Test func `a file's own time is not a photo's`() throws {
        var builder = try builder()
        var photo = DigiKamBuilder.Photo("a.jpg")
        photo.dates = ("2024-05-01T10:22:33.000", "2024-05-01T10:22:33.516")
        try builder.add(photo)
        photo.name = "b.jpg"
        photo.dates = ("2024-05-01T10:22:33.000", nil)
        try builder.add(photo)
        try builder.close()
        #expect(try images().map(\.taken) == [nil, LocalDateTime(iso: "2024-05-01T10:22:33")])
    }

    @Test(arguments: [
        ("volumeid:?path=/photos/a%20b", "/", "/photos/a b/x.jpg"),
        ("volumeid:?path=/photos", "/sub", "/photos/sub/x.jpg"),
        ("networkshareid:?mountpath=/mnt/nas", "/Fotos", "/mnt/nas/Fotos/x.jpg"),
        ("volumeid:?uuid=0000-dead", "/home/anna/Fotos", "/home/anna/Fotos/x.jpg"),
    ])
    func `roots are named in several ways`(
        identifier: String, specificPath: String, expected: String
    ) throws {
        var builder = try DigiKamBuilder(
            at: path, identifier: identifier, specificPath: specificPath)
        try builder.add(DigiKamBuilder.Photo("x.jpg"))
        try builder.close()
        #expect(try images().map(\.path) == [expected])
        let old = String(expected.dropLast("/x.jpg".count))
        for mapping in ["Bilder", old, old + "/"] {
            #expect(
                try images([.init(old: mapping, new: "/new/")]).map(\.path) == ["/new/x.jpg"])
        }
        let above = URL(filePath: old).deletingLastPathComponent().path
        #expect(
            try images([.init(old: above, new: "/new")]).map(\.path)
                == ["/new" + expected.dropFirst(above.count)])
    }

    @Test func `a database is read without a trace`() throws {
        var builder = try builder()
        try builder.add(DigiKamBuilder.Photo("a.jpg"))
        try builder.close()
        let before = try files()
        #expect(try images().count == 1)
        #expect(ForeignSource(at: path) == .digiKam(database: path))
        #expect(ForeignSource(at: folder.url.path) == .digiKam(database: path))
        #expect(try files() == before)
    }

    @Test func `what still stands in a log is read, and the log left alone`() throws {
        let builder = try builder()
        try builder.execute("PRAGMA user_version = 1")
        let queue = try DatabaseQueue(path: path)
        try builder.close()
        _ = try queue.writeWithoutTransaction {
            try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
        }
        try queue.write {
            try $0.execute(
                sql: "INSERT INTO Albums (id, albumRoot, relativePath) VALUES (1, 1, '/')")
        }
        try queue.write {
            try $0.execute(
                sql: "INSERT INTO Images (album, name, status, category) VALUES (1, 'a.jpg', 1, 1)")
        }
        let before = try files()
        #expect((before["digikam4.db-wal"]?.count ?? 0) > 0)
        #expect(try images().map(\.path) == [folder.path("a.jpg")])
        #expect(try files() == before)
        try queue.close()
    }

    @Test func `values of any type are accepted`() throws {
        var builder = try builder()
        let id = try builder.add(DigiKamBuilder.Photo("a.jpg"))
        try builder.execute(
            """
            UPDATE Images SET fileSize = 'x', uniqueHash = x'00ff', modificationDate = 7;
            UPDATE ImageInformation SET rating = 'many', creationDate = 'yesterday', width = -1;
            INSERT INTO ImageComments (imageid, type, comment) VALUES (\(id), 1, x'ff');
            INSERT INTO ImagePositions (imageid, latitudeNumber, longitudeNumber)
                VALUES (\(id), 'north', 9e999);
            INSERT INTO ImageTags VALUES (\(id), 12345);
            UPDATE Tags SET pid = id;
            UPDATE Tags SET pid = 'x' WHERE id = 2;
            UPDATE AlbumRoots SET label = 5;
            INSERT INTO Albums (id, albumRoot, relativePath) VALUES (99, 'x', x'ff');
            INSERT INTO TagProperties VALUES ('x', 5, 7), (1, NULL, NULL);
            INSERT INTO ImageTags VALUES ('x', 'y');
            INSERT INTO ImageTagProperties VALUES (\(id), NULL, 'tagRegion', 'x');
            INSERT INTO ImageTagProperties VALUES (\(id), 1, 'tagRegion', NULL);
            """)
        try builder.close()
        let image = try #require(try images().first)
        #expect(image.caption == nil)
        #expect(image.coordinate == nil)
        #expect(image.taken == nil)
        #expect(image.rating == nil)
    }

    @Test(arguments: [4, 0]) func `older tables are refused`(version: Int) throws {
        try builder(version: version).close()
        let error = #expect(throws: WitError.self) {
            try DigiKamDatabase(path: path)
        }
        #expect(error?.reason.contains("database of version \(version)") == true)
    }

    @Test(arguments: [8, 16, 18]) func `tables of digiKam 5 to 8 are read`(version: Int) throws {
        try builder(version: version).close()
        #expect(try DigiKamDatabase(path: path).version == version)
    }

    @Test func `another database is not digiKam's`() throws {
        let other = folder.path("other.db")
        let queue = try DatabaseQueue(path: other)
        try queue.write { try $0.execute(sql: "CREATE TABLE Images (id INTEGER)") }
        try queue.close()
        #expect(ForeignSource(at: other) == .otherDatabase(hint: nil))
        try builder().close()
        #expect(ForeignSource(at: other) == .otherDatabase(hint: path))
        try Data("SQLite format 3\0garbage".utf8).write(to: URL(filePath: other))
        #expect(ForeignSource(at: other) == .otherDatabase(hint: path))
    }

    @Test func `the hash is MD5 of the head and the tail`() throws {
        let file = folder.path("file")
        try Data("abc".utf8).write(to: URL(filePath: file))
        // md5("abcabc")
        #expect(DigiKamHash.of(file) == "440ac85892ca43ad26d44c7ad9d47d3e")
        #expect(DigiKamHash.of(folder.path("none")) == nil)
    }

    @Test(arguments: [
        ([0x50, 0x4B, 3, 4], ForeignSource.archive(".zip")), ([0x1F, 0x8B, 8], .archive(".tgz")),
        ([0x46, 0x72, 0x6F, 0x6D], nil), ([], nil),
    ])
    func `archives are told apart from mails`(bytes: [UInt8], expected: ForeignSource?) throws {
        try Data(bytes).write(to: folder.url.appending(path: "x"))
        #expect(ForeignSource(at: folder.path("x")) == expected)
    }
}

extension RegionShape {
    /// The box with what dividing pixels makes of its numbers.
    fileprivate var rounded: RegionShape {
        .rectangle(
            RegionBox(
                x: 80.0 / 400, y: 30.0 / 300, width: 120.0 / 400 - 80.0 / 400,
                height: 90.0 / 300 - 30.0 / 300))
    }
}
