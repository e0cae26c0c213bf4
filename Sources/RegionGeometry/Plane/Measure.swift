/// A place along a side of a picture or screen, as a person writes it: a plain number, a share of the
/// side in hundredths (`12%`), or pixels (`340px`).
public enum Measure: Hashable, Sendable {
    /// A number without a unit; what it counts is the caller's to say.
    case plain(Double)
    /// Hundredths of the side.
    case percent(Double)
    /// Pixels.
    case pixels(Double)

    /// Reads a number with or without a unit; nil where the text is none, or the number is not
    /// finite.
    public init?(_ text: String) {
        let unit = ["%", "px"].first { text.hasSuffix($0) } ?? ""
        let digits = text.dropLast(unit.count)
        guard digits.utf8.count < 64, digits.utf8.allSatisfy(Self.isPart),
            let number = Double(digits), number.isFinite
        else { return nil }
        switch unit {
        case "%": self = .percent(number)
        case "px": self = .pixels(number)
        default: self = .plain(number)
        }
    }

    /// Digits, signs, points and exponents; `Double` would also read words and hexadecimal digits.
    private static func isPart(_ byte: UInt8) -> Bool { "+-.eE0123456789".utf8.contains(byte) }

    /// How many pixels it is along a side of so many; a plain number is one of `unit` pixels.
    public func pixels(of side: Double, unit: Double) -> Double {
        switch self {
        case .plain(let number): number * unit
        case .percent(let number): number / 100 * side
        case .pixels(let number): number
        }
    }
}
