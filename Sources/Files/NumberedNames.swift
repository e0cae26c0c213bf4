/// Names of which each is given out once, on systems that tell cases apart and others: the next of a
/// name gets a number.
///
/// However many have one name, each costs the same: it is remembered which number came last.
///
/// ```swift
/// var names = NumberedNames()
/// names.next("cat.jpg") { "cat-\($0).jpg" }  // cat.jpg, then cat-2.jpg, cat-3.jpg …
/// ```
public struct NumberedNames: Sendable {
    private var taken: Set<String> = []
    private var last: [String: Int] = [:]

    /// No name given out yet.
    public init() {}

    /// The name, or the first of its numbered forms that was not given out.
    ///
    /// - Parameter numbered: The name with a number, 2 and above; another one for each number.
    public mutating func next(_ name: String, numbered: (Int) -> String) -> String {
        let key = name.lowercased()
        if taken.insert(key).inserted { return name }
        var number = last[key] ?? 1
        while true {
            number += 1
            let candidate = numbered(number)
            guard taken.insert(candidate.lowercased()).inserted else { continue }
            last[key] = number
            return candidate
        }
    }
}
