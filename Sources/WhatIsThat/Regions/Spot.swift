import OutputText
import RegionGeometry

/// A spot of a picture or of the screen that shows it, as a person writes it.
public struct Spot: Hashable, Sendable {
    /// How far to the right.
    public var x: Measure
    /// How far down.
    public var y: Measure

    /// A spot by its two measures.
    public init(x: Measure, y: Measure) {
        self.x = x
        self.y = y
    }

    /// Reads two measures with white space between them, as `0.25 340px`; nil for anything else.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let x = Measure(String(words[0])), let y = Measure(String(words[1]))
        else { return nil }
        self.init(x: x, y: y)
    }

    /// Reads two measures of a line.
    ///
    /// - Parameter source: what the line is of, as a person knows it: `stdin`.
    /// - Throws: `spot-unreadable`, which names the source and the line.
    public init(line: String, of source: String) throws(WitError) {
        guard let spot = Spot(line) else {
            throw WitError(
                item: source, code: .spotUnreadable,
                reason: "“\(line.prefix(60))” is not an X and a Y, such as 0.31 0.62 or 12% 340px")
        }
        self = spot
    }
}

extension WitError.Code {
    /// A line is not an X and a Y.
    public static let spotUnreadable: Self = "spot-unreadable"
}
