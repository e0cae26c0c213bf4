import Foundation
import TestSupport
import Testing

/// `wit edit --from-gpx` as a person runs it.
@Suite struct EditFromTrackTests {
    let folder: TemporaryFolder
    let wit: Program

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
        let track = """
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
            <trkpt lat="48" lon="2"><time>2024-05-01T08:00:00Z</time></trkpt>
            <trkpt lat="48.1" lon="2"><time>2024-05-01T08:10:00Z</time></trkpt>
            </trkseg></trk></gpx>
            """
        try Data(track.utf8).write(to: folder.url.appending(path: "walk.gpx"))
        for (index, date) in [
            "2024-05-01T10:05:00", "2024-05-01T10:05:00+02:00", "2023-01-01T10:00",
        ]
        .enumerated() {
            try Data(KilledScanTests.jpeg(index)).write(
                to: folder.url.appending(path: "\(index).jpg"))
            #expect(try wit(["edit", "\(index).jpg", "--date", date]).status == 0)
        }
    }

    @Test
    func `the output says which photos got a place and why others did not, and undo reverts it`()
        throws
    {
        let photos = ["0.jpg", "1.jpg", "2.jpg"]
        let outcome = try wit(["edit"] + photos + ["--from-gpx", "walk.gpx"])
        #expect(outcome.status == 1)
        #expect(outcome.lines.first == "Geotagged from walk.gpx: 2 photos; 1 not geotagged.")
        #expect(outcome.lines.last?.contains("edit location of 2 photos. “wit undo”") == true)
        #expect(outcome.errors.contains("/2.jpg: not geotagged: "))
        // The first one's clock is taken for one of the track's place.
        for photo in ["0.jpg", "1.jpg"] {
            #expect(try wit(["show", photo]).output.contains("48.05, 2.0  (gpx:walk.gpx)"))
        }
        let clock = try wit([
            "edit", "0.jpg", "1.jpg", "--from-gpx", "walk.gpx", "--camera-clock", "+02:00",
            "--camera-ahead", "-1m", "--gpx-replace", "--json",
        ])
        #expect(clock.status == 0, "\(clock.errors)")
        #expect(clock.lines.count == 2)
        for line in clock.lines { #expect(line.contains("\"latitude\":48.06,"), "\(line)") }
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["find", "--unlocated"]).output.contains("3 photos"))
    }

    @Test(arguments: [
        (["--camera-clock", "+02:00", "--name", "x"], 2, "need --from-gpx"),
        (["--from-gpx", "walk.gpx", "--at", "1,2"], 2, "cannot be combined"),
        (["--from-gpx", "walk.gpx", "--camera-clock", "Paris"], 2, "“Paris”"),
        (["--from-gpx", "walk.gpx", "--camera-ahead", "soon"], 2, "“soon”"),
        (["--from-gpx", "walk.gpx", "--gpx-gap", "-1m"], 2, "negative"),
        (["--from-gpx", ""], 2, "--from-gpx is an empty path"),
        (["--from-gpx", "none.gpx"], 1, "none.gpx: no such file"),
        (["--from-gpx", "0.jpg"], 1, "0.jpg: not a GPX file"),
    ])
    func `contradictory arguments are refused`(options: [String], status: Int32, says: String)
        throws
    {
        let outcome = try wit(["edit", "0.jpg"] + options)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }
}
