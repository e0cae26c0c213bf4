import PhotoRecord

extension Gazetteer {
    /// Places by their name, the most populous first: those of exactly this name, marks and
    /// case aside; where there is none, those whose name begins so.
    ///
    /// What follows a comma narrows it down: `Paris, FR`, `Paris, Texas`.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - isExact: Whether names that only begin so are left out.
    public func places(
        named text: String, limit: Int = 20, isExact: Bool = false
    ) -> [NamedPlace] {
        let parts = text.split(separator: ",", maxSplits: 1).map {
            FoldedName.of($0.drop(while: \.isWhitespace)).trimmingBlanks
        }
        guard let wanted = parts.first, !wanted.isEmpty else { return [] }
        let narrower = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
        let names = nameStarts(beginningWith: wanted)
        for starts in [names.exact, isExact ? [] : names.longer] where !starts.isEmpty {
            var found: [Int] = []
            for place in 0..<file.count where starts.contains(file.nameStart(place)) {
                if narrower.map({ lies(place, in: $0) }) ?? true { found.append(place) }
            }
            if found.isEmpty { continue }
            found.sort { (file.size($1), $0) < (file.size($0), $1) }
            return found.prefix(limit).compactMap { named($0) }
        }
        return []
    }

    private func lies(_ place: Int, in folded: String) -> Bool {
        guard let number = file.region(place) else { return false }
        let region = file.regions[number]
        return region.country.lowercased() == folded
            || region.name.map { FoldedName.of($0).hasPrefix(folded) } ?? false
    }

    /// Where the names begin that are the folded text, and those that go on after it.
    private func nameStarts(beginningWith text: String) -> (exact: Set<Int>, longer: Set<Int>) {
        var (lower, upper) = (0, file.stepCount)
        // The last step whose first name comes before the text.
        while upper - lower > 1 {
            let middle = (lower + upper) / 2
            let first = file.name(at: file.nameStart(step: middle)).map { FoldedName.of($0.name) }
            if let first, FoldedName.precedes(first, text) {
                lower = middle
            } else {
                upper = middle
            }
        }
        var (exact, longer): (Set<Int>, Set<Int>) = ([], [])
        var start = file.stepCount > 0 ? file.nameStart(step: lower) : 0
        while let (name, next) = file.name(at: start) {
            let folded = FoldedName.of(name)
            if folded == text {
                exact.insert(start)
            } else if folded.hasPrefix(text) {
                longer.insert(start)
            } else if !FoldedName.precedes(folded, text) {
                break
            }
            start = next
        }
        return (exact, longer)
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
