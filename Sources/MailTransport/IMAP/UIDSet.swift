/// A set of messages' unique identifiers in a mailbox: RFC 9051 §9, `sequence-set`, such as
/// `1:4500,4602`.
public struct UIDSet: Hashable, Sendable, LosslessStringConvertible {
    /// The ranges, ascending, none touching the next.
    public private(set) var ranges: [ClosedRange<UInt32>] = []

    /// None.
    public init() {}

    /// The identifiers of a list.
    public init(_ identifiers: some Sequence<UInt32>) {
        for identifier in identifiers.sorted() { insert(identifier...identifier) }
    }

    /// Reads what ``description`` gives; nil for anything else.
    public init?(_ description: String) {
        for part in description.split(separator: ",", omittingEmptySubsequences: false)
        where !description.isEmpty {
            let ends = part.split(separator: ":", omittingEmptySubsequences: false)
            guard (1...2).contains(ends.count), let first = UInt32(ends[0]), first > 0,
                let last = UInt32(ends[ends.count - 1]), last >= first
            else { return nil }
            insert(first...last)
        }
    }

    /// The set as a server takes it; empty for none.
    public var description: String {
        ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound):\(range.upperBound)"
        }.joined(separator: ",")
    }

    /// Whether there are none.
    public var isEmpty: Bool { ranges.isEmpty }

    /// The largest; nil where there are none.
    public var max: UInt32? { ranges.last?.upperBound }

    /// Whether an identifier is in the set.
    public func contains(_ identifier: UInt32) -> Bool {
        let index = firstRange(endingFrom: identifier)
        return index < ranges.count && ranges[index].contains(identifier)
    }

    /// Adds a range.
    public mutating func insert(_ range: ClosedRange<UInt32>) {
        let below = range.lowerBound == 0 ? 0 : range.lowerBound - 1
        let above = range.upperBound == .max ? UInt32.max : range.upperBound + 1
        let first = firstRange(endingFrom: below)
        var end = first
        while end < ranges.count, ranges[end].lowerBound <= above { end += 1 }
        let lower = first < end ? min(ranges[first].lowerBound, range.lowerBound) : range.lowerBound
        let upper =
            first < end ? Swift.max(ranges[end - 1].upperBound, range.upperBound) : range.upperBound
        ranges.replaceSubrange(first..<end, with: CollectionOfOne(lower...upper))
    }

    /// Takes out an identifier and all above it.
    public mutating func remove(from identifier: UInt32) {
        ranges.removeLast(Swift.max(0, ranges.count - firstRange(endingFrom: identifier) - 1))
        guard let last = ranges.last, last.upperBound >= identifier else { return }
        ranges.removeLast()
        if last.lowerBound < identifier { ranges.append(last.lowerBound...identifier - 1) }
    }

    /// The number of the first range that ends at an identifier or above.
    private func firstRange(endingFrom identifier: UInt32) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < identifier { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
