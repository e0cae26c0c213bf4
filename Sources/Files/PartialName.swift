#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The names of files and folders that are not finished yet: `.wit-`, the process's number, `-`
/// and twelve random letters and digits.
///
/// They are hidden, so that no scan takes them for photos. The number is for people; whether a
/// file is still in use is told by the lock on it. While an empty file holds the name that a file
/// is to have, `.for.` and that name follow.
enum PartialName {
    static let prefix = ".wit-"
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let length = 12

    /// A name that nothing has yet, but for a chance of one in 10¹⁸.
    static func random() -> String {
        let random = (0..<length).map { _ in letters[Int.random(in: 0..<letters.count)] }
        return "\(prefix)\(getpid())-" + String(decoding: random, as: UTF8.self)
    }

    private static let mark = Array(".for.".utf8)
    private static let maximumBytes = 255

    /// A path under which a file waits until an empty file of its next name is there; the path
    /// itself where the name would be too long.
    static func marked(_ path: String, with target: String) -> String {
        let marked = path + ".for." + FileSystem.name(of: target)
        let name = PathEncoding.octets(of: FileSystem.name(of: marked))
        return name.count <= maximumBytes ? marked : path
    }

    /// The name that an empty file may hold for one of this name; nil where there is none.
    static func placeholder(of name: String) -> String? {
        let octets = PathEncoding.octets(of: name)
        guard let end = markEnd(octets), end < octets.count else { return nil }
        return PathEncoding.text(of: octets[end...])
    }

    private static func unmarked(_ name: String) -> String {
        let octets = PathEncoding.octets(of: name)
        return markEnd(octets).map { PathEncoding.text(of: octets[..<($0 - mark.count)]) } ?? name
    }

    /// Where the first mark ends. Of octets: a name may begin with what joins a dot to one
    /// character.
    private static func markEnd(_ octets: [UInt8]) -> Int? {
        guard octets.count > mark.count else { return nil }
        return (mark.count...octets.count).first {
            octets[($0 - mark.count)..<$0].elementsEqual(mark)
        }
    }

    /// Whether a name is of this kind.
    static func isPartial(_ name: String) -> Bool {
        guard let random = afterNumber(unmarked(name)) else { return false }
        return random.count == length && random.utf8.allSatisfy { letters.contains($0) }
    }

    /// Whether a name is of a kind that versions before used, without locks: a number and six
    /// letters, or a UUID.
    static func isOlder(_ name: String) -> Bool {
        let name = unmarked(name)
        if let random = afterNumber(name) {
            return random.count == 6 && random.utf8.allSatisfy(isAlphanumeric)
        }
        let rest = name.dropFirst(prefix.count)
        return name.hasPrefix(prefix) && rest.count == 36
            && rest.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }

    private static func afterNumber(_ name: String) -> Substring? {
        guard name.hasPrefix(prefix) else { return nil }
        let parts = name.dropFirst(prefix.count).split(
            separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let number = parts.first, let random = parts.last,
            !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return random
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
}
