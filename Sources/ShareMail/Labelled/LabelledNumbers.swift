import Foundation
import MailTemplates
import PhotoRecords

/// Reads points and altitudes from the readable block, in any language's way to write them.
struct LabelledNumbers {
    let words: TemplateWords

    /// The point of `48.85837, 2.29448`, `48,85837° N, 2,29448° O` or the like; nil for others.
    func point(_ text: String) -> Coordinate? {
        let text = Self.plain(text)
        let number = #/([+-]?)\s*(\d{1,3}(?:[.,]\d{1,12})?)\s*°?\s*([NSEWO])?(?![A-Za-z])/#
            .ignoresCase()
        var values: [(value: Double, side: Character?)] = []
        for match in text.prefix(200).matches(of: number).prefix(2) {
            guard let size = Double(match.output.2.replacing(",", with: ".")) else { return nil }
            values.append(
                (match.output.1 == "-" ? -size : size, match.output.3?.uppercased().first))
        }
        guard values.count == 2 else { return nil }
        if let first = values[0].side, "EWO".contains(first) { values.swapAt(0, 1) }
        return Coordinate(
            latitude: signed(values[0].value, values[0].side),
            longitude: signed(values[1].value, values[1].side))
    }

    /// How coarsely a point was shared: `(±1 km)`.
    func precision(_ text: String) -> Location.Precision? {
        Self.plain(text).prefix(200).firstMatch(of: /±\s?(\d{1,3})\s?km/)
            .map { Location.Precision(rawValue: $0.output.1 + "km") }
    }

    /// The point of a link to a map.
    func linkedPoint(_ link: String) -> Coordinate? {
        let link = link.prefix(500)
        let marked = /mlat=(-?\d{1,3}(?:\.\d{1,12})?)&(?:amp;)?mlon=(-?\d{1,3}(?:\.\d{1,12})?)/
        // A coarse point has no marker: it is the middle of what is shown.
        let shown = /#map=\d{1,2}\/(-?\d{1,3}(?:\.\d{1,12})?)\/(-?\d{1,3}(?:\.\d{1,12})?)/
        guard let match = link.firstMatch(of: marked) ?? link.firstMatch(of: shown),
            let latitude = Double(match.output.1), let longitude = Double(match.output.2)
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The metres of `35.1 m`.
    func metres(_ text: String) -> Double? {
        guard let match = Self.plain(text).prefix(100).firstMatch(of: /([+-]?)\s*(\d+(?:[.,]\d+)?)/)
        else { return nil }
        let size = Double(match.output.2.replacing(",", with: "."))
        return match.output.1 == "-" ? size.map { -$0 } : size
    }

    private func signed(_ value: Double, _ side: Character?) -> Double {
        switch side {
        case "S": -abs(value)
        // “O” is east in German and west in French and Spanish.
        case "W": -abs(value)
        case "O": words.compass["east"] == "O" ? value : -abs(value)
        default: value
        }
    }

    private static func plain(_ text: String) -> String {
        PlainText.normal(String(text.prefix(500))).replacing(/[−–‒‑]/, with: "-")
    }
}
