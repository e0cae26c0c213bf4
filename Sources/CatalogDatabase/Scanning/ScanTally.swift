import PhotoRecords

/// What a batch of scanned files did to the catalog.
public struct ScanTally: Sendable, Hashable {
    /// What one file turned out to be.
    public enum Outcome: String, Sendable, CaseIterable {
        /// A photo that the catalog did not have.
        case added
        /// A known file whose picture is the same; its values may have changed.
        case refreshed
        /// A known photo at a new path, its old one being gone.
        case moved
        /// A known photo at one more path.
        case duplicate
        /// A known photo whose picture was edited in place.
        case edited
        /// Another photo at the path of a known one, which is missing now unless it has
        /// further files.
        case replaced
    }

    /// What became of one file.
    public struct Item: Sendable, Hashable {
        /// The file's path.
        public var path: String
        /// The photo that it belongs to.
        public var photo: RecordID
        /// What it turned out to be.
        public var outcome: Outcome
    }

    /// How many files turned out to be what.
    public var counts: [Outcome: Int] = [:]
    /// Values of known photos that followed their files.
    public var changedValues = 0
    /// Proposals made: values of files that differ from what a person or a mail said.
    public var proposals = 0
    /// Values that files no longer say, which stay until a person decides.
    public var removals = 0
    /// Files that had been missing and are there again.
    public var returned = 0
    /// Each file, in the order given; only where it was asked for.
    public var items: [Item] = []

    /// Nothing done yet.
    public init() {}

    /// New photos, `replaced` ones included.
    public var added: Int { self[.added] + self[.replaced] }
    /// Photos at a new path.
    public var moved: Int { self[.moved] }
    /// Further files of known photos.
    public var duplicates: Int { self[.duplicate] }
    /// Known files read again, `edited` ones included.
    public var changed: Int { self[.refreshed] + self[.edited] }

    /// What altered the catalog's values, in a line: `2 photos added, 1 proposal`.
    var words: String {
        let parts = [
            (added, added.counted("photo added", "photos added")),
            (
                changedValues,
                changedValues.counted(
                    "value updated from its file", "values updated from their files")
            ),
            (proposals, proposals.counted("proposal")),
            (
                removals,
                removals.counted("value no longer in its file", "values no longer in their files")
            ),
        ]
        let said = parts.filter { $0.0 > 0 }.map(\.1)
        return said.isEmpty ? "proposals from changed files" : said.joined(separator: ", ")
    }

    /// How many files turned out so.
    public subscript(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

    /// Adds another batch's numbers and items.
    public static func += (left: inout Self, right: Self) {
        left.counts.merge(right.counts, uniquingKeysWith: +)
        left.changedValues += right.changedValues
        left.proposals += right.proposals
        left.removals += right.removals
        left.returned += right.returned
        left.items += right.items
    }
}
