import CatalogDatabase
import Files
import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct TrackGeotaggerTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
    }

    /// A walk of ten minutes from 08:00 UTC, a point a minute.
    private func writeWalk(_ name: String = "walk.gpx") throws -> String {
        let points = (0...10).map { minute in
            """
            <trkpt lat="\(48 + Double(minute) * 0.001)" lon="\(2 - Double(minute) * 0.002)">
            <ele>\(100 + minute * 10)</ele>
            <time>2024-05-01T08:\(minute < 10 ? "0" : "")\(minute):00Z</time></trkpt>
            """
        }
        let text =
            "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
            + points.joined(separator: "\n") + "</trkseg></trk></gpx>"
        try Data(text.utf8).write(to: folder.url.appending(path: name))
        return folder.path(name)
    }

    /// A photo as a camera's clock dated it.
    private func photo(
        _ index: Int, _ local: String?, _ offset: String? = nil,
        _ change: (inout PhotoRecord) -> Void = { _ in }
    ) throws -> RecordID {
        var record = PhotoRecord()
        var image = ImageFacts()
        image.fingerprint = String(0xA000 + index, radix: 16)
        record.image = image
        record.taken = local.flatMap { LocalDateTime(iso: $0) }.map {
            CaptureTime(
                local: $0, offset: offset.flatMap { UTCOffset($0) }, offsetSource: .exif,
                source: "exif:DateTimeOriginal")
        }
        change(&record)
        let tally = try catalog.add(
            [
                ScannedFile(
                    path: "/p/\(index).jpg",
                    stamp: FileStamp(size: 1, modified: 1, inode: UInt64(index)), record: record)
            ], listing: true)
        return try #require(tally.items.first?.photo)
    }

    private func placed(
        _ photos: [RecordID], _ change: (inout TrackGeotagger.Options) -> Void = { _ in }
    ) throws -> TrackGeotagger.Report {
        var options = TrackGeotagger.Options()
        change(&options)
        return try TrackGeotagger(files: [writeWalk()], options: options)
            .place(photos, in: catalog)
    }

    private func apply(_ report: TrackGeotagger.Report, _ photos: [RecordID]) throws -> Change? {
        var edits = PhotoEdits()
        edits.places = report.places
        return try edits.apply(to: photos, in: catalog)
    }

    @Test func `a photo of known offset gets its place, and undo reverts it`() throws {
        let id = try photo(1, "2024-05-01T10:02:30.5", "+02:00")
        let report = try placed([id])
        #expect(report.failures.isEmpty)
        let change = try #require(try apply(report, [id]))
        #expect(change.summary == "edit location of 1 photo")
        let record = try #require(try catalog.record(id))
        let location = try #require(record.location)
        let point = try #require(location.coordinate)
        #expect(abs(point.latitude - 48.002508333) < 1e-7)
        #expect(abs(point.longitude - 1.994983333) < 1e-6)
        #expect(location.altitude == 125.083)
        #expect(location.source == "gpx")
        #expect(record.provenance[.location]?.source == "gpx:walk.gpx")
        #expect(record.provenance[.location]?.at != nil)
        _ = try catalog.undo(nil)
        #expect(try catalog.record(id)?.location == nil)
    }

    @Test func `the camera's clock is put right by what the person says`() throws {
        let plain = try photo(1, "2024-05-01T10:05:00")
        let known = try photo(2, "2024-05-01T10:05:00", "+02:00")
        #expect(try placed([plain]).failures.first?.code == .cameraClockUnknown)
        let placed = try placed([plain, known]) {
            $0.cameraOffset = UTCOffset("+02:00")
            $0.cameraAhead = 200
        }
        #expect(placed.places.count == 2)
        for place in placed.places.values {
            let latitude = place.location.coordinate?.latitude ?? 0
            #expect(abs(latitude - (48.005 - 0.001 * 200 / 60)) < 1e-7)
        }
        // What the photo itself says of its offset stands above what is said of the camera.
        let other = try self.placed([known]) { $0.cameraOffset = UTCOffset("-05:00") }
        #expect(other.places.count == 1)
    }

    @Test func `the time zone of the track is asked for where nothing else says it`() throws {
        let id = try photo(1, "2024-05-01T10:05:00")
        let placed = try placed([id]) {
            $0.zone = { coordinate, local in
                coordinate.latitude > 47 && local.month == 5 ? UTCOffset("+02:00") : nil
            }
        }
        #expect(placed.places.count == 1)
    }

    @Test func `what has a place already is left, unless it is to be replaced`() throws {
        let eiffel = Coordinate(latitude: 48.85837, longitude: 2.29448)
        let id = try photo(1, "2024-05-01T10:05:00", "+02:00") {
            $0.location = Location(coordinate: eiffel, source: "exif")
        }
        let named = try photo(2, "2024-05-01T10:05:00", "+02:00") {
            $0.location = Location(direction: 90, source: "xmp", place: Place(name: "Barn"))
        }
        let report = try placed([id, named])
        #expect(report.located == 1)
        #expect(Array(report.places.keys) == [named])
        _ = try apply(report, [id, named])
        let kept = try catalog.record(named)?.location
        #expect(kept?.place?.name == "Barn")
        #expect(kept?.direction == 90)
        #expect(kept?.coordinate != nil)
        #expect(try placed([id]) { $0.replaces = true }.places.count == 1)
    }

    @Test func `a place's name that is given beside the track goes with its point`() throws {
        let id = try photo(1, "2024-05-01T10:05:00", "+02:00")
        var edits = PhotoEdits()
        edits.places = try placed([id]).places
        edits.placeName = "The long hill"
        _ = try edits.apply(to: [id], in: catalog)
        let location = try catalog.record(id)?.location
        #expect(location?.coordinate?.latitude == 48.005)
        #expect(location?.place?.name == "The long hill")
    }

    @Test(arguments: [
        (nil, "when it was taken is unknown"), ("2024-05-01", "only the day"),
        ("2024-05-01T12:00:00", "110 min away"), ("2024-05-01T07:50:00", "2 h away"),
        ("2024-05-02T20:00:00", "33 h away"), ("2014-05-01T20:00:00", "3652 days away"),
    ])
    func `a photo that gets no place is named, with the reason`(
        local: String?, says: String
    ) throws {
        let id = try photo(1, local, "+02:00")
        let report = try placed([id])
        #expect(report.places.isEmpty)
        #expect(report.failures.map(\.item) == ["/p/1.jpg"])
        #expect(report.failures.first?.reason.contains(says) == true, "\(report.failures)")
    }

    @Test func `a file that is not a track is named`() throws {
        try Data("$GPGGA,1".utf8).write(to: folder.url.appending(path: "log.nmea"))
        for (name, says) in [
            ("log.nmea", "NMEA"), ("none.gpx", "no such file"), ("", "not a file"),
        ] {
            do throws(WitError) {
                _ = try TrackGeotagger(files: [folder.path(name)])
                Issue.record("\(name) was read")
            } catch {
                #expect(error.item == folder.path(name))
                #expect(error.reason.contains(says), "\(error)")
            }
        }
    }

    @Test(.needs(.tool("exiftool")))
    func `the places are those that exiftool finds`() async throws {
        let exiftool = try #require(Program.installed("exiftool"))
        let walk = try writeWalk()
        let names = (0..<20).map { folder.path("\($0).jpg") }
        for (index, name) in names.enumerated() {
            try Data(FollowedFolder.jpeg(index)).write(to: URL(filePath: name))
            let moment = "2024:05:01 10:0\(index / 2):\(index % 2 == 0 ? "17" : "48")"
            let dated = try exiftool([
                "-q", "-overwrite_original", "-DateTimeOriginal=" + moment,
                "-OffsetTimeOriginal=+02:00", name,
            ])
            #expect(dated.status == 0, "\(dated.errors)")
        }
        _ = try await CatalogPhotos(names, in: catalog).run()
        let ids = try names.map { try catalog.resolve($0) }
        _ = try apply(try placed(ids), ids)
        let tagged = try exiftool(
            ["-q", "-overwrite_original", "-geotag", walk, "-geotime<${DateTimeOriginal}+02:00"]
                + names)
        #expect(tagged.status == 0, "\(tagged.errors)")
        let said = try exiftool(
            ["-n", "-q", "-p", "$GPSLatitude $GPSLongitude $GPSAltitude"] + names)
        #expect(said.lines.count == names.count)
        for (id, line) in zip(ids, said.lines) {
            let theirs = line.split(separator: " ").compactMap { Double($0) }
            let ours = try #require(try catalog.record(id)?.location)
            let point = try #require(ours.coordinate)
            try #require(theirs.count == 3)
            #expect(abs(point.latitude - theirs[0]) < 1e-6)
            #expect(abs(point.longitude - theirs[1]) < 1e-6)
            #expect(abs((ours.altitude ?? 0) - theirs[2]) < 0.01)
        }
    }
}
