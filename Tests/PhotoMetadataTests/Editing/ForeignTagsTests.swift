import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// What other programs read in files that were written.
@Suite(.needs(.tool("exiftool")))
struct ForeignTagsTests {
    // What an edit is about, in exiftool's names; and what follows from where things lie.
    private static let ours: Set<String> = [
        "IFD0:ImageDescription", "IFD0:XPTitle", "IFD0:XPComment", "IFD0:XPKeywords",
        "ExifIFD:DateTimeOriginal", "ExifIFD:SubSecTimeOriginal", "ExifIFD:OffsetTimeOriginal",
        "ExifIFD:UserComment", "XMP-dc:Title", "XMP-dc:Description", "XMP-dc:Subject",
        "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "XMP-photoshop:City",
        "XMP-photoshop:State", "XMP-photoshop:Country", "XMP-iptcCore:CountryCode",
        "XMP-iptcCore:Location", "XMP-tiff:ImageDescription", "XMP-exif:UserComment",
        "XMP-digiKam:TagsList", "XMP-lr:HierarchicalSubject", "XMP-microsoft:LastKeywordXMP",
        "XMP-mediapro:CatalogSets", "XMP-xmpNote:HasExtendedXMP", "XMP-acdsee:Notes",
        "XMP-acdsee:Caption", "IPTC:ObjectName", "IPTC:Caption-Abstract", "IPTC:Keywords",
        "IPTC:DateCreated", "IPTC:TimeCreated", "IPTC:City", "IPTC:Province-State",
        "IPTC:Country-PrimaryLocationName", "IPTC:Country-PrimaryLocationCode",
        "IPTC:Sub-location", "IPTC:CodedCharacterSet", "Photoshop:IPTCDigest",
        "MPImage1:MPImageLength", "ExifIFD:ExifVersion",
    ]
    private static let groups: Set<String> = [
        "ExifTool", "File", "System", "Composite", "GPS", "XMP-wit", "XMP-mwg-rs", "XMP-MP",
        "XMP-iptcExt",
    ]
    // A picture's offset in the file moves with what stands before it; its bytes are compared.
    private static let offsets: Set<String> = [
        "ThumbnailOffset", "PreviewImageStart", "MPImageStart", "JpgFromRawStart",
    ]

    private static func isForeign(_ key: String) -> Bool {
        let parts = key.split(separator: ":").map(String.init)
        guard let name = parts.last, let group = parts.first else { return false }
        let plain = group + ":" + name
        // Fields of EXIF that stand in the other directory go home.
        let astray = group == "ExifIFD" ? "IFD0:" + name : "ExifIFD:" + name
        if key == "SourceFile" || ours.contains(astray) || ours.contains(plain)
            || groups.contains(group) || offsets.contains(name)
        {
            return false
        }
        return !(group == "XMP-exif" && name.hasPrefix("GPS")) && !group.hasPrefix("XMP-wit")
    }

    /// The values of each tag that is not written, however many there are of it: which one
    /// exiftool counts first depends on what other groups say.
    private static func foreign(_ tags: JSONObject) -> [String: [String]] {
        var result: [String: [String]] = [:]
        for (key, value) in tags where isForeign(key) {
            let parts = key.split(separator: ":").map(String.init)
            let plain = (parts.first ?? "") + ":" + (parts.last ?? "")
            result[plain, default: []].append(value.text)
        }
        return result.mapValues { $0.sorted() }
    }

    @Test
    func `every tag that is not written is as it was, maker notes among them, in every file`()
        throws
    {
        let edited = try EditedPhotos(MetadataEditorCorpusTests.rewrite)
        // -u and -U: unknown tags too; -b: thumbnails by their bytes; group 4 counts copies.
        let options = ["-a", "-u", "-G1:4", "-b", "-x", "ThumbnailTIFF"]
        let (before, after) = (
            try edited.tags("former", options), try edited.tags("edited", options)
        )
        try #require(before.count == edited.photos.count && after.count == before.count)
        var (count, notes) = (0, 0)
        for (index, photo) in edited.photos.enumerated() {
            let (was, now) = (Self.foreign(before[index]), Self.foreign(after[index]))
            count += was.count
            notes += was.keys.count { key in
                !["IFD", "XMP", "IPTC", "Exif", "ICC", "JFIF", "Photoshop"].contains {
                    key.hasPrefix($0)
                }
            }
            for key in Set(was.keys).union(now.keys).sorted() where was[key] != now[key] {
                if was[key] == nil, Self.isBegun(key, was) { continue }
                Issue.record(
                    """
                    \(photo.name): \(key) \(was[key]?.joined().prefix(80) ?? "-") → \
                    \(now[key]?.joined().prefix(80) ?? "-")
                    """)
            }
        }
        print("\(count) foreign tags kept in \(before.count) files, \(notes) of them makers'")
        #expect(count > 100)
    }

    /// Whether a tag belongs to a block that the edit began: EXIF, or EXIF's own directory.
    private static func isBegun(_ key: String, _ was: [String: [String]]) -> Bool {
        let group = key.split(separator: ":").first.map(String.init) ?? ""
        return ["IFD0", "ExifIFD", "XMP-x", "XMP-rdf"].contains(group)
            && !was.keys.contains { $0.hasPrefix(group + ":") }
            || key.hasPrefix("XMP-x:")
    }

