/// A number as EXIF's RATIONAL: two whole numbers of 32 bits (EXIF 3.0 §4.6.2).
struct UnsignedRational: Equatable, Sendable {
    let numerator: UInt32
    let denominator: UInt32

    init(_ numerator: UInt32, _ denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The size of a number with as many decimals as fit; nil from 2³² on.
    init?(_ number: Double) {
        let size = abs(number)
        guard size.isFinite, size < 4_294_967_295 else { return nil }
        var denominator: UInt32 = 1
        while denominator < 1_000_000_000,
            (size * Double(denominator)).rounded() != size * Double(denominator),
            size * Double(denominator) * 10 < 4_294_967_295
        {
            denominator *= 10
        }
        let scaled = (size * Double(denominator)).rounded()
        guard scaled <= 4_294_967_295 else { return nil }
        self.init(UInt32(scaled), denominator)
    }

    /// Degrees, minutes and seconds of an angle's size, to a millionth of a second.
    static func angle(_ degrees: Double) -> [UnsignedRational] {
        let total = Int((abs(degrees) * 3_600_000_000).rounded())
        return [
            UnsignedRational(UInt32(clamping: total / 3_600_000_000), 1),
            UnsignedRational(UInt32(clamping: total / 60_000_000 % 60), 1),
            UnsignedRational(UInt32(clamping: total % 60_000_000), 1_000_000),
        ]
    }

    /// As XMP writes it: `351/10`.
    var text: String { "\(numerator)/\(denominator)" }
}
