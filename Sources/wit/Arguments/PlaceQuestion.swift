import ArgumentParser
import Foundation

/// Asks which of several places of one name is meant.
struct PlaceQuestion {
    /// Whether there is somebody to ask.
    var canAsk: Bool
    /// Shows some lines.
    var show: (String) -> Void
    /// The line that comes back; nil where none does.
    var answer: () -> String?

    /// The person at the terminal, if stdin and stderr are one.
    static var terminal: PlaceQuestion {
        PlaceQuestion(
            canAsk: isatty(0) == 1 && isatty(2) == 1, show: Output.explain,
            answer: { readLine() })
    }

    /// One of the places.
    ///
    /// - Throws: `ValidationError` that names them all, where nobody chooses.
    func one(
        of spots: [PlaceArgument.Spot], named name: String
    ) throws -> PlaceArgument.Spot {
        if spots.count == 1, let only = spots.first { return only }
        let list = spots.enumerated().map { number, spot in
            "  \(number + 1)  \(spot.told ?? spot.name)  \(spot.typed)"
        }.joined(separator: "\n")
        if canAsk {
            show("Several places are named “\(name)”:\n\(list)\nWhich one (1 to \(spots.count))?")
            let number = answer().flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
            if let number, spots.indices.contains(number - 1) { return spots[number - 1] }
        }
        throw ValidationError(
            "Several places are named “\(name)”:\n\(list)\nSay which one, as “\(spots[0].name)” or "
                + "as \(spots[0].typed).")
    }
}
