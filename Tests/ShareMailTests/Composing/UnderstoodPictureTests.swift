import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata
@testable import Pictures
@testable import Privacy
@testable import ShareMail

/// A JPEG written by what is understood of it shows what it showed.
@Suite struct UnderstoodPictureTests {
    private static func rewritten(_ jpeg: [UInt8]) throws -> [UInt8] {
        try JPEGMetadataWriter().rewrite(
            jpeg, as: JPEGCoding(jpeg), with: PhotoRecord(), orientation: 1)
    }

    /// The picture's pixels in sRGB; nil where it cannot be decoded.
    private static func pixels(_ jpeg: [UInt8]) -> [UInt8]? {
        let renderer = PictureRenderer(limits: PictureLimits(acceptsDamage: true))
        return try? renderer.pixels(of: jpeg, longestSide: 1_200).bytes
    }

    /// Those of the corpus of which a part is not understood.
    private static let known: Set<String> = [
        // Cut off within the picture.
        "User Comment Encoding.jpg", "ultrahdr.jpg",
        // A profile of tables.
        "thompson-springs.jpg",
        // Preview within the picture's own segments.
        "olympus_makernote_variant_4.jpg",
        // No JPEG.
        "pocIssue283.jpg",
    ]

    @Test func `pixels of real photos stay, metadata but ours goes`() throws {
        var paths = SampleShares.drawn
        if let corpus = Checkout.photoCorpus { paths += SampleShares.photos(in: corpus) }
        var (compared, profiles, progressive) = (0, 0, 0)
        var refused: Set<String> = []
        for path in paths {
            let jpeg = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let coding: JPEGCoding
            do throws(WitError) {
                coding = try JPEGCoding(jpeg)
            } catch {
                refused.insert((path as NSString).lastPathComponent)
                continue
            }
            let clean = try Self.rewritten(jpeg)
            #expect(JPEGParts(clean).stranger == nil, "\(path)")
            guard coding.hasPicture else { continue }
            #expect(JPEGCoding.stranger(in: clean) == nil, "\(path)")
            // The orientation is metadata: it is taken out of both.
            let bare = try JPEGMetadataWriter().rewrite(jpeg, with: PhotoRecord(), orientation: 1)
            guard let before = Self.pixels(bare) else { continue }
            #expect(Self.pixels(clean) == before, "\(path)")
            compared += 1
            profiles += coding.profile == nil ? 0 : 1
            progressive += coding.frame?.isProgressive == true ? 1 : 0
        }
        print(
            "JPEGs understood: \(compared), \(progressive) progressive, \(profiles) with a profile")
        #expect(compared >= 14 && profiles >= 1)
        #expect(refused == (Checkout.photoCorpus == nil ? [] : Self.known))
    }

