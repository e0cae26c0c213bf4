import JSON
import RegionGeometry

/// A stroke that somebody drew to teach a word.
public struct LearnedStroke: Hashable, Sendable {
    /// The word.
    public var word: String
    /// What the word is; nil where nobody said.
    public var use: WordUse?
    /// The stroke, as it is kept: without times, of ``pointCount`` points at most, in hundredths of a
    /// pixel.
    public let stroke: Stroke
    /// Members of the JSON form that this version does not know.
    var unknown: JSONObject = [:]

    /// By so many points, at equal distances, a longer stroke is kept.
    public static let pointCount = 64

    /// A stroke for a word, reduced to what is kept of it.
    public init(_ word: String, use: WordUse?, stroke: Stroke) {
        self.word = word
        self.use = use
        let points =
            stroke.points.count > Self.pointCount
            ? stroke.resampled(to: Self.pointCount) : stroke.points
        let kept = points.map { Point(x: Self.rounded($0.x), y: Self.rounded($0.y)) }
        self.stroke = (try? Stroke(points: kept)) ?? stroke
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

/// What a word is: an open vocabulary.
public struct WordUse: Hashable, Sendable, RawRepresentable {
    /// The word as it stands in JSON.
    public var rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name of what a picture or region shows.
    public static let name = Self(rawValue: "name")
    /// A keyword.
    public static let keyword = Self(rawValue: "keyword")
    /// Something that a program is to do.
    public static let command = Self(rawValue: "command")
}
