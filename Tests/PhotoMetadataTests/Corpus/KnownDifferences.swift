import JSON
import PhotoRecords

/// Where our reading of the corpus and `expected.json` differ, and the bytes that say who is
/// right.
struct KnownDifference {
    /// Some bytes of the file, as text.
    struct Proof {
        var offset: Int
        var text: String

        init(_ offset: Int, _ text: String) {
            self.offset = offset
            self.text = text
        }
    }

    let file: String
    let field: String
    /// What we read.
    let ours: JSONValue
    /// Why that is so by the rules of `Reconciler`.
    let reason: String
    /// The bytes that show it.
    let proof: [Proof]
}

extension KnownDifference {
    static let all: [KnownDifference] =
        byGPS.map { row in
            KnownDifference(
                file: row.file, field: "offset", ours: .string(row.offset),
                reason:
                    "There is no OffsetTimeOriginal; local time less GPS time, \(row.difference), "
                    + "rounds to a quarter of an hour and is less than 5 minutes off.",
                proof: row.proof)
        } + others

    private typealias GPSRow = (
        file: String, offset: String, difference: String, proof: [Proof]
    )

    /// `expected.json` takes no offset from the GPS time, which `TakenRules` does.
    ///
    /// The GPS times, which are no text, stand in front of the dates that are proven here.
    private static let byGPS: [GPSRow] = [
        (
            "MikeKovarik+exifr/test/fixtures/issue-exif-js-124.tiff", "+05:30",
            "11:23:57 less 05:53:57",
            [Proof(0x1586, "2017:09:03 11:23:57"), Proof(0x169C, "2017:09:03")]
        ),
        (
            "bep+imagemeta/testdata/images/bep/jølstravatnet.pef", "+02:00",
            "10:56:53 less 08:57:13",
            [Proof(0x0482, "2021:02:05 10:56:53"), Proof(0x0340, "2021:02:05")]
        ),
        (
            "bep+imagemeta/testdata/images/bep/sunrise.jpg", "+02:00",
            "08:38:52 less 06:38:52",
            [Proof(0x02CA, "2017:10:27 08:38:52"), Proof(0x04D0, "2017:10:27")]
        ),
        (
            "bep+imagemeta/testdata/images/bep/sunset.avif", "+02:00",
            "08:38:52 less 06:38:52",
            [Proof(0x2CBA, "2017:10:27 08:38:52"), Proof(0x2EB8, "2017:10:27")]
        ),
        (
            "drewnoakes+metadata-extractor-images/webp/HTC Desire.webp", "+02:00",
            "09:59:48 less 07:59:48",
            [Proof(0xB414, "2011:05:06 09:59:48"), Proof(0xB50E, "2011:05:06")]
        ),
        (
            "exiftool+exiftool/t/images/Apple.jpg", "+01:00",
            "18:18:05 less 17:17:58",
            [Proof(0x0270, "2016:09:28 18:18:05"), Proof(0x07AC, "2016:09:28")]
        ),
        (
            "exiftool+exiftool/t/images/GoPro.jpg", "-04:00",
            "10:58:29 less 14:58:14",
            [Proof(0x04A8, "2017:10:03 10:58:29"), Proof(0x0E8E, "2017:10:03")]
        ),
        (
            "immich-app+test-assets/metadata/gps-position/thompson-springs.jpg", "-06:00",
            "15:15:44 of photoshop:DateCreated less 21:15:33 (IPTC's own time is not the date that "
                + "won, so that its -0400 does not belong to it)",
            [Proof(0x0160, "151544-0400"), Proof(0x041E, "2022:01:10")]
        ),
    ]
}

