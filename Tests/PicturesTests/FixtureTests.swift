import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite struct FixtureTests {
    /// What `expected.json` states of a stored picture.
    struct Stored: Decodable {
        let width: Int
        let height: Int
        let orientation: Int
    }

    @Test func `every fixture photo is stored as expected and decodes`() throws {
        let file = Checkout.fixtures.appending(path: "expected.json")
        let expected = try JSONDecoder().decode(
            [String: Stored].self, from: Data(contentsOf: file))
        #expect(expected.count >= 14)
        for (name, stored) in expected {
            let bytes = try PictureRendererTests.fixture("photos/\(name)")
            let header = try PictureRenderer().header(of: bytes)
            #expect(header.format == .jpeg && header.pages == 1)
            #expect((header.width, header.height) == (stored.width, stored.height), "\(name)")
            #expect(header.orientation == stored.orientation, "\(name)")
            let shown = try PictureRenderer().jpeg(from: bytes)
            #expect((shown.width, shown.height) == header.displayedSize, "\(name)")
        }
    }
}
