/// A set of photos' numbers: a bit for each number up to the largest, an eighth of a megabyte
/// for a million. Numbers that no catalog reaches, as damage makes them, go in a plain set.
struct NumberSet {
    private var bits: [UInt64]
    private var beyond: Set<Int64> = []

    /// Numbers from here on have no bit: 32 MB of them are enough.
    private static let bound: Int64 = 1 << 28

    init(_ numbers: [Int64]) {
        let largest = numbers.lazy.filter { $0 < Self.bound }.max() ?? 0
        bits = Array(repeating: 0, count: Int(max(largest, 0)) / 64 + 1)
        for number in numbers {
            if (0..<Self.bound).contains(number) {
                bits[Int(number) / 64] |= 1 << UInt64(number % 64)
            } else {
                beyond.insert(number)
            }
        }
    }

    func contains(_ number: Int64) -> Bool {
        guard (0..<Self.bound).contains(number) else { return beyond.contains(number) }
        let index = Int(number) / 64
        return index < bits.count && bits[index] & (1 << UInt64(number % 64)) != 0
    }
}
