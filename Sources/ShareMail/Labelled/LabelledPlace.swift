import Foundation
import MailTemplates
import PhotoRecords

/// A place in the readable block: on one line, as `Paris, Île-de-France, France`, where that can be
/// read back, else on a line for each of its names.
enum LabelledPlace {
    /// The labels' keys and the values.
    static func lines(_ place: Place, language: String) -> [(label: String, value: String)] {
        let names = readable(place)
        let country = place.country.map {
            LabelledValue.element(CountryNames.name($0, in: language))
        }
        let place = toldOnce(place)
        // A country whose name would be taken for another's, or for a region, stands in quotes.
        for spelled in [country, place.country.map(LabelledValue.quoted)] {
            let parts =
                [place.name, place.region].map { $0.map(LabelledValue.element) } + [spelled]
            let text = parts.compactMap(\.self).joined(separator: ", ")
            if !text.isEmpty, Self.place(text).map(readable) == names { return [("place", text)] }
        }
        let read = country.flatMap(countryName).map { readable(Place(country: $0)).country }
        let values: [(String, String?)] = [
            ("place", place.name.map(LabelledValue.element)),
            ("region", place.region.map(LabelledValue.element)),
            ("country", read == names.country ? country : place.country.map(LabelledValue.quoted)),
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
            guard let country = last.isQuoted ? nil : CountryNames.code(last.text) else {
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
        element.isQuoted ? element.text : CountryNames.code(element.text) ?? element.text
    }

    /// The place without a region of the town's own name, which would be said twice.
    static func toldOnce(_ place: Place) -> Place {
        guard let name = place.name, let region = place.region,
            name.lowercased() == region.lowercased()
        else { return place }
        var place = place
        place.region = nil
        return place
    }

    /// The names of a place as the block tells them: a country is one, spelled out or by its letters.
    static func readable(_ place: Place) -> Place {
        let country = place.country.map { country in
            CountryNames.code(country)
                ?? (CountryNames.isCode(country) ? country.uppercased() : PlainText.normal(country))
        }
        return toldOnce(
            Place(
                name: place.name.map(PlainText.normal), region: place.region.map(PlainText.normal),
                country: country))
    }
}
