import Foundation
import MailTemplates
import PhotoRecords

/// Puts places and points into words.
enum PlaceWords {
    /// `Paris, Île-de-France, France`; nil if the place has no name at all.
    static func text(_ place: Place, language: String) -> String? {
        let place = LabelledPlace.toldOnce(place)
        let parts = [
            place.name, place.region, place.country.map { CountryNames.name($0, in: language) },
        ]
        let names = parts.compactMap(\.self).filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// `48.85837, 2.29448`: degrees north and east, six decimals at most.
    static func text(_ point: Coordinate) -> String {
        decimal(point.latitude) + ", " + decimal(point.longitude)
    }

    /// `48.85837° N, 2.29448° E` in the language's letters and with its decimal mark; six decimals
    /// at most, about a tenth of a metre, so that it can be read back.
    static func degrees(_ point: Coordinate, words: TemplateWords) -> String {
        func text(_ value: Double, _ positive: String, _ negative: String) -> String {
            let side = decimal(value).hasPrefix("-") ? negative : positive
            return decimal(abs(value), mark: words.decimalMark) + "° "
                + (words.compass[side] ?? side)
        }
        return text(point.latitude, "north", "south") + ", "
            + text(point.longitude, "east", "west")
    }

    /// A number with a decimal mark of a language, as `decimal(_:)`.
    static func decimal(_ value: Double, mark: String) -> String {
        decimal(value).replacing(".", with: mark)
    }

    /// A number with as many decimals as it needs, six at most, never with an exponent.
    static func decimal(_ value: Double) -> String {
        let millionths = (abs(value) * 1_000_000).rounded()
        guard millionths < 9e15 else { return String(format: "%.0f", value) }
        let whole = Int64(millionths)
        let digits = String(whole % 1_000_000)
        var fraction = String(repeating: "0", count: 6 - digits.count) + digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let sign = value < 0 && whole != 0 ? "-" : ""
        return sign + String(whole / 1_000_000) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
