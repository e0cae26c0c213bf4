import Foundation
import MailTemplates
import PhotoRecord

/// A place in the readable block: on one line, as `Paris, Île-de-France, France`, where that can be
/// read back, else on a line for each of its names.
enum LabelledPlace {
    /// The labels' keys and the values.
    static func lines(_ place: Place, language: String) -> [(label: String, value: String)] {
        let names = Place(name: place.name, region: place.region, country: place.country)
        let country = place.country.map { Self.country($0, language) }
        // A country that the record spells out, or writes in small letters, stands in quotes.
        for spelled in [country, place.country.map(LabelledValue.quoted)] {
            let parts =
                [place.name, place.region].map { $0.map(LabelledValue.element) } + [spelled]
            let text = parts.compactMap(\.self).joined(separator: ", ")
            if !text.isEmpty, Self.place(text) == names { return [("place", text)] }
        }
        let isNamed = country.map { Self.code($0) == place.country } ?? false
        let values: [(String, String?)] = [
            ("place", place.name.map(LabelledValue.element)),
            ("region", place.region.map(LabelledValue.element)),
            ("country", isNamed ? country : place.country.map(LabelledValue.quoted)),
        ]
        return values.compactMap { label, value in value.map { (label, $0) } }
    }

    /// The place that one line tells.
    static func place(_ line: String) -> Place? {
        let elements = LabelledValue.elements(line)
        switch elements.count {
        case 0: return nil
        case 1: return Place(name: elements[0].text)
        case 2:
            let (first, last) = (elements[0].text, elements[1])
            guard let country = last.isQuoted ? nil : code(last.text) else {
                return Place(name: first, region: last.text)
            }
            return Place(name: first, country: country)
        default:
            let last = elements[elements.count - 1]
            let region = elements[1..<(elements.count - 1)].map(\.text).joined(separator: ", ")
            return Place(name: elements[0].text, region: region, country: country(last))
        }
    }

    /// One name of a place on a line of its own.
    static func name(_ line: String) -> String? {
        let elements = LabelledValue.elements(line)
        return elements.isEmpty ? nil : elements.map(\.text).joined(separator: ", ")
    }

    /// The country that a line of its own tells.
    static func countryName(_ line: String) -> String? {
        LabelledValue.elements(line).first.map(country)
    }

    private static func country(_ element: LabelledValue.Element) -> String {
        element.isQuoted ? element.text : code(element.text) ?? element.text
    }

    /// A country's name in a language, where it is given by its two letters.
    static func country(_ country: String, _ language: String) -> String {
        guard country.wholeMatch(of: /[A-Za-z]{2}/) != nil else { return country }
        return Locale(identifier: language).localizedString(forRegionCode: country.uppercased())
            ?? country
    }

    /// The two letters of a country by its name in one of our languages; nil for others.
    static func code(_ name: String) -> String? { codes[folded(name)] }

    /// Whether two spellings mean one country.
    static func isSame(_ left: String, _ right: String) -> Bool {
        let (left, right) = (code(left) ?? left, code(right) ?? right)
        return left.lowercased() == right.lowercased() || PlainText.isSame(left, as: right)
    }

    private static let codes: [String: String] = {
        var codes: [String: String] = [:]
        let regions = Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }.sorted()
        // The first language counts where two name different countries alike.
        for language in ["en"] + LabelledLanguages.shipped.words.keys.sorted() {
            let locale = Locale(identifier: language)
            for region in regions {
                guard let name = locale.localizedString(forRegionCode: region) else { continue }
                codes[folded(name)] = codes[folded(name)] ?? region
            }
        }
        return codes
    }()

    private static func folded(_ text: String) -> String {
        PlainText.normal(text).replacing("’", with: "'")
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
