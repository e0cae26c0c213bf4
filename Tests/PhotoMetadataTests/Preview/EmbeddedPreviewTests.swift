import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// The JPEGs within raw files.
struct EmbeddedPreviewTests {
    private static let jpeg: [UInt8] = {
        var builder = JPEGBuilder()
        builder.size = (1_620, 1_080)
        return builder.bytes
    }()

    @Test(arguments: RawFileBuilder.Kind.allCases)
    func `the preview of each raw format is found where it lies`(_ kind: RawFileBuilder.Kind) throws
    {
        let bytes = RawFileBuilder(kind, jpeg: Self.jpeg).bytes
        let preview = try #require(EmbeddedPreview(in: bytes))
        #expect(preview.width == 1_620)
        #expect(preview.height == 1_080)
        // Fujifilm's has EXIF and XMP of its own within.
        if kind != .raf { #expect(Array(bytes[preview.range]) == Self.jpeg) }
        let record = try PhotoReader().read(bytes: bytes).record
        #expect(record.name == "Red kite")
        #expect(record.taken?.offset?.description == "+02:00")
        #expect(record.image?.width == 6_000)
        #expect(record.image?.orientation == 6)
        let alone = try #require(preview.jpeg(of: bytes, shownAs: record.image))
        let shown = try PhotoReader().read(bytes: alone).record
        #expect(shown.image?.orientation == 6)
        #expect(shown.name == nil && shown.location == nil && shown.taken == nil)
    }

    @Test
    func `a preview that is upright already is not turned again`() throws {
        var builder = JPEGBuilder()
        builder.size = (1_080, 1_620)
        let bytes = RawFileBuilder(.nef, jpeg: builder.bytes).bytes
        let image = try PhotoReader().read(bytes: bytes).record.image
        #expect(image?.orientation == 6)
        let alone = try #require(EmbeddedPreview(in: bytes)?.jpeg(of: bytes, shownAs: image))
        #expect(try PhotoReader().read(bytes: alone).record.image?.orientation == 1)
    }

    @Test
    func `lossless JPEG, data beyond the file and files that are not raw have no preview`() {
        // SOF3 in place of SOF0.
        var lossless = Self.jpeg
        if let at = lossless.firstIndex(of: 0xC0) { lossless[at] = 0xC3 }
        #expect(EmbeddedPreview(in: RawFileBuilder(.dng, jpeg: lossless).bytes) == nil)
        let whole = RawFileBuilder(.nef, jpeg: Self.jpeg).bytes
        #expect(EmbeddedPreview(in: Array(whole.dropLast(3_100))) == nil)
        #expect(EmbeddedPreview(in: Self.jpeg) == nil)
        #expect(EmbeddedPreview(in: []) == nil)
    }

    @Test
    func `no change of a byte makes the search fail or leave the file`() {
        var random = SeededGenerator(seed: 11)
        for kind in RawFileBuilder.Kind.allCases {
            let whole = RawFileBuilder(kind, jpeg: Self.jpeg).bytes
            for _ in 0..<300 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<min(bytes.count, 3_000), using: &random)] =
                        UInt8.random(in: 0...255, using: &random)
                }
                if let preview = EmbeddedPreview(in: bytes) {
                    #expect(preview.range.upperBound <= bytes.count)
                }
            }
        }
    }

    @Test(.needs(.photoCorpus))
    func `the corpus's raw files give their previews`() throws {
        let folder = try #require(Checkout.photoCorpus)
        var previews: [String: String] = [:]
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        for name in names {
            let path = folder.appending(path: name).path
            guard let record = try? PhotoReader().read(path: path).record,
                let type = record.image?.mediaType, type.hasPrefix("image/x-")
            else { continue }
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let preview = EmbeddedPreview(in: bytes)
            previews[name] = preview.map { "\($0.width)×\($0.height) at \($0.range)" } ?? "none"
        }
        print("\(previews.count) raw files of the corpus looked through for previews")
        #expect(previews == Self.known)
    }

    /// The corpus's raw files, most of them cut off before their pictures.
    private static let known = [
        "Exiv2+exiv2/test/data/IMG_1361.dng": "none",
        "Exiv2+exiv2/test/data/pocIssue283.jpg": "none",
        "bep+imagemeta/testdata/images/bep/jølstravatnet.pef": "720×480 at 73952..<127705",
        "bep+imagemeta/testdata/images/sample.arw": "160×120 at 32770..<36368",
        "bep+imagemeta/testdata/images/sample.dng": "none",
        "exiftool+exiftool/t/images/CanonRaw.cr2": "none",
        "exiftool+exiftool/t/images/CanonRaw.cr3": "none",
        "exiftool+exiftool/t/images/FujiFilm.raf": "8×8 at 148..<12315",
        "exiftool+exiftool/t/images/Nikon.nef": "none",
        "exiftool+exiftool/t/images/Panasonic.rw2": "8×8 at 1536..<12321",
    ]
}
