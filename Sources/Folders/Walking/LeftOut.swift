/// What a scan left out, since other programs made it of photos.
public struct LeftOut: Sendable, Equatable {
    /// One file or folder.
    public struct Item: Sendable, Equatable {
        /// Its path; a folder's with a slash at its end.
        public let path: String
        /// What it is.
        public let reason: String
    }

    /// How many files and folders.
    public private(set) var count = 0
    /// The first hundred of them.
    public private(set) var items: [Item] = []

    private static let namedAtMost = 100

    /// Nothing.
    public init() {}

    mutating func add(_ path: @autoclosure () -> String, _ rule: DerivedNames.Rule) {
        count += 1
        if items.count < Self.namedAtMost {
            items.append(Item(path: path(), reason: rule.reason))
        }
    }

    mutating func sort() { items.sort { $0.path < $1.path } }

    package mutating func add(_ other: LeftOut) {
        count += other.count
        items += other.items.prefix(max(0, Self.namedAtMost - items.count))
    }
}
