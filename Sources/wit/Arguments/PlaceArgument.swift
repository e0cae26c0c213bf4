import ArgumentParser
import CatalogDatabase
import Foundation
import PhotoRecords
import WhatIsThat

/// A spot as a person types it: `LAT,LON`, or the name of a place such as `Paris` or
/// `Paris, Texas`.
enum PlaceArgument: Sendable, Equatable {
    case point(Coordinate)
    case name(String)

    /// - Throws: `ValidationError` for a text without any letter that is no point on earth.
    init(parsing text: String) throws {
        let isName = text.contains(where: \.isLetter)
        self = isName ? .name(text) : .point(try CoordinateArgument(parsing: text).coordinate)
    }

    /// A spot that was found.
    struct Spot: Equatable {
        var point: Coordinate
        /// The place it stands for; nil for a point.
        var place: Place?
        /// How far the place goes around it, in kilometres; nil for a point.
        var reach: Double?
        /// Which place was taken, to be told; nil for a point.
        var told: String?
    }

    /// The spot. Where several places bear the name, the person at the terminal is asked.
    ///
    /// - Parameter question: Asks which of several places is meant.
    /// - Throws: `ValidationError` where nobody knows the name, or where it may mean several
    ///   places and nobody says which; `WitError` where there is no gazetteer to ask.
    func spot(
        in catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog?,
        question: PlaceQuestion = .terminal
    ) async throws -> Spot {
        switch self {
        case .point(let point): return Spot(point: point)
        case .name(let name):
            let found = try await FindPlaces(named: name, in: try catalog()).run()
            guard !found.spots.isEmpty else {
                throw Self.unknown(name, found.similar.map(Spot.init))
            }
            return try question.one(of: found.spots.map(Spot.init), named: name)
        }
    }

    private static func unknown(_ name: String, _ similar: [Spot]) -> ValidationError {
        let advice =
            similar.isEmpty
            ? "write LAT,LON in decimal degrees, such as 48.85837,2.29448, or the name of a town, "
                + "also as “Paris, Texas”."
            : "did you mean " + similar.prefix(5).map(\.name).joined(separator: "; ") + "?"
        return ValidationError("No place named “\(name)” is known: \(advice)")
    }
}

extension PlaceArgument.Spot {
    /// A place that was found by its name.
    init(_ found: FindPlaces.Spot) {
        point = found.point
        place = found.place
        reach = found.reach
        told =
            found.isOwn
            ? (found.place.name ?? "") + ", a place of your own"
            : RecordWords.words(found.place) + Self.people(found.population ?? 0)
    }

    /// The place in words that name it exactly: `Paris, Île-de-France, FR`.
    var name: String { place.map(RecordWords.words) ?? "" }

    /// The point as it may be typed, to some 10 m.
    var typed: String {
        [point.latitude, point.longitude].map {
            $0.formatted(
                .number.locale(Locale(identifier: "en_US_POSIX")).grouping(.never)
                    .precision(.fractionLength(0...4)))
        }.joined(separator: ",")
    }

    /// How many live there, to three digits; nothing where that is unknown.
    private static func people(_ population: Int) -> String {
        guard population > 0 else { return "" }
        let count = population.formatted(
            .number.locale(Locale(identifier: "en_US")).precision(.significantDigits(1...3)))
        return " (\(count) people)"
    }
}