    /// The numbers of a profile's pieces are anybody's to write (ICC.1:2022 annex B.4): “1 of 0” ended
    /// the program.
    @Test(arguments: [(1, 0), (0, 0), (0, 1), (2, 1), (255, 0), (1, 2)] as [(UInt8, UInt8)])
    func `a piece of a profile with an impossible number is not understood`(
        number: UInt8, count: UInt8
    ) throws {
        let path = try #require(SampleShares.drawn.first { $0.hasSuffix(".jpg") })
        let drawn = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let body = Array("ICC_PROFILE\0".utf8) + [number, count, 0]
        let segment = [0xFF, 0xE2, 0, UInt8(body.count + 2)] + body
        #expect(throws: WitError(.notUnderstood, "")) {
            try JPEGCoding(drawn.prefix(2) + segment + drawn.dropFirst(2))
        }
    }

    /// What cameras and programs write that the fixtures do not have.
    @Test(arguments: [
        "interlace", "interlace,subsample-mode=off", "subsample-mode=off,optimize-coding",
        "restart-interval=3", "interlace,restart-interval=2", "Q=100,interlace", "Q=3,interlace",
    ])
    func `every way of coding is walked to its last bit`(options: String) throws {
        guard let vips = Program.installed("vips") else {
            print("vips is not installed: pictures coded as \(options) are not tried")
            return
        }
        let folder = try TemporaryFolder()
        let source = Checkout.fixtures.appending(path: "photos/cat.jpg").path
        for (number, more) in ["", "grey"].enumerated() {
            let file = folder.path("\(number).jpg")
            let made =
                more.isEmpty
                ? try vips(["copy", source, "\(file)[\(options)]"])
                : try vips(["colourspace", source, "\(file)[\(options)]", "b-w"])
            try #require(made.status == 0, "\(made.errors)")
            let jpeg = [UInt8](try Data(contentsOf: URL(filePath: file)))
            let clean = try Self.rewritten(jpeg)
            let bare = try JPEGMetadataWriter().rewrite(jpeg, with: PhotoRecord(), orientation: 1)
            let before = try #require(Self.pixels(bare))
            #expect(Self.pixels(clean) == before)
            // Behind each scan, and between a restart's data and its marker.
            var planted: [UInt8] = []
            for (index, byte) in jpeg.enumerated() {
                let next = index + 1 < jpeg.count ? jpeg[index + 1] : 0
                let isScan = planted.count > 2 && byte == 0xFF && [0xD9, 0xDA, 0xC4].contains(next)
                if byte == 0xFF && (0xD0...0xD7).contains(next) || isScan {
                    planted += Array(" Asdfhausen ".utf8)
                }
                planted.append(byte)
            }
            #expect(planted.count > jpeg.count)
            let cleaned = try Self.rewritten(planted)
            #expect(!String(decoding: cleaned, as: UTF8.self).contains("Asdfhausen"))
            #expect(cleaned == clean)
        }
    }

    @Test func `tables that no scan uses are removed`() throws {
        let jpeg = [UInt8](
            try Data(contentsOf: Checkout.fixtures.appending(path: "photos/cat.jpg")))
        let clean = try Self.rewritten(jpeg)
        #expect(JPEGCoding.stranger(in: clean) == nil)
        let frame = try #require(
            zip(clean, clean.dropFirst()).enumerated().first { $0.element == (0xFF, 0xC0) })
        let counts = [UInt8](repeating: 0, count: 7) + [3] + [UInt8](repeating: 0, count: 8)
        for table in [
            [0xC4, 0, 22, 0x13] + counts + [1, 2, 3], [0xDB, 0, 67, 3] + clean[20..<84],
        ] {
            var planted = clean
            planted.insert(contentsOf: [0xFF] + table, at: frame.offset)
            #expect(JPEGCoding.stranger(in: planted) != nil)
            #expect(try Self.rewritten(planted) == clean)
        }
    }

    /// Places of a JPEG, by the second byte of the marker that stands there.
    private static func places(of marker: UInt8, in jpeg: [UInt8]) -> [Int] {
        zip(jpeg, jpeg.dropFirst()).enumerated().filter { $0.element == (0xFF, marker) }
            .map(\.offset)
    }

    @Test func `a scan that is there twice, of which the first is never seen, is not understood`()
        throws
    {
        let jpeg = TinyPicture.jpeg
        let scan = try #require(Self.places(of: 0xDA, in: jpeg).first)
        let twice = jpeg.dropLast(2) + jpeg[scan...]
        #expect(Self.pixels(Array(twice)) == Self.pixels(jpeg))
        #expect(throws: WitError.self) { try JPEGCoding(Array(twice)) }
        #expect(JPEGCoding.stranger(in: Array(twice)) != nil)
        #expect(throws: Never.self) { try JPEGCoding(jpeg) }
    }

    @Test func `steps of coefficients that are 0 everywhere say nothing`() throws {
        // A black picture has no coefficient but the first.
        let jpeg = TinyPicture.jpeg
        let table = try #require(Self.places(of: 0xDB, in: jpeg).first)
        var planted = jpeg
        let text = Array("lat 48.16314 lon 11.50382, Asdfhausen".utf8)
        planted.replaceSubrange(table + 20..<table + 20 + text.count, with: text)
        #expect(Self.pixels(planted) == Self.pixels(jpeg))
        let clean = try Self.rewritten(planted)
        #expect(!String(decoding: clean, as: UTF8.self).contains("Asdf"))
        #expect(try clean == Self.rewritten(jpeg))
        #expect(Self.pixels(clean) == Self.pixels(jpeg))
        #expect(JPEGCoding.stranger(in: clean) == nil)
    }

    @Test func `bits after the last one of a scan say nothing`() throws {
        let jpeg = TinyPicture.jpeg
        var changed = 0
        for bit in 0..<4 {
            var planted = jpeg
            planted[planted.count - 3] ^= 1 << UInt8(bit)
            guard (try? JPEGCoding(planted)) != nil, Self.pixels(planted) == Self.pixels(jpeg)
            else {
                continue
            }
            changed += 1
            #expect(try Self.rewritten(planted) == Self.rewritten(jpeg))
        }
        #expect(changed > 0)
    }

    @Test(arguments: 0..<300)
    func `damage is refused or understood, and never ends the program`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let name = ["photos/shapes.jpg", "colour/display-p3-red.jpg"][seed % 2]
        var jpeg = [UInt8](try Data(contentsOf: Checkout.fixtures.appending(path: name)))
        jpeg = Array(jpeg.prefix(6_000)) + jpeg.suffix(200)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let index = Int.random(in: 2..<jpeg.count, using: &random)
            jpeg[index] = UInt8.random(in: 0...255, using: &random)
        }
        guard let coding = try? JPEGCoding(jpeg), coding.hasPicture else { return }
        let clean = try Self.rewritten(jpeg)
        #expect(JPEGCoding.stranger(in: clean) == nil, "seed \(seed)")
    }

    // MARK: Profiles

    private static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func tag(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        Array(kind.utf8) + [0, 0, 0, 0] + body
    }

    private static func formula(_ kind: UInt8, _ numbers: [Double]) -> [UInt8] {
        let fixed: [UInt8] = numbers.flatMap { big(Int($0 * 65_536)) }
        return tag("para", [0, kind, 0, 0] + fixed)
    }

    private static let samples: [UInt8] = (0..<64).flatMap { (index: Int) -> [UInt8] in
        let value = index * index * 65_535 / (63 * 63)
        return [UInt8(value >> 8), UInt8(value & 0xFF)]
    }

    /// Curves as profiles have them: a gamma, none, samples, formulas; the fourth is sRGB's own.
    private static let curves: [[UInt8]?] = [
        nil, tag("curv", big(0)), tag("curv", big(64) + samples),
        formula(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]), formula(0, [1.8]),
    ]

    @Test(arguments: [ICCProfile.adobeRGB, .displayP3], curves.indices)
    func `a rebuilt profile gives the same colours`(profile: ICCProfile, curve: Int) throws {
        var profile = profile
        profile.curve = Self.curves[curve]
        let plain = [UInt8](
            try Data(contentsOf: Checkout.fixtures.appending(path: "photos/flowers.jpg")))
        let bare = try JPEGMetadataWriter().rewrite(plain, with: PhotoRecord(), orientation: 1)
        let jpeg = profile.inserted(intoJPEG: bare)
        let clean = try Self.rewritten(jpeg)
        let before = try #require(Self.pixels(jpeg))
        #expect(Self.pixels(clean) == before)
        // Without it they are others.
        #expect(Self.pixels(bare) != before)
        let coding = try JPEGCoding(jpeg)
        #expect(coding.profile.map { $0.bytes } != profile.bytes)
        #expect(try coding.profile.map { try ColorProfile(rebuilding: $0.bytes) } == coding.profile)
    }

    @Test func `a picture whose profile is not understood keeps its colours, encoded again`() throws
    {
        var profile = ICCProfile.adobeRGB
        profile.more = [("A2B0", Array("mft2\0\0\0\0 tables".utf8))]
        let plain = [UInt8](
            try Data(contentsOf: Checkout.fixtures.appending(path: "photos/flowers.jpg")))
        let bare = try JPEGMetadataWriter().rewrite(plain, with: PhotoRecord(), orientation: 1)
        let folder = try TemporaryFolder()
        let file = folder.path("IMG_1234.jpg")
        // libvips goes by the matrix where the table is damaged.
        let jpeg = profile.inserted(intoJPEG: bare)
        try Data(jpeg).write(to: URL(filePath: file))
        var record = PhotoRecord()
        record.file = file
        var options = try SampleShares.options(.original)
        options.stripped = [.camera]
        let share = try ShareComposer().compose([record], options)
        #expect(share.findings.contains { $0.code == .redrawn }, "\(share.findings)")
        let rendition = try PhotoRendition(record, options: options)
        let before = try #require(Self.pixels(jpeg))
        let after = try #require(Self.pixels(rendition.jpeg))
        try #require(before.count == after.count)
        let off = zip(before, after).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(off) / Double(before.count) < 3)
    }
}
