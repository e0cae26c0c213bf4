/// Phrases that a line may begin or end with, in small letters.
///
/// They are looked up by their first or last octet, so that a line costs the same however many there
/// are of other letters.
struct Phrases: Sendable {
    private var beginnings: [[[UInt8]]]
    private var endings: [[[UInt8]]]

    /// A table of phrases, in small letters, with single blanks and straight apostrophes.
    init(_ phrases: [String]) {
        beginnings = Array(repeating: [], count: 256)
        endings = beginnings
        for phrase in phrases {
            let octets = Array(phrase.utf8)
            guard let first = octets.first, let last = octets.last else { continue }
            beginnings[Int(first)].append(octets)
            endings[Int(last)].append(octets)
        }
    }

    /// The length of the longest phrase that a line begins with, as a word of its own.
    func beginning(of line: ArraySlice<UInt8>) -> Int? {
        guard let first = line.first else { return nil }
        var longest: Int?
        for phrase in beginnings[Int(first)] where phrase.count > longest ?? 0 {
            guard line.starts(with: phrase) else { continue }
            let rest = line.dropFirst(phrase.count)
            if Self.isWordEnd(rest.first, after: phrase.last) { longest = phrase.count }
        }
        return longest
    }

    /// The length of the longest phrase that a line ends with, as a word of its own.
    func ending(of line: ArraySlice<UInt8>) -> Int? {
        guard let last = line.last else { return nil }
        var longest: Int?
        for phrase in endings[Int(last)] where phrase.count > longest ?? 0 {
            guard line.count >= phrase.count, line.suffix(phrase.count).elementsEqual(phrase)
            else { continue }
            let rest = line.dropLast(phrase.count)
            if Self.isWordEnd(rest.last, after: phrase.first) { longest = phrase.count }
        }
        return longest
    }

    /// Whether a line is one of the phrases.
    func contains(_ line: ArraySlice<UInt8>) -> Bool {
        line.first.map { beginnings[Int($0)].contains { $0.elementsEqual(line) } } ?? false
    }

    /// Whether an octet next to a phrase parts words; in scripts without blanks each does.
    private static func isWordEnd(_ octet: UInt8?, after edge: UInt8?) -> Bool {
        guard let octet, let edge else { return true }
        if octet >= 0x80 { return edge >= 0xE3 || octet >= 0xE2 || !(edge.isLetter) && edge < 0x80 }
        return !(octet.isLetter || octet.isDigit) || !(edge.isLetter || edge.isDigit)
    }
}
