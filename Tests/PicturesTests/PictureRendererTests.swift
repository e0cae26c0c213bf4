import Foundation
import OutputText
import TestSupport
import Testing

@testable import Pictures

@Suite struct PictureRendererTests {
    let renderer = PictureRenderer()

    /// By orientation, which stored corner a person sees in the top left, top right, bottom left
    /// and bottom right (EXIF 3.0 §4.6.5.1.6).
    static let orientations: [(Int, [Corner])] = [
        (1, [.topLeft, .topRight, .bottomLeft, .bottomRight]),
        (2, [.topRight, .topLeft, .bottomRight, .bottomLeft]),
        (3, [.bottomRight, .bottomLeft, .topRight, .topLeft]),
        (4, [.bottomLeft, .bottomRight, .topLeft, .topRight]),
        (5, [.topLeft, .bottomLeft, .topRight, .bottomRight]),
        (6, [.bottomLeft, .topLeft, .bottomRight, .topRight]),
        (7, [.bottomRight, .topRight, .bottomLeft, .topLeft]),
        (8, [.topRight, .bottomRight, .topLeft, .bottomLeft]),
    ]

    @Test(arguments: orientations)
    func `every orientation is rendered upright`(orientation: Int, seen: [Corner]) throws {
        let stored = try TestPicture.corners.jpeg(orientation: orientation)
        let header = try renderer.header(of: stored)
        #expect(header.orientation == orientation)
        let rendered = try renderer.jpeg(from: stored, quality: 95)
        #expect(try Corner.allCases.map { try $0.found(in: rendered.bytes) } == seen)
        #expect((rendered.width, rendered.height) == header.displayedSize)
        #expect(rendered.width == (orientation < 5 ? 48 : 32))
        #expect(try renderer.header(of: rendered.bytes).orientation == 1)
    }

    @Test(arguments: [
        (nil, 1600, 1200), (5000, 1600, 1200), (1600, 1600, 1200), (800, 800, 600), (1, 1, 1),
        (0, 1, 1), (-5, 1, 1),
    ])
    func `a picture is shrunk to its longest side and never enlarged`(
        longestSide: Int?, width: Int, height: Int
    ) throws {
        let rendered = try renderer.jpeg(
            from: Self.fixture("photos/bird.jpg"), longestSide: longestSide)
        #expect((rendered.width, rendered.height) == (width, height))
        let header = try renderer.header(of: rendered.bytes)
        #expect((header.width, header.height) == (width, height))
    }

    @Test func `a portrait keeps to its height`() throws {
        let rendered = try renderer.jpeg(
            from: Self.fixture("photos/lighthouse.jpg"), longestSide: 400)
        #expect((rendered.width, rendered.height) == (300, 400))
    }

    @Test(arguments: ["lighthouse", "bird", "shapes", "balloon"])
    func `nothing of the metadata is left`(name: String) throws {
        let bytes = try renderer.jpeg(from: Self.fixture("photos/\(name).jpg"), longestSide: 640)
            .bytes
        for trace in ["Exif", "http://ns.adobe.com", "Photoshop", "ICC_PROFILE", "8BIM", "Apple"] {
            #expect(Data(bytes).range(of: Data(trace.utf8)) == nil, "\(trace) in \(name)")
        }
    }

    @Test func `a wide gamut comes to sRGB`() throws {
        let stored = try Self.fixture("colour/display-p3-red.jpg")
        let seen = try renderer.pixels(of: stored, longestSide: 64)
        let again = try renderer.pixels(
            of: renderer.jpeg(from: stored, quality: 100).bytes, longestSide: 64)
        for picture in [seen, again] {
            let pixel = Array(picture.bytes.prefix(3)).map(Int.init)
            #expect(pixel[0] >= 250 && pixel[1] <= 8 && pixel[2] <= 8, "\(pixel)")
        }
    }

    @Test func `what is transparent is white`() throws {
        let glass = TestPicture.plain([0, 0, 0, 0]).png()
        let seen = try renderer.pixels(of: renderer.jpeg(from: glass).bytes, longestSide: 16)
        #expect(seen.bytes.allSatisfy { $0 >= 254 })
        let half = TestPicture.plain([255, 0, 0, 128]).png()
        let pixel = try renderer.pixels(of: half, longestSide: 16).bytes.prefix(3).map(Int.init)
        #expect(pixel[0] == 255 && abs(pixel[1] - 127) <= 1 && abs(pixel[2] - 127) <= 1)
    }

    @Test func `a picture of one pixel is rendered and hashed`() throws {
        let dot = TestPicture.plain([200, 10, 10], width: 1, height: 1).png()
        let rendered = try renderer.jpeg(from: dot, longestSide: 800)
        #expect((rendered.width, rendered.height) == (1, 1))
        #expect(try renderer.perceptualHash(of: dot).isFeatureless)
    }

