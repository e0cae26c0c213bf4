import Foundation

/// Countries by their names in the languages of the program, and by their two letters (ISO 3166-1).
package enum CountryNames {
    /// The languages of the program's templates: in these a country's name is known.
    package static let languages = ["de", "en", "es", "fr"]

    /// Whether a country is given by two letters.
    package static func isCode(_ country: String) -> Bool {
        country.wholeMatch(of: /[A-Za-z]{2}/) != nil
    }

    /// A country's name in a language, where it is given by its two letters or by its name in one of
    /// ours.
    package static func name(_ country: String, in language: String) -> String {
        guard let code = isCode(country) ? country.uppercased() : code(country) else {
            return country
        }
        return Locale(identifier: language).localizedString(forRegionCode: code) ?? country
    }

    /// The two letters of a country by its name in one of our languages; nil for others.
    package static func code(_ name: String) -> String? { codes[folded(name)] }

    /// Whether two spellings mean one country.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        let (left, right) = (code(left) ?? left, code(right) ?? right)
        return left.lowercased() == right.lowercased() || PlainText.isSame(left, as: right)
    }

    private static let codes: [String: String] = {
        var codes: [String: String] = [:]
        let regions = Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }.sorted()
        // The first language counts where two name different countries alike.
        for language in ["en"] + languages {
            let locale = Locale(identifier: language)
            for region in regions {
                guard let name = locale.localizedString(forRegionCode: region) else { continue }
                codes[folded(name)] = codes[folded(name)] ?? region
            }
        }
        return codes
    }()

    private static func folded(_ text: String) -> String {
        Folding.folded(PlainText.normal(text).replacing("’", with: "'"))
    }
}