    @Test
    func `exiftool reads every value back, and finds nothing newly wrong with the file`() throws {
        let edited = try EditedPhotos(MetadataEditorCorpusTests.rewrite)
        let options = ["-a", "-n", "-G1", "-struct", "-all", "-validate"]
        let (before, after) = (
            try edited.tags("former", options), try edited.tags("edited", options)
        )
        try #require(after.count == edited.photos.count)
        for (index, tags) in after.enumerated() {
            let photo = edited.photos[index]
            let wanted = photo.wanted
            func expect(_ key: String, _ value: JSONValue?) {
                #expect(tags[key] == value, "\(photo.name) \(key)")
            }
            expect("XMP-dc:Title", wanted.name.map(JSONValue.string))
            expect("XMP-dc:Description", wanted.caption.map(JSONValue.string))
            expect("IFD0:ImageDescription", wanted.caption.map(JSONValue.string))
            expect("XMP-dc:Subject", .strings(wanted.keywords))
            expect("XMP-iptcExt:PersonInImage", .strings(wanted.people))
            expect("ExifIFD:DateTimeOriginal", "2024:05:01 10:22:33")
            expect("ExifIFD:OffsetTimeOriginal", "-03:30")
            #expect(tags["ExifIFD:SubSecTimeOriginal"]?.double == 12, "\(photo.name)")
            expect("XMP-photoshop:DateCreated", "2024:05:01 10:22:33.12-03:30")
            for (key, value) in [
                ("Composite:GPSLatitude", -48.858370), ("Composite:GPSLongitude", 2.2944819),
                ("XMP-exif:GPSLatitude", -48.858370), ("Composite:GPSAltitude", -35.1),
                ("GPS:GPSImgDirection", 120.5),
            ] {
                #expect(abs((tags[key]?.double ?? 999) - value) < 1e-6, "\(photo.name) \(key)")
            }
            expect("XMP-photoshop:City", "Paris")
            let regions = tags["XMP-mwg-rs:RegionInfo"]?["RegionList"]?.array ?? []
            #expect(regions.map { $0["Name"]?.string } == ["Red kite", "Anna"], "\(photo.name)")
            if before[index].keys.contains(where: { $0.hasPrefix("IPTC:") }) {
                expect("IPTC:ObjectName", wanted.name.map(JSONValue.string))
                expect("IPTC:Caption-Abstract", wanted.caption.map(JSONValue.string))
                expect("IPTC:Keywords", .strings(wanted.keywords))
                expect("IPTC:DateCreated", "2024:05:01")
                expect("IPTC:TimeCreated", "10:22:33-03:30")
                #expect(
                    tags["Photoshop:IPTCDigest"] == tags["File:CurrentIPTCDigest"], "\(photo.name)")
            }
            // "n errors, n warnings (n minor)": none that was not there.
            func troubles(_ tags: JSONObject) -> Int {
                (tags["ExifTool:Validate"]?.string ?? "0").split { !$0.isNumber }
                    .prefix(2).compactMap { Int($0) }.reduce(0, +)
            }
            if troubles(tags) > troubles(before[index]) {
                let all = try ExifTool.run([
                    "-validate", "-warning", "-a", "-s3",
                    edited.folder.path(String(format: "edited/%04d.jpg", index)),
                ])
                print("\(photo.name): \(tags["ExifTool:Validate"]?.string ?? "") \(all)")
            }
        }
        print("\(after.count) files read back equal by exiftool")
    }

    @Test(.needs(.tool("exiv2")))
    func `exiv2 reads every value back`() throws {
        let exiv2 = try #require(Program.installed("exiv2"))
        let edited = try EditedPhotos(MetadataEditorCorpusTests.rewrite)
        for (index, photo) in edited.photos.enumerated() {
            let file = edited.folder.path(String(format: "edited/%04d.jpg", index))
            func value(_ key: String) throws -> String {
                let output = try exiv2(["-q", "-K", key, "-Pv", "print", file]).output
                return output.trimmingCharacters(in: .newlines)
            }
            let comment = Comment(rawValue: photo.name)
            let former = edited.folder.path(String(format: "former/%04d.jpg", index))
            // Some packets exiv2 does not take, whoever wrote them.
            let hasXMP = try !exiv2(["-PXk", "print", former]).errors.contains("XMP Toolkit")
            #expect(
                try value("Exif.Image.ImageDescription") == photo.wanted.caption, comment)
            #expect(
                try value("Exif.Photo.DateTimeOriginal") == "2024:05:01 10:22:33", comment)
            #expect(try value("Exif.GPSInfo.GPSLatitudeRef") == "S", comment)
            guard hasXMP else { continue }
            #expect(
                try value("Xmp.dc.title").hasSuffix(photo.wanted.name ?? "?"), comment)
            #expect(
                try value("Xmp.dc.subject") == photo.wanted.keywords.joined(separator: ", "),
                comment)
        }
        print("\(edited.photos.count) files read back equal by exiv2")
    }
}
