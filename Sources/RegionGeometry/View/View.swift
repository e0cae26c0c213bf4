/// How a picture is shown: one invertible transform between the upright picture and the screen.
///
/// The upright picture is placed in the middle of the viewport at the size that the content mode
/// says, then zoomed and turned about the viewport's middle, then moved. That is what CSS does with
/// `object-fit: …; transform: translate(pan) rotate(rotation) scale(zoom)` and the default
/// `transform-origin`, so a web page shows the same.
///
/// ```swift
/// let view = try View(
///     picture: Size(width: 4000, height: 3000), orientation: .turnedLeft,
///     viewport: Size(width: 390, height: 844), zoom: 2.5, pan: Point(x: 40, y: -12))
/// let touched = view.fraction(at: Point(x: 195, y: 422))
/// ```
public struct View: Hashable, Sendable {
    /// The size of the upright picture in its own pixels.
    public let picture: Size
    /// How the picture is stored.
    public let orientation: Orientation
    /// The size of the part of the screen that shows it, in screen pixels.
    public let viewport: Size
    /// The width and height of the whole picture as it is shown, in screen pixels.
    public let scale: Size
    /// From fractions of the upright picture to screen pixels, from the viewport's top left corner.
    public let transform: Transform
    /// From screen pixels to fractions of the upright picture.
    public let inverse: Transform

    /// A view of a picture.
    ///
    /// - Parameters:
    ///   - stored: The picture's width and height in pixels, as stored.
    ///   - orientation: How it is to be turned to be upright.
    ///   - viewport: The part of the screen that shows it, in screen pixels.
    ///   - content: Its size before it is zoomed.
    ///   - zoom: How often it is enlarged after that.
    ///   - pan: How far it is moved at the end, in screen pixels to the right and down.
    ///   - rotation: The angle it is turned by, in degrees clockwise.
    /// - Throws: What is not within its range.
    public init(
        picture stored: Size, orientation: Orientation = .upright, viewport: Size,
        content: ContentMode = .fit, zoom: Double = 1, pan: Point = .zero, rotation: Double = 0
    ) throws(ViewFault) {
        guard Self.isShown(stored) else { throw .picture }
        guard Self.isShown(viewport) else { throw .viewport }
        guard (1e-6...1e6).contains(zoom) else { throw .zoom }
        guard abs(pan.x) <= 1e9, abs(pan.y) <= 1e9 else { throw .pan }
        guard abs(rotation) <= 1e6 else { throw .rotation }
        picture = orientation.upright(stored)
        self.orientation = orientation
        self.viewport = viewport
        let scale = content.scale(of: picture, in: viewport)
        let width = picture.width * scale.width * zoom
        let height = picture.height * scale.height * zoom
        self.scale = Size(width: width, height: height)
        let turn = Rotation(degrees: rotation)
        let (a, b) = (width * turn.cosine, width * turn.sine)
        let (c, d) = (-height * turn.sine, height * turn.cosine)
        transform = Transform(
            a: a, b: b, c: c, d: d, tx: viewport.width / 2 + pan.x - (a + c) / 2,
            ty: viewport.height / 2 + pan.y - (b + d) / 2)
        guard let inverse = transform.inverse else { throw .picture }
        self.inverse = inverse
    }

    /// The picture as it is: a screen pixel for each of its own, upright.
    ///
    /// - Throws: `ViewFault.picture` where a side is not between a millionth and a billion pixels.
    public init(picture stored: Size, orientation: Orientation = .upright) throws(ViewFault) {
        guard Self.isShown(stored) else { throw .picture }
        try self.init(
            picture: stored, orientation: orientation, viewport: orientation.upright(stored))
    }

    /// Where a point of the upright picture, in fractions, is on the screen.
    public func screen(_ fraction: Point) -> Point { transform(fraction) }

    /// Which point of the upright picture, in fractions, is at a point of the screen: outside of
    /// 0 to 1 where the picture is not.
    public func fraction(at screen: Point) -> Point { inverse(screen) }

    /// Where a point of the stored picture, in its pixels, is on the screen.
    public func screen(storedPixel pixel: Point) -> Point {
        let stored = orientation.upright(picture)
        let fraction = Point(x: pixel.x / stored.width, y: pixel.y / stored.height)
        return transform(orientation.transform(fraction))
    }

    /// Which point of the stored picture, in its pixels, is at a point of the screen.
    public func storedPixel(at screen: Point) -> Point {
        let stored = orientation.upright(picture)
        let fraction = orientation.inverse.transform(inverse(screen))
        return Point(x: fraction.x * stored.width, y: fraction.y * stored.height)
    }

    private static func isShown(_ size: Size) -> Bool {
        (1e-6...1e9).contains(size.width) && (1e-6...1e9).contains(size.height)
    }
}
