import RegionGeometry
import Testing

@Suite
struct ViewTests {
    private static let picture = Size(width: 400, height: 300)
    private static let viewport = Size(width: 200, height: 100)

    /// The corners of the picture of 400 by 300 in a viewport of 200 by 100.
    private static let corners: [(ContentMode, topLeft: Point, bottomRight: Point)] = [
        (.fit, Point(x: 100 - 200 / 3.0, y: 0), Point(x: 100 + 200 / 3.0, y: 100)),
        (.fill, Point(x: 0, y: -25), Point(x: 200, y: 125)),
        (.stretch, Point(x: 0, y: 0), Point(x: 200, y: 100)),
        (.center, Point(x: -100, y: -100), Point(x: 300, y: 200)),
        (.shrink, Point(x: 100 - 200 / 3.0, y: 0), Point(x: 100 + 200 / 3.0, y: 100)),
    ]

    @Test(arguments: 0..<5)
    func `a view places the picture as its content mode says`(row: Int) throws {
        let (mode, topLeft, bottomRight) = Self.corners[row]
        let view = try View(picture: Self.picture, viewport: Self.viewport, content: mode)
        #expect(view.screen(.zero).distance(to: topLeft) < 1e-12)
        #expect(view.screen(Point(x: 1, y: 1)).distance(to: bottomRight) < 1e-12)
    }

    @Test func `a view enlarges a small picture to fit, but not when it may only shrink`() throws {
        let (small, viewport) = (Size(width: 4, height: 3), Size(width: 80, height: 60))
        let fitted = try View(picture: small, viewport: viewport)
        #expect(fitted.screen(.zero) == .zero)
        let shrunk = try View(picture: small, viewport: viewport, content: .shrink)
        #expect(shrunk.screen(.zero) == Point(x: 38, y: 28.5))
    }

    @Test func `a view zooms and turns about its middle, then moves`() throws {
        let view = try View(
            picture: Self.picture, viewport: Self.viewport, content: .center, zoom: 2,
            pan: Point(x: 40, y: -12), rotation: 90)
        #expect(view.screen(Point(x: 0.5, y: 0.5)) == Point(x: 140, y: 38))
        // 100 pixels to the right of the middle are 200 below it.
        #expect(view.screen(Point(x: 0.75, y: 0.5)) == Point(x: 140, y: 238))
    }

    @Test(arguments: Orientation.allCases, ContentMode.allCases)
    func `a view goes there and back`(orientation: Orientation, mode: ContentMode) throws {
        var draw = Draw(seed: UInt64(orientation.rawValue))
        for _ in 0..<200 {
            let view = try View(
                picture: Size(width: draw.number(1...9000), height: draw.number(1...9000)),
                orientation: orientation,
                viewport: Size(width: draw.number(1...3000), height: draw.number(1...3000)),
                content: mode, zoom: draw.number(0.1...30), pan: draw.point(-2000...2000),
                rotation: draw.one(of: [0, 90, 180, 270, draw.number(-720...720)]))
            let screen = draw.point(-3000...3000)
            #expect(view.screen(view.fraction(at: screen)).distance(to: screen) < 1e-8)
            let pixel = view.storedPixel(at: screen)
            #expect(view.screen(storedPixel: pixel).distance(to: screen) < 1e-8)
        }
    }

    @Test(arguments: Orientation.allCases)
    func `a view shows the same spot in all eight orientations`(orientation: Orientation) throws {
        let stored = orientation.upright(Self.picture)
        let view = try View(picture: stored, orientation: orientation, viewport: Self.viewport)
        #expect(view.picture == Self.picture)
        let upright = try View(picture: Self.picture, viewport: Self.viewport)
        #expect(view.transform == upright.transform)
        // The stored pixel that is seen at a quarter of the width and a tenth of the height.
        let fraction = orientation.inverse.transform(Point(x: 0.25, y: 0.1))
        let pixel = Point(x: fraction.x * stored.width, y: fraction.y * stored.height)
        let seen = upright.screen(Point(x: 0.25, y: 0.1))
        #expect(view.screen(storedPixel: pixel).distance(to: seen) < 1e-9)
    }

    @Test func `a view of a picture as it is has a screen pixel for each of its own`() throws {
        let view = try View(picture: Self.picture, orientation: .turnedLeft)
        #expect(view.screen(Point(x: 1, y: 1)) == Point(x: 300, y: 400))
    }

    @Test func `a view names what it cannot show`() {
        let (picture, viewport) = (Self.picture, Self.viewport)
        #expect(throws: ViewFault.picture) {
            try View(picture: Size(width: 0, height: 9), viewport: viewport)
        }
        #expect(throws: ViewFault.picture) { try View(picture: Size(width: .nan, height: 9)) }
        #expect(throws: ViewFault.viewport) {
            try View(picture: picture, viewport: Size(width: .infinity, height: 9))
        }
        for zoom in [0, -1, .nan, .infinity, 1e9] {
            #expect(throws: ViewFault.zoom) {
                try View(picture: picture, viewport: viewport, zoom: zoom)
            }
        }
        #expect(throws: ViewFault.pan) {
            try View(picture: picture, viewport: viewport, pan: Point(x: .nan, y: 0))
        }
        #expect(throws: ViewFault.rotation) {
            try View(picture: picture, viewport: viewport, rotation: .infinity)
        }
    }
}