extension KnownDifference {
    private static let cutA =
        "rwcarlsen+goexif/exif/samples/2007-05-26-04-49-45-sep-2007-05-26-04-49-45a.jpg"
    private static let cutB =
        "rwcarlsen+goexif/exif/samples/2010-06-20-20-07-39-sep-2010-06-20-20-07-39a.jpg"
    private static let cut =
        "The file is cut right behind a whole APP1 segment; exiftool, which the expectation was "
        + "made with, reads a segment only when it has met the next one's marker."
    private static let flower = "libjxl+testdata/jxl/flower/flower_small.rgb.png"
    private static let gpsAlone =
        "GPSDateStamp and GPSTimeStamp 18:55:11 are the last of the dates that count."
    private static let sidecar = "drewnoakes+metadata-extractor-images/xmp/digikam-example.xmp"
    private static let noExif = "XMP says it, and there is no EXIF that could."

    private static let others: [KnownDifference] = [
        KnownDifference(
            file: cutA, field: "taken", ours: "2007-05-26T04:49:45", reason: cut,
            proof: [Proof(0x114, "2007:05:26 04:49:45")]),
        KnownDifference(
            file: cutA, field: "make", ours: "NIKON", reason: cut, proof: [Proof(0xBE, "NIKON")]),
        KnownDifference(
            file: cutA, field: "model", ours: "COOLPIX L3", reason: cut,
            proof: [Proof(0xD6, "COOLPIX L3")]),
        KnownDifference(
            file: cutB, field: "taken", ours: "2010-06-20T20:07:39", reason: cut,
            proof: [Proof(0x2C4, "2010:06:20 20:07:39")]),
        KnownDifference(
            file: cutB, field: "make", ours: "Canon", reason: cut, proof: [Proof(0xD6, "Canon")]),
        KnownDifference(
            file: cutB, field: "model", ours: "Canon PowerShot SD1200 IS", reason: cut,
            proof: [Proof(0xDC, "Canon PowerShot SD1200 IS")]),
        KnownDifference(
            file: "drewnoakes+metadata-extractor-images/xmp/APhotoManager-exmaple.xmp",
            field: "name", ours: "Title2",
            reason: "dc:title has one alternative, whose language is x-REPAIR; exiftool names it "
                + "Title-x-repair, which the expectation does not look for.",
            proof: [Proof(0x771, "x-REPAIR\">Title2")]),
        KnownDifference(
            file: sidecar, field: "make", ours: "Medion AG", reason: noExif,
            proof: [Proof(0x566, "tiff:Make=\"Medion AG\"")]),
        KnownDifference(
            file: sidecar, field: "model", ours: "MD86063", reason: noExif,
            proof: [Proof(0x580, "tiff:Model=\"MD86063\"")]),
        KnownDifference(
            file: flower, field: "taken", ours: "2022-03-04T18:55:11", reason: gpsAlone,
            proof: [Proof(0x5C516, "2022:03:04")]),
        KnownDifference(
            file: flower, field: "offset", ours: "+00:00", reason: gpsAlone,
            proof: [Proof(0x5C516, "2022:03:04")]),
        KnownDifference(
            file: "Exiv2+exiv2/test/data/pocIssue283.jpg", field: "make", ours: "00",
            reason: "The damaged file calls its maker one number of 16 bits, 0x3030: exiftool "
                + "prints the number, we its bytes as the text that EXIF says they are.",
            proof: [Proof(0x12, "00")]),
        KnownDifference(
            file: "bep+imagemeta/testdata/images/IPTC-PhotometadataRef-Std2021.1.jpg",
            field: "regions",
            ours: [
                region("Listener 1", 0.31, 0.18, 0.127, 0.385),
                region("Listener 2", 0.522, 0.29, 0.136, 0.272),
                region("Speaker 1", 0.05, 0.041, 0.325, 0.822),
            ],
            reason: "The regions are IPTC's ImageRegion alone: a rectangle, a circle, a polygon; "
                + "the expectation knows MWG's and Microsoft's.",
            proof: [Proof(0x24C5, "rbX>0.31<"), Proof(0x21F6, "Listener 1")]),
    ]

    private static func region(
        _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) -> JSONValue {
        [
            "name": .string(name), "x": .number(x), "y": .number(y), "width": .number(width),
            "height": .number(height),
        ]
    }
}
