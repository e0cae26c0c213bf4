import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@Suite struct ExportSidecarTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        let photos = Checkout.fixtures.path + "/photos"
        try #require(try wit(["catalog", photos, "--quiet"]).status == 0)
        let edited = try wit([
            "edit", photos + "/lighthouse.jpg", "--name", "Tom & \"Jerry\" <b>", "--caption",
            "Zwei Zeilen:\ndie zweite, Ü", "--at=-57.5,-6.25", "--date",
            "2024-05-01T10:22:33.5+02:00", "--person", "+Anna Müller", "--keyword", "+a, b",
        ])
        try #require(edited.status == 0, "\(edited.errors)")
    }

    /// Each photo's record, and the sidecar that an export wrote of it.
    private func exported() throws -> [(record: PhotoRecord, sidecar: String)] {
        let outcome = try wit(["export", "--format", "xmp", "--into", "side", "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let paths = try outcome.lines.map {
            try #require(try JSONValue(parsing: $0.utf8)["output"]?.string)
        }
        let records = try wit(["export", "--json"]).lines.map {
            PhotoRecord(json: try JSONValue(parsing: $0.utf8).object ?? [:])
        }
        try #require(paths.count == records.count && paths.count > 10)
        return Array(zip(records, paths))
    }

    @Test func `each sidecar reads back as what was said of its photo`() throws {
        for (record, sidecar) in try exported() {
            let name = (record.file.map { URL(filePath: $0).lastPathComponent } ?? "") + ".xmp"
            #expect(sidecar.hasSuffix("/side/" + name))
            let read = try wit(["read", "--json", sidecar])
            // What is read is completed by a lookup again.
            let back = PhotoRecord(json: try JSONValue(parsing: read.bytes).object ?? [:])
                .withoutDerived
            let said = record.withoutDerived
            #expect(back.name == said.name)
            #expect(back.caption == said.caption)
            #expect(back.keywords == said.keywords)
            #expect(back.people == said.people)
            #expect(back.taken?.local == said.taken?.local)
            #expect(back.taken?.offset == said.taken?.offset)
            #expect(back.location?.coordinate == said.location?.coordinate)
            #expect(back.location?.place?.name == said.location?.place?.name)
            #expect(back.regions.map(\.name) == said.regions.map(\.name))
            #expect(back.id == said.id)
        }
    }

    @Test func `exiftool reads from the file what the catalog says`() throws {
        guard let exiftool = try Program.needed("exiftool") else { return }
        var fields = 0
        for (record, sidecar) in try exported() {
            let read = try exiftool(["-json", "-n", "-struct", "-XMP:all", sidecar])
            let json = try #require(try JSONValue(parsing: read.bytes).array?.first)
            func check(_ told: String?, _ tag: String) {
                guard let told else { return }
                let value = json[tag]
                #expect((value?.string ?? value?.text) == told, "\(sidecar): \(tag)")
                fields += 1
            }
            check(record.name, "Title")
            check(record.caption, "Description")
            let date = record.taken.map { taken in
                let text = taken.local.iso.replacing("T", with: " ")
                let day = text.prefix(10).replacing("-", with: ":") + text.dropFirst(10)
                return taken.offsetSource == .place
                    ? String(day) : day + (taken.offset?.description ?? "")
            }
            if record.taken?.local.time != nil { check(date, "DateTimeOriginal") }
            if let point = record.location?.coordinate {
                #expect(abs((json["GPSLatitude"]?.double ?? 99) - point.latitude) < 1e-7)
                #expect(abs((json["GPSLongitude"]?.double ?? 999) - point.longitude) < 1e-7)
                fields += 1
            }
            func list(_ tag: String) -> [String] {
                let value = json[tag]
                return value?.array?.compactMap { $0.string ?? $0.text }
                    ?? value.map { [$0.string ?? $0.text] } ?? []
            }
            #expect(list("Subject") == record.keywords)
            #expect(list("PersonInImage") == record.people)
            let regions = json["RegionInfo"]?["RegionList"]?.array ?? []
            #expect(
                regions.compactMap { $0["Name"]?.string }
                    == record.regions.filter { $0.kind != nil || $0.name != nil }
                    .compactMap(\.name))
        }
        print("exiftool: \(fields) values of sidecars are what the catalog says")
        #expect(fields > 30)
    }

    @Test func `exiv2 reads what the catalog says`() throws {
        guard let exiv2 = try Program.needed("exiv2") else { return }
        for (record, sidecar) in try exported() {
            func value(_ key: String) throws -> String? {
                let read = try exiv2(["-Pv", "-K", key, "-b", sidecar])
                return read.lines.isEmpty ? nil : read.lines.joined(separator: "\n")
            }
            if let name = record.name {
                #expect(try value("Xmp.dc.title")?.hasSuffix(name) == true)
            }
            if let caption = record.caption {
                #expect(try value("Xmp.dc.description")?.hasSuffix(caption) == true)
            }
            if let keyword = record.keywords.first {
                #expect(try value("Xmp.dc.subject")?.contains(keyword) == true)
            }
            #expect(
                (try value("Xmp.exif.GPSLatitude") == nil) == (record.location?.coordinate == nil))
        }
    }

    @Test func `photos of one name get sidecars of their own, and none is replaced unasked`() throws
    {
        for (place, name) in ["a", "b"].enumerated() {
            let into = folder.url.appending(path: name)
            try FileManager.default.createDirectory(at: into, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: Checkout.fixtures.path + "/photos/\(place == 0 ? "boat" : "cat").jpg",
                toPath: into.appending(path: "Same.jpg").path)
        }
        let catalog = ["--catalog", folder.path("two.sqlite")]
        #expect(try wit(["catalog", "a", "b", "--quiet"] + catalog).status == 0)
        let export = ["export", "--format", "xmp", "--into", "out"] + catalog
        let first = try wit(export)
        #expect(first.output == "out: 2 sidecars written.\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
        #expect(names.sorted() == ["Same-2.jpg.xmp", "Same.jpg.xmp"])
        try Data("mine".utf8).write(to: folder.url.appending(path: "out/Same.jpg.xmp"))
        let again = try wit(export)
        #expect(again.status == 1)
        #expect(again.errors.contains("Same.jpg.xmp: already exists; --force replaces it"))
        #expect(again.output == "out: 0 sidecars written.\n")
        #expect(
            try Data(contentsOf: folder.url.appending(path: "out/Same.jpg.xmp"))
                == Data("mine".utf8))
        #expect(try wit(export + ["--force"]).status == 0)
        #expect(
            try Data(contentsOf: folder.url.appending(path: "out/Same.jpg.xmp")).count > 500)
    }

    @Test(arguments: [
        ["--format", "xmp"], ["--format", "xmp", "--into", ""],
        ["--format", "csv", "--into", "out"], ["--format", "gpx", "--force"],
    ])
    func `contradictory arguments are refused`(arguments: [String]) throws {
        #expect(try wit(["export"] + arguments).status == 2)
    }
}
