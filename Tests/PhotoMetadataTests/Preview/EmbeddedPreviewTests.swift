import Foundation
import PhotoRecord
import Testing
import TestSupport

@testable import PhotoMetadata

/// The JPEGs within raw files.
struct EmbeddedPreviewTests {
    private static let jpeg: [UInt8] = {
        var builder = JPEGBuilder()
        builder.size = (1_620, 1_080)
        return builder.bytes
    }()

    @Test(
        "the preview of each raw format is found where it lies",
        arguments: RawFileBuilder.Kind.allCases)
    func found(_ kind: RawFileBuilder.Kind) throws {
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

    @Test("a preview that is upright already is not turned again")
    func upright() throws {
        var builder = JPEGBuilder()
        builder.size = (1_080, 1_620)
        let bytes = RawFileBuilder(.nef, jpeg: builder.bytes).bytes
        let image = try PhotoReader().read(bytes: bytes).record.image
        #expect(image?.orientation == 6)
        let alone = try #require(EmbeddedPreview(in: bytes)?.jpeg(of: bytes, shownAs: image))
        #expect(try PhotoReader().read(bytes: alone).record.image?.orientation == 1)
    }

    @Test("what is no preview is none: lossless JPEG, what leaves the file, no raw")
    func refused() {
        // SOF3 in place of SOF0.
        var lossless = Self.jpeg
        if let at = lossless.firstIndex(of: 0xC0) { lossless[at] = 0xC3 }
        #expect(EmbeddedPreview(in: RawFileBuilder(.dng, jpeg: lossless).bytes) == nil)
        let whole = RawFileBuilder(.nef, jpeg: Self.jpeg).bytes
        #expect(EmbeddedPreview(in: Array(whole.dropLast(3_100))) == nil)
        #expect(EmbeddedPreview(in: Self.jpeg) == nil)
        #expect(EmbeddedPreview(in: []) == nil)
    }

    @Test("no change of a byte makes the search fail or leave the file")
    func mutated() {
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

    @Test(
        "the corpus's raw files give their previews",
        .enabled(if: Checkout.photoCorpus != nil, "there is no corpus beside the checkout"))
    func corpus() throws {
        let folder = try #require(Checkout.photoCorpus)
        var (raws, found) = (0, 0)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        for name in names {
            let path = folder.appending(path: name).path
            guard let record = try? PhotoReader().read(path: path).record,
                let type = record.image?.mediaType, type.hasPrefix("image/x-")
            else { continue }
            raws += 1
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            guard let preview = EmbeddedPreview(in: bytes) else {
                print("\(name): no preview")
                continue
            }
            found += 1
            print("\(name): \(preview.width)×\(preview.height) at \(preview.range)")
        }
        print("\(found) of \(raws) raw files of the corpus have a preview")
        #expect(raws > 0)
    }
}
