import CatalogDatabase
import Files
import Foundation
import JSON
import PhotoRecords
import Testing

@Suite struct PhotoRowTests {
    @Test func `a record with everything comes back from the catalog as it went in`() throws {
        let fixture = try CatalogFixture()
        let json = """
            {"name": "Red \\"kite\\"", "caption": "Above\\nthe barn \\\\ 🪁", "keywords": ["bird", "a, b", "q\\"q"],
            "people": ["Anna", "Émile"],
            "taken": {"local": "2024-05-01T10:22:33.120", "offset": "+02:00", "offsetSource": "exif",
                "source": "exif:DateTimeOriginal", "future": 1},
            "location": {"latitude": 48.85837, "longitude": 2.29448, "altitude": 35.1,
                "direction": 120.5, "accuracy": 8, "source": "exif", "precision": "exact", "next": [1],
                "place": {"name": "Paris", "region": "Île-de-France", "country": "FR",
                    "distanceKm": 1.25, "more": true}},
            "regions": [{"id": "r1", "name": "Kite", "kind": "thing", "color": "#FF0000",
                "shape": {"type": "rectangle", "x": 0.1, "y": 0.2, "width": 0.3, "height": 0.4}, "z": {}}],
            "camera": {"make": "Apple", "model": "iPhone 15 Pro", "lens": "wide", "serial": "1"},
            "image": {"mediaType": "image/heic", "width": 4032, "height": 3024, "orientation": 6,
                "bytes": 2075123, "sha256": "\(String(repeating: "ab", count: 32))",
                "fingerprint": "0011ff", "perceptualHash": "00ff00ff00ff00ff", "later": "x"},
            "provenance": {"name": {"source": "xmp:dc:title"}, "taken": {"source": "exif:DateTimeOriginal"}},
            "findings": [{"severity": "warning", "code": "odd", "where": "exif", "message": "Odd."}],
            "stars": {"deep": [null, 1.5, "x"]}}
            """
        var record = PhotoRecord(json: try #require(try JSONValue(parsing: json.utf8).object))
        #expect(record.findings.count == 1)
        let stamp = FileStamp(size: 1, modified: 2, inode: .max)
        let id = try fixture.scan(ScannedFile(path: "/p/a.jpg", stamp: stamp, record: record)).id
        record.id = id
        record.file = "/p/a.jpg"
        let back = try fixture.photo(id)
        #expect(back == record)
        #expect(try fixture.catalog.files(of: id).map(\.stamp) == [stamp])
    }

    @Test(
        arguments: [
            "2024-05-01", "2024-05-01T00:00:00", "2024-05-01T00:00:00.0", "0001-01-01T23:59:59.999",
            "9999-12-31T23:59:59.120", "1969-12-31T23:59:59",
        ])
    func `a time comes back with the digits it had`(iso: String) throws {
        let fixture = try CatalogFixture()
        let id = try fixture.scan(.made("/p/a.jpg") { $0.taken = time(iso) }).id
        #expect(try fixture.photo(id).taken?.local.iso == iso)
    }

    @Test(arguments: ["zz", "ABCD", "abc", "", "00ff74aa", "äö"])
    func `a fingerprint of any spelling comes back`(fingerprint: String) throws {
        let fixture = try CatalogFixture()
        let id = try fixture.scan(.made("/p/a.jpg", fingerprint: fingerprint)).id
        #expect(try fixture.photo(id).image?.fingerprint == fingerprint)
    }

    @Test func `a record of nothing is stored and found by its path`() throws {
        let fixture = try CatalogFixture()
        let file = ScannedFile(
            path: "/p/a", stamp: FileStamp(size: 0, modified: 0, inode: 0), record: PhotoRecord())
        let id = try fixture.scan(file).id
        var expected = PhotoRecord()
        expected.id = id
        expected.file = "/p/a"
        #expect(try fixture.photo(id) == expected)
        #expect(try fixture.catalog.resolve("/p/a") == id)
    }
}