    @Test(arguments: [1, 30, 60, 90, 100, 0, -3, 400])
    func `every quality gives a JPEG`(quality: Int) throws {
        let picture = TestPicture.corners.png()
        let rendered = try renderer.jpeg(from: picture, quality: quality)
        #expect(PictureFormat(sniffing: rendered.bytes) == .jpeg)
    }

    @Test func `a picture above the pixel limit is refused by its header`() throws {
        let huge = TestPicture.corners.png(claiming: (100_000, 100_000))
        #expect(throws: WitError(.tooManyPixels, "")) { try renderer.jpeg(from: huge) }
        #expect(throws: WitError(.tooManyPixels, "")) {
            try renderer.perceptualHash(of: huge)
        }
        let small = PictureRenderer(limits: PictureLimits(pixels: 48 * 32 - 1))
        #expect(throws: WitError(.tooManyPixels, "")) {
            try small.jpeg(from: TestPicture.corners.png())
        }
        #expect(
            try PictureRenderer(limits: PictureLimits(pixels: 48 * 32))
                .jpeg(from: TestPicture.corners.png()).width == 48)
    }

    @Test func `a truncated JPEG is refused, or shown as far as it goes`() throws {
        let truncated = try Self.fixture("damaged/truncated.jpg")
        #expect(throws: WitError(.pictureDamaged, "")) { try renderer.jpeg(from: truncated) }
        let patient = PictureRenderer(limits: PictureLimits(acceptsDamage: true))
        #expect(try patient.jpeg(from: truncated, longestSide: 800).width == 800)
    }

    @Test func `what is not a picture is refused`() throws {
        #expect(throws: WitError(.pictureEmpty, "")) { try renderer.jpeg(from: []) }
        for name in ["text.jpg", "letter.txt"] {
            let bytes = try Self.fixture("damaged/\(name)")
            #expect(throws: WitError(.notAPicture, "")) { try renderer.jpeg(from: bytes) }
        }
        let drawing = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
        #expect(throws: WitError(.notAPicture, "")) { try renderer.jpeg(from: drawing) }
        #expect(throws: WitError(.pictureDamaged, "")) {
            try renderer.jpeg(from: [0xFF, 0xD8, 0xFF, 0xE0, 0, 4])
        }
    }

    @Test func `an error is one line that says what is wrong`() {
        let error = #expect(throws: WitError.self) {
            try renderer.jpeg(from: TestPicture.corners.png(claiming: (60_000, 60_000)))
        }
        #expect(
            error?.message
                == "The picture has 60000 × 60000 pixels; the limit is 500000000 in all.")
        let damaged = #expect(throws: WitError.self) {
            try renderer.jpeg(from: Array("GIF89a".utf8) + [1, 2, 3])
        }
        #expect(damaged?.message.contains("\n") == false)
    }

    @Test func `damaged bytes never crash, whatever is flipped`() throws {
        var generator = SplitMix(seed: 20_261_121)
        let photos = try [
            Self.fixture("colour/display-p3-red.jpg"), TestPicture.corners.png(),
            TestPicture.corners.jpeg(orientation: 6),
        ]
        let patient = PictureRenderer(
            limits: PictureLimits(pixels: 10_000_000, acceptsDamage: true))
        var shown = 0
        for round in 0..<300 {
            var bytes = photos[round % photos.count]
            for _ in 0..<(1 + round % 8) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            if round % 5 == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            do {
                let picture = try patient.jpeg(from: bytes, longestSide: 32)
                #expect(max(picture.width, picture.height) <= 32)
                shown += 1
            } catch {
                // The process that decodes ended of itself, and said why.
                #expect(Self.refusals.contains(error.code), "round \(round): \(error)")
            }
            do {
                _ = try patient.perceptualHash(of: bytes)
            } catch {
                #expect(Self.refusals.contains(error.code), "round \(round): \(error)")
            }
        }
        #expect((50..<300).contains(shown), "\(shown) of 300 are shown")
    }

    /// What a damaged picture is refused for.
    private static let refusals: Set<WitError.Code> = [
        .pictureEmpty, .notAPicture, .pictureDamaged, .tooManyPixels,
    ]

    @Test func `many threads render at once`() async throws {
        let photo = try Self.fixture("photos/cat.jpg")
        let alone = try renderer.jpeg(from: photo, longestSide: 200)
        try await withThrowingTaskGroup(of: RenderedPicture.self) { group in
            for _ in 0..<16 {
                group.addTask { try PictureRenderer().jpeg(from: photo, longestSide: 200) }
            }
            for try await rendered in group { #expect(rendered == alone) }
        }
    }

    static func fixture(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: Checkout.fixtures.appending(path: name)))
    }
}

/// Random numbers that are the same in every run: SplitMix64.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
