/// What words are recognised by: a stroke's way over the cells and its vector.
public struct StrokeFeatures: Hashable, Sendable {
    /// The way over the nine cells.
    public let cells: StrokeCells
    /// The direction that Protractor compares.
    public let vector: StrokeVector

    /// The features of a stroke.
    public init(_ stroke: Stroke) {
        cells = StrokeCells(stroke)
        vector = StrokeVector(stroke)
    }
}
