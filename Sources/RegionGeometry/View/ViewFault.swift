/// What of a view is not within what can be shown.
public enum ViewFault: Error, Hashable, Sendable {
    /// A side of the picture is not between a millionth and a billion pixels.
    case picture
    /// A side of the viewport is not between a millionth and a billion pixels.
    case viewport
    /// The zoom is not between a millionth and a million.
    case zoom
    /// The picture is moved by more than a billion pixels.
    case pan
    /// The angle is not between −1,000,000 and 1,000,000 degrees.
    case rotation
}
