import JSON
import PhotoRecords
import Testing

@Suite struct PhotoRecordTests {
    static let full: JSONObject = [
        "id": "0192f3c4-0000-7000-8000-0123456789ab",
        "name": "Red kite", "caption": "Above the barn", "keywords": ["bird"],
        "people": ["Anna"],
        "taken": [
            "local": "2024-05-01T10:22:33.12", "offset": "+02:00", "offsetSource": "exif",
            "utc": "2024-05-01T08:22:33.12Z", "source": "exif:DateTimeOriginal",
        ],
        "location": [
            "latitude": 48.85837, "longitude": 2.29448, "altitude": 35.1, "direction": 120.5,
            "accuracy": 8.5, "source": "exif", "precision": "exact",
            "place": [
                "name": "Paris", "region": "Île-de-France", "country": "FR", "distanceKm": 1.2,
            ],
        ],
        "regions": [
            [
                "id": "r1", "name": "Red kite", "kind": "thing", "color": "#FF0000",
                "shape": ["type": "ellipse", "x": 0.25, "y": 0.25, "width": 0.5, "height": 0.125],
            ],
            [
                "shape": [
                    "type": "polygon", "points": [[0.1, 0.1], [0.5, 0.1], [0.5, 0.9]],
                ]
            ],
        ],
        "camera": ["make": "Apple", "model": "iPhone 15 Pro"],
        "image": ["mediaType": "image/jpeg", "width": 4032, "height": 3024, "orientation": 6],
        "provenance": ["name": ["source": "user", "at": "2026-11-20T10:00:00Z"]],
        "findings": [
            [
                "severity": "warning", "code": "gps-ref-missing", "where": "exif:GPSLatitudeRef",
                "message": "No reference.",
            ]
        ],
    ]

    @Test func `a full record comes through its JSON form unchanged`() throws {
        let record = PhotoRecord(json: Self.full)
        #expect(record.json == .object(Self.full))
        let text = try JSONValue(parsing: record.json.text.utf8)
        #expect(PhotoRecord(json: text.object ?? [:]) == record)
    }

    @Test func `fields that this version does not know survive at every level`() {
        var object = Self.full
        object["mood"] = ["happy": true]
        object["camera"] = ["make": "Apple", "serial": 7]
        #expect(PhotoRecord(json: object).json == .object(object))
    }

    @Test func `a member of the wrong type is left out with a finding, the rest is read`() {
        let record = PhotoRecord(json: ["name": 7, "caption": "Still here"])
        #expect(record.name == nil)
        #expect(record.caption == "Still here")
        #expect(record.findings.map(\.code) == [.recordFieldRejected])
        #expect(record.findings.first?.place == "json:name")
    }

    @Test(arguments: RecordField.allCases)
    func `every field can be taken out and set back`(field: RecordField) {
        let record = PhotoRecord(json: Self.full)
        var other = PhotoRecord()
        other[field: field] = record[field: field]
        #expect(other[field: field] == record[field: field])
        #expect(other[field: field] != nil)
        other[field: field] = nil
        #expect(other[field: field] == nil)
    }
}
