import Foundation
import Gazetteer
import PhotoRecords

/// A place that stays at home, looked for in words by all its names: as the record spells it, as the
/// gazetteer has it in other languages and scripts, and by its country where that stays too.
/// Case, accents and characters that show nothing make no difference (``Folding``).
struct WithheldPlace {
    /// The record's own names with their keys.
    private let own: [(name: String, key: String)]
    private let others: PlaceNames?
    /// The country's two letters, and the keys of its names.
    private let country: (code: String, keys: Set<String>)?
    /// What was looked up before, by its key.
    private var known: [Substring: Bool] = [:]

    /// The most words of a name.
    private static let mostWords = 5
    /// The most letters of a name in a script without blanks.
    private static let mostLetters = 8
    /// The most words of a text that are looked up in the gazetteer.
    private static let mostLookups = 20_000

    /// - Parameters:
    ///   - original: where the photo was taken.
    ///   - told: what leaves of that, whose names may be told.
    init(
        _ original: Location?, leaving told: Location?,
        gazetteer: PlaceDirectory? = PlaceNaming.installed
    ) {
        let place = original?.place
        let leaving = [told?.place?.name, told?.place?.region].map { $0.map(Folding.visibleKey) }
        own = [place?.name, place?.region].compactMap { name -> (name: String, key: String)? in
            guard let name, case let key = Folding.visibleKey(name), Self.counts(key),
                !leaving.contains(key)
            else { return nil }
            return (name, key)
        }
        if let original, let gazetteer {
            let names = PlaceNames(of: original, in: gazetteer)
            let rest = told.map { names.without(PlaceNames(of: $0, in: gazetteer)) } ?? names
            others = rest.isEmpty ? nil : rest
        } else {
            others = nil
        }
        country = told?.place?.country == nil ? place?.country.flatMap(Self.country) : nil
    }

    /// The first of the names that a text holds, as the text or the record spells it; nil for none.
    mutating func first(in text: String) -> String? {
        let key = Folding.visibleKey(text)
        if let name = own.first(where: { key.contains($0.key) }) { return name.name }
        if let country, Self.flags(in: text).contains(country.code) { return country.code }
        guard others != nil || country != nil else { return nil }
        let words = key.split(separator: " ").prefix(Self.mostLookups)
        for index in words.indices {
            for last in words[index...].indices.prefix(Self.mostWords) {
                let phrase = key[words[index].startIndex..<words[last].endIndex]
                if isName(phrase) { return String(phrase) }
            }
            if let name = part(of: words[index]) { return name }
        }
        return nil
    }

    /// A name within a word of a script that puts no blanks between words.
    private mutating func part(of word: Substring) -> String? {
        guard word.unicodeScalars.contains(where: Folding.runsOn) else { return nil }
        let scalars = word.unicodeScalars
        var starts = Array(scalars.indices)
        starts.append(scalars.endIndex)
        for first in starts.indices.dropLast(2) where Folding.runsOn(scalars[starts[first]]) {
            for last in starts[(first + 2)...].prefix(Self.mostLetters - 1) {
                let part = word[starts[first]..<last]
                if isName(part) { return String(part) }
            }
        }
        return nil
    }

    private mutating func isName(_ phrase: Substring) -> Bool {
        guard Self.counts(phrase) else { return false }
        if let known = known[phrase] { return known }
        let key = String(phrase)
        let isName = country?.keys.contains(key) == true || others?.hold(key) == true
        known[phrase] = isName
        return isName
    }

    /// Whether a key is long enough to mean something: three letters, two where each is a word.
    static func counts(_ key: some StringProtocol) -> Bool {
        let length = key.unicodeScalars.prefix(3).count
        return length >= 3 || length == 2 && key.unicodeScalars.allSatisfy(Folding.runsOn)
    }

    // MARK: Countries

    /// A country's letters and the keys of its names: in the languages of the program, in its own and
    /// in the person's.
    private static func country(_ name: String) -> (code: String, keys: Set<String>)? {
        let isCode = name.wholeMatch(of: /[A-Za-z]{2}/) != nil
        guard let code = isCode ? name.uppercased() : CountryNames.code(name) else {
            let key = Folding.visibleKey(name)
            return counts(key) ? ("", [key]) : nil
        }
        let native = Locale.Language(identifier: "und-" + code).maximalIdentifier
        let languages =
            CountryNames.languages + [native, Locale.current.identifier]
        let names = languages.compactMap {
            Locale(identifier: $0).localizedString(forRegionCode: code)
        }
        return (code, Set(names.map(Folding.visibleKey).filter(counts)))
    }

    /// The letters of the flags in a text: pairs of regional indicators (Unicode emoji, UTS #51 §B).
    private static func flags(in text: String) -> Set<String> {
        var flags: Set<String> = []
        var first: Character?
        for scalar in text.unicodeScalars {
            guard (0x1F1E6...0x1F1FF).contains(scalar.value),
                let letter = Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41).map(Character.init)
            else {
                first = nil
                continue
            }
            if let begun = first {
                flags.insert(String([begun, letter]))
                first = nil
            } else {
                first = letter
            }
        }
        return flags
    }
}
