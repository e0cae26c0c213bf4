/// Names that came last: some thousand are remembered, in memory that does not grow.
struct RecentNames {
    private let limit: Int
    private var latest: Set<String> = []
    private var former: Set<String> = []

    /// Remembers at least so many names, and at most twice as many.
    init(limit: Int) { self.limit = limit }

    func contains(_ name: String) -> Bool { latest.contains(name) || former.contains(name) }

    mutating func insert(_ name: String) {
        if latest.count >= limit { (former, latest) = (latest, []) }
        latest.insert(name)
    }
}
