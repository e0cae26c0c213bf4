/// Why points are no stroke.
public enum StrokeFault: Error, Hashable, Sendable {
    /// There are no points.
    case noPoints
    /// A coordinate is NaN or infinite; with the point's position, from 0.
    case notFinite(Int)
    /// A coordinate is farther out than any screen: more than ``Stroke/farthest``; with the
    /// point's position, from 0.
    case tooFar(Int)
    /// There are more points than ``Stroke/pointLimit``.
    case tooManyPoints
}
