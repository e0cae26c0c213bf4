import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite struct GreyscaleThumbnailTests {
    private static let photos = ["bird", "boat", "cat", "balloon", "lighthouse", "snow-house"]

    private func look(_ name: String) throws -> GreyscaleThumbnail {
        try PictureRenderer().look(of: PictureRendererTests.fixture("photos/\(name).jpg"))
    }

    @Test func `the look has the hash of the picture`() throws {
        let bytes = try PictureRendererTests.fixture("photos/cat.jpg")
        let renderer = PictureRenderer()
        let hash = try renderer.perceptualHash(of: bytes)
        #expect(try renderer.look(of: bytes).hash == hash)
    }

    @Test(arguments: photos)
    func `copies of every size and quality are copies, and other photos are not`(
        name: String
    ) throws {
        let renderer = PictureRenderer()
        let bytes = try PictureRendererTests.fixture("photos/\(name).jpg")
        let own = try look(name)
        var worst = (mean: 0.0, worst: 0.0)
        for (side, quality) in [(1600, 40), (800, 65), (400, 40), (640, 76), (200, 30)] {
            let copy = try renderer.look(
                of: renderer.jpeg(from: bytes, longestSide: side, quality: quality).bytes)
            #expect(own.isCopy(of: copy) && copy.isCopy(of: own), "\(side) at \(quality)")
            let difference = own.difference(from: copy)
            worst = (max(worst.mean, difference.mean), max(worst.worst, difference.worst))
        }
        print("look of \(name): the worst copy differs by \(worst)")
        for other in Self.photos where other != name {
            let look = try look(other)
            #expect(!own.isCopy(of: look), "\(other)")
        }
    }

    @Test func `a picture made to have the hash of another one is no copy of it`() throws {
        for name in Self.photos {
            let own = try look(name)
            let made = try PictureRenderer().look(of: CollidingPicture.png(hash: own.hash.bits))
            #expect(own.hash.matches(made.hash), "\(own.hash.distance(to: made.hash))")
            #expect(!own.isCopy(of: made) && !made.isCopy(of: own))
        }
    }

    @Test func `even pictures are copies of those of their like alone`() throws {
        let renderer = PictureRenderer()
        let white = try renderer.look(of: TestPicture.plain([255, 255, 255]).jpeg())
        #expect(white.isCopy(of: white) && white.hash.isFeatureless)
        let cat = try look("cat")
        #expect(!white.isCopy(of: cat) && !cat.isCopy(of: white))
    }
}
