import Foundation

/// A name as it is searched by: without marks and case, so that “zurich” finds “Zürich”.
enum FoldedName {
    /// What the file's names are sorted by (`fold` in `make-gazetteer`).
    static func of(_ name: some StringProtocol) -> String {
        var folded = String.UnicodeScalarView()
        let plain = String(name).decomposedStringWithCompatibilityMapping
        for scalar in plain.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark { folded.append(scalar) }
        return String(folded).lowercased()
    }

    /// Whether one folded name comes before another: by their code points.
    static func precedes(_ left: String, _ right: String) -> Bool {
        left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    }
}
