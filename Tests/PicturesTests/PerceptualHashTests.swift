import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite struct PerceptualHashTests {
    @Test func `a hash is read back from its text`() {
        for bits: UInt64 in [0, 1, 0xFFFF, .max, 0x0123_4567_89AB_CDEF] {
            #expect(PerceptualHash(PerceptualHash(bits: bits).text)?.bits == bits)
        }
        #expect(PerceptualHash(bits: 0xAB).text == "00000000000000ab")
        #expect(PerceptualHash("00000000000000AB")?.bits == 0xAB)
    }

    @Test(arguments: [
        "", "ab", "00000000000000abc", "+0000000000000ab", "-0000000000000ab", "zz000000000000ab",
        "0x000000000000ab",
    ])
    func `other text is not a hash`(text: String) { #expect(PerceptualHash(text) == nil) }

    @Test func `the distance counts the bits that differ`() {
        let hash = PerceptualHash(bits: 0b1011)
        #expect(hash.distance(to: hash) == 0)
        #expect(hash.distance(to: PerceptualHash(bits: 0b0010)) == 2)
        #expect(hash.distance(to: PerceptualHash(bits: ~0b1011)) == 64)
    }

    @Test func `even colours match nothing, not even each other`() throws {
        let renderer = PictureRenderer()
        for color: [UInt8] in [[0, 0, 0], [255, 255, 255], [90, 120, 30]] {
            let hash = try renderer.perceptualHash(of: TestPicture.plain(color).jpeg())
            #expect(hash.isFeatureless)
            #expect(!hash.matches(hash))
        }
    }

    @Test func `the orientation is applied before hashing`() throws {
        let renderer = PictureRenderer()
        let stored = try PictureRendererTests.fixture("photos/lighthouse.jpg")
        let upright = try renderer.jpeg(from: stored, longestSide: 800).bytes
        let distance = try renderer.perceptualHash(of: stored)
            .distance(to: renderer.perceptualHash(of: upright))
        #expect(distance <= 2)
    }

    @Test func `copies match and other pictures do not, over all photos there are`() throws {
        var photos = try Self.jpegs(in: Checkout.fixtures.appending(path: "photos"))
        let drawn = photos.count
        #expect(drawn >= 14)
        if let corpus = Checkout.photoCorpus {
            let found = try Self.jpegs(in: corpus)
            #expect(!found.isEmpty)
            photos += found
        }
        let survey = HashSurvey(of: photos, fully: drawn)
        print(survey.report)
        #expect(survey.copies.count > 14 * 8)
        // The share of copies that are known again, and of pairs of other pictures that are
        // taken for copies.
        #expect(survey.matchedCopies == 1)
        #expect(survey.matchedOthers == 0)
    }

    private static func jpegs(in folder: URL) throws -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? [])
            .filter { ["jpg", "jpeg"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.path < $1.path }
    }
}
