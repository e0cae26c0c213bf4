/// How near to a shape a touch has to be, in screen pixels, to mean it where nothing is hit exactly.
public enum Tolerance {
    /// For a mouse.
    public static let mouse = 3.0
    /// For a finger.
    public static let finger = 12.0
    /// The largest: a region farther away than this is not meant.
    public static let maximum = 1_000.0
}
