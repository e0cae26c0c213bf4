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
/// file is still in use is told by the lock on it.
enum PartialName {
    static let prefix = ".wit-"
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let length = 12

    /// A name that nothing has yet, but for a chance of one in 10¹⁸.
    static func random() -> String {
        let random = (0..<length).map { _ in letters[Int.random(in: 0..<letters.count)] }
        return "\(prefix)\(getpid())-" + String(decoding: random, as: UTF8.self)
    }

    /// Whether a name is of this kind.
    static func isPartial(_ name: String) -> Bool {
        guard let random = afterNumber(name) else { return false }
        return random.count == length && random.utf8.allSatisfy { letters.contains($0) }
    }

    /// Whether a name is of a kind that versions before used, without locks: a number and six
    /// letters, or a UUID.
    static func isOlder(_ name: String) -> Bool {
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
