import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// The corpus's photos in other formats than JPEG, held against what exiftool prints for them.
struct FormatCorpusTests {
    private static func files() throws -> [(name: String, path: String)] {
        let folder = try #require(Checkout.photoCorpus)
        let json = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "expected.json")))
        return try (json.array ?? []).compactMap { row in
            guard let name = row["file"]?.string else { return nil }
            let path = folder.appending(path: name).path
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? handle.close() }
            let isJPEG = try handle.read(upToCount: 3) == Data([0xFF, 0xD8, 0xFF])
            return isJPEG ? nil : (name, path)
        }
    }

    /// Tags of exiftool that may give what we read, the first that is there.
    private static let tags: [(field: String, tags: [String])] = [
        ("mediaType", ["File:MIMEType"]),
        ("make", ["EXIF:Make", "XMP:Make"]), ("model", ["EXIF:Model", "XMP:Model"]),
        ("width", ["SubIFD1:ImageWidth", "EXIF:ImageWidth", "Composite:ImageWidth"]),
        ("name", ["XMP:Title", "IPTC:ObjectName"]),
        ("latitude", ["Composite:GPSLatitude"]), ("longitude", ["Composite:GPSLongitude"]),
    ]

    @Test(.needs(.photoCorpus))
    func `every format reads as exiftool prints it`() throws {
        guard try Program.needed("exiftool") != nil else { return }
        let files = try Self.files()
        #expect(!files.isEmpty)
        let output = try ExifTool.run(["-j", "-n", "-G"] + files.map(\.path))
        let printed = try JSONValue(parsing: Data(output.utf8)).array ?? []
        var counts: [String: (agreed: Int, of: Int)] = [:]
        var differing: [String] = []
        for (file, theirs) in zip(files, printed) {
            let record = try PhotoReader().read(path: file.path).record
            var cells = [record.image?.mediaType ?? "–"]
            cells.append("\(record.image?.width ?? 0)×\(record.image?.height ?? 0)")
            for (field, tags) in Self.tags where field != "width" {
                guard let value = tags.lazy.compactMap({ theirs[$0] }).first else { continue }
                let ours = Self.value(field, record)
                let agrees = Self.agree(ours, value)
                counts[field, default: (0, 0)].of += 1
                counts[field, default: (0, 0)].agreed += agrees ? 1 : 0
                if !agrees {
                    cells.append("\(field) \(ours.text) ≠ \(value.text)")
                    differing.append("\(file.name): \(field) \(ours.text) ≠ \(value.text)")
                }
            }
            print("\(file.name): \(cells.joined(separator: " · "))")
        }
        for (field, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("exiftool, other formats, \(field): \(count.agreed) of \(count.of) agree")
        }
        #expect(differing.sorted() == Self.knownDifferences)
    }

    /// What we read otherwise than exiftool prints it: the brand tells HEVC, which is `image/heic`; the
    /// damaged file's own magic number is Panasonic's, its maker a number (see `KnownDifference`).
    private static let knownDifferences = [
        "Exiv2+exiv2/test/data/Sony.HIF: mediaType \"image/heic\" ≠ \"image/heif\"",
        "Exiv2+exiv2/test/data/issue_9292_sony_1_top_left.HIF: "
            + "mediaType \"image/heic\" ≠ \"image/heif\"",
        "Exiv2+exiv2/test/data/pocIssue283.jpg: make \"00\" ≠ 12336",
        "Exiv2+exiv2/test/data/pocIssue283.jpg: "
            + "mediaType \"image/x-panasonic-rw2\" ≠ \"image/tiff\"",
    ]

    /// What exiftool cannot write: files cut off before their pictures, and a damaged one.
    private static let unwritable = [
        "Exiv2+exiv2/test/data/IMG_1361.dng", "Exiv2+exiv2/test/data/pocIssue283.jpg",
        "bep+imagemeta/testdata/images/bep/jølstravatnet.pef",
        "bep+imagemeta/testdata/images/sample.arw", "bep+imagemeta/testdata/images/sample.dng",
    ]

    private static func value(_ field: String, _ record: PhotoRecord) -> JSONValue {
        let value: JSONValue? =
            switch field {
            case "mediaType": record.image?.mediaType.map(JSONValue.string)
            case "make": record.camera?.make.map(JSONValue.string)
            case "model": record.camera?.model.map(JSONValue.string)
            case "name": record.name.map(JSONValue.string)
            case "latitude": record.location?.coordinate.map { .number($0.latitude) }
            case "longitude": record.location?.coordinate.map { .number($0.longitude) }
            default: nil
            }
        return value ?? .null
    }

    private static func agree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        if let left = ours.double, let right = theirs.double { return abs(left - right) < 1e-6 }
        guard let left = ours.string else { return ours == theirs }
        return left == theirs.string?.trimmingCharacters(in: .whitespaces) || left == theirs.text
    }

    @Test(.needs(.photoCorpus))
    func `retagging with exiftool keeps the fingerprint of every format of the corpus`() throws {
        guard try Program.needed("exiftool") != nil else { return }
        let folder = try TemporaryFolder()
        var tried: [String: Int] = [:]
        var unwritten: [String] = []
        for (index, file) in try Self.files().enumerated() {
            let copy = folder.path("\(index)." + (file.name as NSString).pathExtension)
            try FileManager.default.copyItem(atPath: file.path, toPath: copy)
            let before = try PhotoReader().read(path: copy).record
            try ExifTool.run([
                "-q", "-q", "-m", "-overwrite_original", "-XMP-dc:Title=Retagged \(index)", copy,
            ])
            let after = try PhotoReader().read(path: copy).record
            // exiftool leaves what it can't write as it is.
            guard after.name == "Retagged \(index)", let type = before.image?.mediaType else {
                unwritten.append(file.name)
                continue
            }
            tried[type, default: 0] += 1
            #expect(after.image?.fingerprint == before.image?.fingerprint, "\(file.name)")
            #expect(after.taken == before.taken, "\(file.name)")
            #expect(after.location == before.location, "\(file.name)")
        }
        print("retagged: \(tried.sorted { $0.key < $1.key })")
        #expect(unwritten.sorted() == Self.unwritable)
        #expect(tried.count > 10)
    }
}
