/// Looks for a free number among names that were given one after the other (`cat.jpg`, `cat-2.jpg`
/// …) in a constant number of tries: the first ones in turn, then in growing steps until one is
/// free, then by halves back to the last that is taken; where others take them at the same moment,
/// by chance.
///
/// ```swift
/// var names = FreeName()
/// while let number = names.next() {
///     if isThere(number) { names.isTaken(number) } else if names.isFree(number) { use(number) }
/// }
/// ```
struct FreeName {
    private enum Step {
        /// One after the other.
        case counting(Int)
        /// The last one that was taken; the next is twice as far.
        case growing(Int)
        /// The free number lies behind the first one, up to the second one.
        case halving(Int, Int)
        /// How many numbers were taken by chance.
        case chance(Int)
    }

    private var step = Step.counting(1)

    /// How many are tried one after the other.
    private static let counted = 16
    /// How many are tried by chance.
    private static let chances = 100
    /// Beyond it numbers are drawn by chance.
    private static let most = 1 << 24

    /// The number to look at; nil where none was found.
    func next() -> Int? {
        switch step {
        case .counting(let number): number
        case .growing(let number): number * 2
        case .halving(let taken, let free): taken + max(1, (free - taken) / 2)
        case .chance(let count): count < Self.chances ? Self.random() : nil
        }
    }

    /// Says that the number is taken.
    mutating func isTaken(_ number: Int) {
        switch step {
        case .counting(let last): step = last < Self.counted ? .counting(last + 1) : .growing(last)
        case .growing: step = number < Self.most ? .growing(number) : .chance(0)
        case .halving(let taken, let free):
            // Taken between the look and now: it was the only one left.
            step = number == free ? .chance(0) : .halving(max(taken, number), free)
        case .chance(let count): step = .chance(count + 1)
        }
    }

    /// Says that the number is free; answers whether it is the one to use.
    mutating func isFree(_ number: Int) -> Bool {
        switch step {
        case .counting, .chance: return true
        case .growing(let taken):
            step = .halving(taken, number)
            return number == taken + 1
        case .halving(let taken, _):
            step = .halving(taken, number)
            return number == taken + 1
        }
    }

    /// A number that hardly anybody has.
    static func random() -> Int { Int.random(in: (most + 1)...Int(Int32.max)) }
}
