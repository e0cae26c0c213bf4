import Foundation
import OutputText
import PhotoRecords
import Synchronization
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

@Suite struct DecodeLimiterTests {
    private func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Checkout.fixtures.appending(path: name)))
    }

    @Test func `a sequential JPEG is decoded row by row, a progressive one and others as a whole`()
        throws
    {
        var jpeg = try fixture("photos/bird.jpg")
        #expect(!DecodeLimiter.isDecodedWhole(jpeg))
        let frame = try #require(
            JPEGParts(jpeg).segments.first { (0xC0...0xC1).contains($0.marker) })
        jpeg[frame.body.startIndex - 3] = 0xC2
        #expect(DecodeLimiter.isDecodedWhole(jpeg))
        for name in ["heic", "png", "webp", "tif"] {
            #expect(DecodeLimiter.isDecodedWhole(try fixture("formats/bird." + name)), "\(name)")
        }
        for count in 0..<min(700, jpeg.count) {
            _ = DecodeLimiter.isDecodedWhole(.init(jpeg[..<count]))
        }
    }

    @Test func `only pictures of many pixels, or of a size that is not known, take turns`() throws {
        let whole = try fixture("formats/bird.heic")
        func isLarge(_ width: Int?, _ height: Int?) -> Bool {
            var image = ImageFacts()
            (image.width, image.height) = (width, height)
            return DecodeLimiter.isLarge(whole, image, drawn: .medium)
        }
        #expect(isLarge(4_032, 3_024) && isLarge(nil, 10) && isLarge(.max, .max))
        #expect(!isLarge(1_600, 1_200))
        #expect(DecodeLimiter.isLarge(whole, nil, drawn: .small))
        let jpeg = try fixture("photos/bird.jpg")
        #expect(!DecodeLimiter.isLarge(jpeg, nil, drawn: .medium))
        var image = ImageFacts()
        (image.width, image.height) = (8_160, 6_120)
        #expect(!DecodeLimiter.isLarge(jpeg, image, drawn: .medium))
        #expect(DecodeLimiter.isLarge(jpeg, image, drawn: .large))
        (image.width, image.height) = (4_000, 3_000)
        #expect(!DecodeLimiter.isLarge(jpeg, image, drawn: .large))
    }

    @Test func `of the large files there is one at a time`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("large.jpg")
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: UInt64(DecodeLimiter.largestFile) + 1)
        try file.close()
        let turns = DecodeLimiter()
        let counts = Mutex((now: 0, most: 0))
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            try? turns.holding(fileAt: path) { () throws(WitError) in
                counts.withLock { counts in
                    counts.now += 1
                    counts.most = max(counts.most, counts.now)
                }
                sched_yield()
                counts.withLock { $0.now -= 1 }
            }
        }
        #expect(counts.withLock { $0.most } == 1)
    }
}
