/// A width and a height, in the units of the plane.
public struct Size: Hashable, Sendable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// A size by its two lengths.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The size on its side.
    public var turned: Self { Self(width: height, height: width) }
}
