import ArgumentParser
import CatalogDatabase
import Foundation
import Gazetteer
import JSON
import OutputText
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

    /// The spot: a place that a person named first, then the gazetteer's, whose names in all
    /// languages count. Where several places bear the name, the person at the terminal is asked.
    ///
    /// - Parameter question: Asks which of several places is meant.
    /// - Throws: `ValidationError` where nobody knows the name, or where it may mean several
    ///   places and nobody says which, also where there is no gazetteer to ask.
    func spot(in catalog: PhotoCatalog?, question: PlaceQuestion = .terminal) throws -> Spot {
        switch self {
        case .point(let point): return Spot(point: point)
        case .name(let name):
            let key = Folding.key(name)
            let own = try catalog?.ownPlaces.filter { Folding.key($0.name) == key } ?? []
            if !own.isEmpty { return try question.one(of: own.map(Spot.init), named: name) }
            switch try Self.installed(for: name).lookUp(name) {
            case .one(let place): return Spot(place)
            case .several(let places):
                return try question.one(of: places.map(Spot.init), named: name)
            case .none(let beginningSo): throw Self.unknown(name, beginningSo)
            }
        }
    }

    private static func unknown(_ name: String, _ beginningSo: [NamedPlace]) -> ValidationError {
        let advice =
            beginningSo.isEmpty
            ? "write LAT,LON in decimal degrees, such as 48.85837,2.29448, or the name of a town, "
                + "also as “Paris, Texas”."
            : "did you mean " + beginningSo.prefix(5).map { Spot($0).name }.joined(separator: "; ")
                + "?"
        return ValidationError("No place named “\(name)” is known: \(advice)")
    }

    private static func installed(for name: String) throws -> PlaceDirectory {
        switch InstalledGeocoder.gazetteer {
        case .success(let gazetteer): return gazetteer
        case .failure(let error): throw WitError(item: name, reason: error.message)
        }
    }
}

extension PlaceArgument.Spot {
    /// A place of the gazetteer.
    init(_ found: NamedPlace) {
        point = found.coordinate
        place = Place(name: found.name, region: found.region, country: found.country)
        reach = found.reachKm
        told = name + Self.people(found.population)
    }

    /// A place that a person named.
    init(_ own: OwnPlace) {
        point = own.center
        place = Place(name: own.name)
        reach = own.kilometres
        told = own.name + ", a place of your own"
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
