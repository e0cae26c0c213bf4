import OutputText
import RegionGeometry

/// How a screen shows a picture, as a person or a program describes it.
public struct PictureView: Hashable, Sendable {
    /// The part of a screen that shows the picture, in pixels; nil for the picture itself, one screen
    /// pixel for each of its own.
    public var viewport: Size?
    /// How the picture fills the viewport.
    public var content = ContentMode.fit
    /// How often the picture is enlarged, 0.000001…1,000,000.
    public var zoom = 1.0
    /// How far the picture is moved, in screen pixels.
    public var pan = Point.zero
    /// The angle the picture is turned by, in degrees clockwise.
    public var rotation = 0.0

    /// The picture itself.
    public init() {}

    /// The mapping between an upright picture and the screen.
    ///
    /// - Parameters:
    ///   - picture: The upright picture's size in pixels.
    ///   - name: What the picture is called in an error.
    /// - Throws: `WitError` with `viewInvalid` where a number is out of its range.
    func mapping(of picture: Size, named name: String) throws(WitError) -> View {
        do throws(ViewFault) {
            return try View(
                picture: picture, viewport: viewport ?? picture, content: content, zoom: zoom,
                pan: pan, rotation: rotation)
        } catch {
            throw WitError(.viewInvalid, about: .item(name), "\(name): \(error.reason)")
        }
    }
}

extension WitError.Code {
    /// The picture cannot be shown as asked for.
    public static let viewInvalid: Self = "view-impossible"
}

extension ViewFault {
    /// In words.
    fileprivate var reason: String {
        switch self {
        case .picture: "the picture cannot be shown at this size"
        case .viewport: "a view has sides of a pixel or more, at most a billion"
        case .zoom: "a zoom is between a millionth and a million"
        case .pan: "a picture is panned by at most a billion pixels"
        case .rotation: "a picture is rotated by at most a million degrees"
        }
    }
}
