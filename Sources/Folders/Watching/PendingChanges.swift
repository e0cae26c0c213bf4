import Files

/// What happened and was not looked at yet: gathered until it is quiet for a moment, so that a
/// burst is one round and a file that comes in pieces is read once.
///
/// Knows no clock and no disk: the moments are given, in nanoseconds since 1970.
package struct PendingChanges {
    /// What one round looks at.
    package struct Round {
        /// The places.
        package var targets: [ScanTarget]
        /// Which files there somebody may still be writing.
        package var writing: WriteState
    }

    /// So long it has to be quiet before a round begins.
    static let quiet: Int64 = 250_000_000
    /// So long a round waits at most while more and more happens.
    static let patience: Int64 = 2_000_000_000
    /// A file that was opened, and not closed, is read when it was not written to for so long:
    /// the program may keep it open for good.
    static let stillness: Int64 = 10_000_000_000
    /// When more files of one folder changed, the folder is looked at as a whole.
    static let manyFiles = 256

    private var trees: Set<String> = []
    private var folders: Set<String> = []
    private var entries: [String: Set<String>] = [:]
    private var closed: Set<String> = []
    /// Files being written, and when they were written to last.
    private var open: [String: Int64] = [:]
    /// Files to look at again, and when.
    private var later: [String: Int64] = [:]
    private var first: Int64?
    private var last: Int64?

    /// Whether nothing is waited for.
    var isEmpty: Bool { first == nil && open.isEmpty && later.isEmpty }

    /// A folder with all below it may have changed.
    mutating func addTree(_ path: String, at now: Int64) {
        trees.insert(path)
        happened(at: now)
    }

    /// A folder's own files may have changed.
    mutating func addFolder(_ path: String, at now: Int64) {
        folders.insert(path)
        entries[path] = nil
        happened(at: now)
    }

    /// A file stands there whole.
    mutating func settled(_ path: String, at now: Int64) {
        open[path] = nil
        later[path] = nil
        closed.insert(path)
        addEntry(path, at: now)
    }

    /// A file's attributes changed, which says nothing of who is writing it.
    mutating func touched(_ path: String, at now: Int64) {
        if open[path] == nil { addEntry(path, at: now) }
    }

    /// A file is being written.
    mutating func written(_ path: String, at now: Int64) {
        open[path] = now
        closed.remove(path)
    }

    /// A file or a folder is gone from its path.
    mutating func gone(_ path: String, at now: Int64) {
        open[path] = nil
        later[path] = nil
        closed.remove(path)
        addEntry(path, at: now)
    }

    /// A round left files for later: somebody may be writing them.
    mutating func postpone(_ paths: [String], at now: Int64) {
        for path in paths where open[path] == nil { later[path] = now + WriteState.fresh }
    }

    /// When to look next, at the earliest; nil while nothing is waited for.
    var nextMoment: Int64? {
        var moments: [Int64] = later.values.map { $0 }
        if let first, let last { moments.append(min(last + Self.quiet, first + Self.patience)) }
        if let oldest = open.values.min() { moments.append(oldest + Self.stillness) }
        return moments.min()
    }

    /// What a round should look at now; nil while it is too early.
    mutating func take(at now: Int64) -> Round? {
        for (path, moment) in open where moment + Self.stillness <= now {
            settled(path, at: moment)
        }
        for (path, moment) in later where moment <= now {
            later[path] = nil
            addEntry(path, at: now - Self.quiet)
        }
        guard let first, let last, last + Self.quiet <= now || first + Self.patience <= now else {
            return nil
        }
        let round = Round(
            targets: targets(),
            writing: WriteState(open: Set(open.keys), closed: closed, now: now))
        let (open, later) = (open, later)
        self = PendingChanges()
        self.open = open
        self.later = later
        return round
    }

    private mutating func happened(at now: Int64) {
        first = min(first ?? now, now)
        last = max(last ?? now, now)
    }

    private mutating func addEntry(_ path: String, at now: Int64) {
        let folder = Folder.holding(path)
        happened(at: now)
        if folders.contains(folder) { return }
        entries[folder, default: []].insert(path)
        if entries[folder, default: []].count > Self.manyFiles { addFolder(folder, at: now) }
    }

    /// The places to look at, without those that lie within another one.
    private func targets() -> [ScanTarget] {
        var found: [ScanTarget] = []
        var covered: Set<String> = []
        for tree in trees.sorted() where !Self.isInside(tree, covered) {
            covered.insert(tree)
            found.append(.tree(tree))
        }
        for folder in folders.sorted() where !Self.isInside(folder, covered) {
            found.append(.folder(folder))
        }
        for (folder, paths) in entries.sorted(by: { $0.key < $1.key })
        where !Self.isInside(folder, covered) {
            found += paths.sorted().map(ScanTarget.entry)
        }
        return found
    }

    private static func isInside(_ path: String, _ trees: Set<String>) -> Bool {
        if trees.isEmpty { return false }
        var path = path
        while true {
            if trees.contains(path) { return true }
            if path == "/" || path.isEmpty { return false }
            path = Folder.holding(path)
        }
    }
}
