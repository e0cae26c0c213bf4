import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@Suite struct ExportVerbTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        let photos = Checkout.fixtures.path + "/photos"
        try #require(try wit(["catalog", photos, "--quiet"]).status == 0)
        let edited = try wit([
            "edit", photos + "/lighthouse.jpg", "--name", "=1+1", "--caption",
            "Tom & \"Jerry\" <b>\n\u{1}@home, Ü", "--at=-57.5,-6.25", "--date",
            "2024-05-01T10:22:33.5+02:00",
        ])
        try #require(edited.status == 0, "\(edited.errors)")
    }

    private func records() throws -> [PhotoRecord] {
        try wit(["export", "--json"]).lines.map {
            PhotoRecord(json: try JSONValue(parsing: $0.utf8).object ?? [:])
        }
    }

    private func file(_ format: String) throws -> (path: String, errors: String) {
        let outcome = try wit(["export", "--format", format])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let path = folder.path("photos." + format)
        try Data(outcome.bytes).write(to: URL(filePath: path))
        return (path, outcome.errors)
    }

    @Test func `jsonl holds every photo, with --json and without`() throws {
        let lines = try wit(["export", "--format", "jsonl"]).lines
        #expect(lines == (try wit(["export", "--json"]).lines))
        #expect(lines.count > 10)
    }

    @Test func `geojson holds every photo as a feature, with the whole record`() throws {
        let text = try wit(["export", "--format", "geojson"]).output
        let json = try JSONValue(parsing: text.utf8)
        #expect(json["type"]?.string == "FeatureCollection")
        let features = try #require(json["features"]?.array)
        for (feature, record) in zip(features, try records()) {
            #expect(feature["type"] == "Feature")
            #expect(PhotoRecord(json: feature["properties"]?.object ?? [:]) == record)
            #expect(feature["id"]?.string == record.id?.text)
            guard let point = record.location?.coordinate else {
                #expect(feature["geometry"] == .null)
                continue
            }
            let position = feature["geometry"]?["coordinates"]?.array?.compactMap(\.double)
            #expect(position?.prefix(2) == [point.longitude, point.latitude])
        }
        #expect(features.count == (try records().count))
    }

    @Test func `csv reads back in Python, and no cell is a formula`() throws {
        let python = try #require(Program.installed("python3"))
        let script = """
            import csv, json, sys
            with open(sys.argv[1], newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file, strict=True): print(json.dumps(row))
            """
        let rows = try python(["-c", script, try file("csv").path]).lines
            .map { try JSONValue(parsing: $0.utf8) }
        let records = try records()
        #expect(rows.count == records.count)
        for (row, record) in zip(rows, records) {
            #expect(row["id"]?.string == record.id?.text)
            #expect(
                row["latitude"]?.string.flatMap(Double.init)
                    == record.location?.coordinate?.latitude)
            for (column, cell) in row.object ?? [:] where Double(cell.string ?? "") == nil {
                #expect(!"=+-@\t\r".contains(cell.string?.first ?? " "), "\(column): \(cell)")
            }
        }
        let edited = try #require(rows.first { $0["name"]?.string == "'=1+1" })
        #expect(edited["caption"]?.string?.hasPrefix("Tom & \"Jerry\" <b>\n") == true)
        #expect(edited["latitude"] == "-57.5")
        #expect(edited["taken"] == "2024-05-01T10:22:33.5+02:00")
        #expect(edited["utc"] == "2024-05-01T08:22:33.5Z")
    }

    @Test(arguments: ["gpx", "kml"])
    func `gpsbabel reads back every point and name`(format: String) throws {
        guard let gpsbabel = try Program.needed("gpsbabel") else { return }
        let (path, errors) = try file(format)
        let records = try records()
        let located = records.filter { $0.location?.coordinate != nil }
        #expect(errors.contains("\(records.count - located.count) photo"))
        let read = try gpsbabel([
            "-i", format, "-f", path, "-o", "geojson", "-F", "-",
        ])
        #expect(read.status == 0, "\(read.errors)")
        let features = try JSONValue(parsing: read.bytes)["features"]?.array ?? []
        #expect(features.count == located.count)
        for (feature, record) in zip(features, located) {
            let position = feature["geometry"]?["coordinates"]?.array?.compactMap(\.double) ?? []
            let point = try #require(record.location?.coordinate)
            #expect(abs(position[0] - point.longitude) < 1e-6)
            #expect(abs(position[1] - point.latitude) < 1e-6)
            if let name = record.name { #expect(feature["properties"]?["name"]?.string == name) }
        }
    }

    @Test(arguments: ["gpx", "kml"])
    func `an XML parser finds the file well-formed`(format: String) throws {
        let python = try #require(Program.installed("python3"))
        let script =
            "import sys, xml.dom.minidom as d; print(len(d.parse(sys.argv[1]).documentElement.toxml()))"
        let outcome = try python(["-c", script, try file(format).path])
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// The rules of OGC 07-147r2 and of the GPX 1.1 schema that a reader may insist on, by Python's own
    /// XML parser: which members there are, in which order, how often, with what values.
    @Test(arguments: ["gpx", "kml"])
    func `the file keeps to its standard's rules`(format: String) throws {
        let python = try #require(Program.installed("python3"))
        let script = Checkout.root.appending(path: "Tests/Peers/export-rules").path
        let path = try file(format).path
        let outcome = try python([script, path])
        #expect(outcome.status == 0, "\(outcome.lines.prefix(10))\n\(outcome.errors)")
        #expect(outcome.lines.last?.hasSuffix(" 0 faults") == true)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let spoilt = [
            ("<name>", "<title>"), ("</name>", "</title>"),
            format == "kml"
                ? ("<Point>", "<Point><extrude>2</extrude>") : ("<sym>", "<time/><sym>"),
        ]
        for (good, bad) in [spoilt[2], ("-57.5", "-97.5"), ("2024-05-01T", "2024-13-01T")] {
            let broken = folder.path("broken." + format)
            try Data(text.replacing(good, with: bad).utf8).write(to: URL(filePath: broken))
            #expect(try python([script, broken]).status == 1, "\(bad)")
        }
        let renamed = folder.path("renamed." + format)
        let unknown = spoilt.prefix(2).reduce(text) { $0.replacing($1.0, with: $1.1) }
        try Data(unknown.utf8).write(to: URL(filePath: renamed))
        #expect(try python([script, renamed]).status == 1)
    }

    @Test func `a local time without an offset is never written as UTC`() throws {
        let photo = Checkout.fixtures.path + "/photos/lighthouse.jpg"
        try #require(try wit(["edit", photo, "--date", ""]).status == 0)
        try #require(try wit(["edit", photo, "--at", "", "--quiet"]).status == 0)
        try #require(try wit(["edit", photo, "--date", "2024-05-01T10:22:33"]).status == 0)
        try #require(try wit(["edit", photo, "--at", "0,-150.5"]).status == 0)
        let record = try #require(try records().first { $0.name == "=1+1" })
        try #require(record.taken?.offset == nil)
        let gpx = try wit(["export", photo, "--format", "gpx"]).output
        #expect(!gpx.contains("<time>"))
        #expect(gpx.contains("<cmt>Local time 2024-05-01T10:22:33</cmt>"))
        let kml = try wit(["export", photo, "--format", "kml"]).output
        #expect(kml.contains("<when>2024-05-01T10:22:33</when>"))
    }

    @Test(arguments: [["export"], ["export", "--json", "--format", "csv"]])
    func `contradictory arguments are refused`(arguments: [String]) throws {
        #expect(try wit(arguments).status == 2)
    }
}
