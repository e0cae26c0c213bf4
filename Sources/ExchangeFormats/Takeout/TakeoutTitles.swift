import Synchronization

/// The titles of a folder's JSON files, each read once, and only those that are asked for.
final class TakeoutTitles: Sendable {
    /// The names of JSON files of one title.
    private struct Bearers {
        var first: String
        var count = 1
    }

    private let read: @Sendable (String) -> String?
    private let known = Mutex<[String: String?]>([:])
    private let groups = Mutex<[String: [String: Bearers]]>([:])

    init(_ read: @escaping @Sendable (String) -> String?) { self.read = read }

    /// The title of a JSON as titles are compared; nil where it has none.
    func title(of sidecar: String) -> String? {
        if let title = known.withLock({ $0[sidecar] }) { return title }
        let title = read(sidecar).map(TakeoutName.comparable)
        known.withLock { $0[sidecar] = .some(title) }
        return title
    }

    /// The only JSON of a group with a title; nil where there is none, or there are several.
    ///
    /// - Parameters:
    ///   - group: what the group's names have in common.
    ///   - sidecars: the group, the same one each time.
    func only(titled title: String, in group: String, of sidecars: [String]) -> String? {
        if groups.withLock({ $0[group] }) == nil {
            var bearers: [String: Bearers] = [:]
            for sidecar in sidecars {
                guard let title = self.title(of: sidecar) else { continue }
                let bearer = bearers[title]
                bearers[title] = Bearers(
                    first: bearer?.first ?? sidecar, count: (bearer?.count ?? 0) + 1)
            }
            groups.withLock { $0[group] = bearers }
        }
        let bearer = groups.withLock { $0[group]?[title] }
        return bearer?.count == 1 ? bearer?.first : nil
    }
}
