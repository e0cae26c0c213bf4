import PhotoRecords

/// Which photos to find: every condition that is set must hold.
///
/// ```swift
/// var query = PhotoQuery(words: ["kite"])
/// query.since = LocalDateTime(year: 2024, month: 5, day: 1)
/// query.near = PhotoQuery.Near(center, kilometres: 10)
/// ```
public struct PhotoQuery: Sendable, Hashable {
    /// A circle on the earth.
    public struct Near: Sendable, Hashable {
        /// Its middle.
        public var center: Coordinate
        /// Its radius along the ground, above 0.
        public var kilometres: Double

        /// A circle of a radius around a point.
        public init(_ center: Coordinate, kilometres: Double) {
            self.center = center
            self.kilometres = kilometres
        }
    }

    /// The order in which photos come.
    public enum Order: String, Sendable, CaseIterable {
        /// The latest taken first, those without a date last.
        case newestFirst
        /// The earliest taken first, those without a date last.
        case oldestFirst
        /// As they were cataloged.
        case added
    }

    /// Words of the name, the caption, the keywords, the people, the place and the regions.
    ///
    /// Each must be there, in any of them; case, accents and width do not count (`Folding`). A
    /// word finds what begins with it: `kit` finds `kite`. An element of several words is a
    /// phrase: they stand side by side in that order. Nothing in them is an operator. In scripts
    /// without blanks between words (Chinese, Japanese, Thai) any part of a text is found.
    public var words: [String] = []
    /// Taken within a circle.
    public var near: Near?
    /// Taken at this moment of the local clock or later; a date alone is its midnight.
    public var since: LocalDateTime?
    /// Taken at this moment of the local clock or earlier; a date alone includes that day, a
    /// time without fractions that second.
    public var until: LocalDateTime?
    /// Has this keyword: the whole of it, folded.
    public var keyword: String?
    /// Shows this person: the whole name, folded.
    public var person: String?
    /// Has no name.
    public var unnamed = false
    /// Has no coordinate.
    public var unlocated = false
    /// None of its files is there.
    public var missing = false
    /// How many photos to give at most; nil for all.
    public var limit: Int?
    /// How many to pass over first.
    public var offset = 0
    /// The order.
    public var order: Order = .newestFirst

    /// Every photo, or those with all these words.
    public init(words: [String] = []) { self.words = words }
}
