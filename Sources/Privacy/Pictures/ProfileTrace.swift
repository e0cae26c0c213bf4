import PhotoMetadata

/// An ICC profile taken apart by a few lines of their own: whether it is one of those that we write,
/// without anybody's words (ICC.1:2022 §7).
struct ProfileTrace {
    private let bytes: [UInt8]

    /// - Parameter piece: behind the segment's name: the piece's number, how many there are, and
    ///   the profile.
    init(_ piece: ArraySlice<UInt8>) { bytes = Array(piece) }

    private static let numbers: Set<String> = [
        "wtpt", "rXYZ", "gXYZ", "bXYZ", "chad", "rTRC", "gTRC", "bTRC", "kTRC",
    ]

    private func number(_ place: Int) -> Int {
        guard place + 4 <= bytes.count else { return 0 }
        return bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The letters of a text, whatever stands between them.
    private func letters(_ range: Range<Int>) -> String {
        let clamped = range.clamped(to: 0..<bytes.count)
        return String(
            decoding: bytes[clamped].filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    }

    /// What stands there that we do not write, in words; nil for nothing.
    var stranger: String? {
        guard bytes.starts(with: [1, 1]), number(2) == bytes.count - 2 else {
            return "an ICC profile in pieces"
        }
        // Size, maker and model, attributes, maker again and identity: numbers of us, or zero.
        let zeros = [6..<10, 34..<38, 42..<66, 82..<130].flatMap { $0 }
        guard zeros.allSatisfy({ $0 < bytes.count && bytes[$0] == 0 }) else {
            return "an ICC profile that names its maker"
        }
        let count = number(130)
        guard count < 16 else { return "an ICC profile of \(count) tags" }
        var end = 134 + 12 * count
        for entry in (0..<count).map({ 134 + 12 * $0 }) {
            let name = letters(entry..<entry + 4)
            let (start, size) = (number(entry + 4) + 2, number(entry + 8))
            guard start <= end + 3 else { return "bytes within an ICC profile" }
            end = max(end, start + size)
            if Self.numbers.contains(name) { continue }
            let told = letters(start + 8..<start + max(size, 8)).filter(\.isLetter)
            let own = name == "desc" ? ColorProfile.description : ColorProfile.copyright
            guard ["desc", "cprt"].contains(name),
                told == own.filter(\.isLetter) || told == "enUS" + own.filter(\.isLetter)
            else { return "words in an ICC profile" }
        }
        return end + 3 >= bytes.count ? nil : "bytes after an ICC profile"
    }
}
