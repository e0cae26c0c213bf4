import Foundation
import LearnedStrokes
import PhotoRecords
import RegionGeometry
import XML

@testable import ExchangeFormats

/// What is read from files that a person was given: tracks, the JSON of a Takeout, drawn strokes.
extension FuzzTarget {
    static let files: [FuzzTarget] = [
        FuzzTarget(
            name: "gpx", longest: 16_384, dictionary: "xmp",
            seeds: .made([
                """
                <?xml version="1.0" encoding="UTF-8"?><gpx xmlns="http://www.topografix.com/GPX/1/1">\
                <wpt lat="1" lon="2"><time>2024-05-01T08:00:00Z</time></wpt><trk><trkseg>\
                <trkpt lat="48.1" lon="-2.5"><ele>35</ele><time>2024-05-01T08:00:00.5+02:00</time>\
                </trkpt></trkseg></trk></gpx>
                """, "<?xml version='1.0' encoding='windows-1252'?><gpx><trk a=\"&lt;\"/></gpx>",
            ])
        ) { bytes in
            guard let reading = try? GPXReader.read(Data(bytes), name: "x") else { return }
            for point in reading.track.segments.joined() {
                hold(abs(point.coordinate.latitude) <= 90, "a point lies beyond a pole")
            }
        },
        FuzzTarget(
            name: "census", longest: 16_384, dictionary: "xmp",
            seeds: .made(["<a b='1'><!-- --><![CDATA[x]]><?p i?><c xmlns:d=\"e\"/></a>"])
        ) { bytes in
            let verdict = bytes.withUnsafeBytes(XMLCensus.verdict)
            hold(verdict.count <= bytes.count, "more is given than there is")
            hold((verdict.cut == nil) == (verdict.count == bytes.count), "a cut is not said")
            // Whatever was found, it is the same in the part that is given.
            let again = bytes[..<verdict.count].withUnsafeBytes(XMLCensus.verdict)
            hold(again.count == verdict.count, "what is given is cut again")
        },
        FuzzTarget(
            name: "takeout", longest: 4_096, dictionary: "payload",
            seeds: .made([
                """
                {"title": "IMG_1.jpg", "description": "x", "photoTakenTime": {"timestamp": "1714551753"},
                "geoData": {"latitude": 48.8, "longitude": 2.2, "altitude": 35.1},
                "people": [{"name": "Anna"}], "tags": ["bird", {"name": "kite"}], "favorited": true}
                """, "{\"albumData\": {\"title\": \"Kites\"}}",
            ])
        ) { bytes in
            guard let file = TakeoutFile(json: bytes) else { return }
            hold(file.people.count <= 1_000 && file.tags.count <= 1_000, "a list has no end")
        },
        FuzzTarget(
            name: "stroke", longest: 8_192, dictionary: "payload",
            seeds: .made([
                "{\"points\": [[0, 0, 0], [100, 1.5e1, 20], [50, 80, null], [0, 1, 60, \"x\"]]}",
                "{\"word\": \"kite\", \"points\": [[1, 2], [300, 4], [5, 600], [1, 2]], \"y\": {}}",
            ])
        ) { bytes in
            guard let line = try? StrokeLine(bytes) else { return }
            if let outline = line.stroke.outline {
                hold(outline.count >= 3, "an outline has no area")
            }
            _ = line.stroke.meaning
        },
    ]
}
