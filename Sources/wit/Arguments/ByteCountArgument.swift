import ArgumentParser

/// A number of bytes as people write it: `10000000`, `25MB`, `2.5 MB`, `20MiB`, `10M`.
///
/// `k`, `M` and `G`, with or without `B`, are thousands, as mail providers count; `KiB`, `MiB` and
/// `GiB` are multiples of 1,024; `none` is no limit.
struct ByteCountArgument: ExpressibleByArgument, Hashable {
    /// The bytes, at least 1; nil for as many as it takes.
    let bytes: Int?

    init?(argument: String) {
        let text = argument.lowercased().filter { !$0.isWhitespace }
        if text == "none" {
            bytes = nil
            return
        }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count)
        guard let factor = Self.units[String(unit)], let number = Double(digits),
            digits.first != ".", digits.last != "."
        else { return nil }
        // A fraction of a byte is none.
        let bytes = (number * Double(factor)).rounded(.down)
        guard bytes >= 1, bytes < 1e15 else { return nil }
        self.bytes = Int(bytes)
    }

    private static let units = [
        "": 1, "b": 1, "k": 1_000, "kb": 1_000, "kib": 1 << 10, "m": 1_000_000, "mb": 1_000_000,
        "mib": 1 << 20, "g": 1_000_000_000, "gb": 1_000_000_000, "gib": 1 << 30,
    ]
}
