import ArgumentParser
import Foundation
import Gazetteer
import PhotoCatalog
import PhotoRecord
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
    }

    /// The spot: a place that a person named first, then the gazetteer's most populous one.
    ///
    /// - Parameter isExact: Whether the beginning of a name is not enough.
    /// - Throws: `ValidationError` where nobody knows the name; an `ItemFailure` where there is no
    ///   gazetteer to ask.
    func spot(in catalog: PhotoCatalog?, isExact: Bool = false) throws -> Spot {
        switch self {
        case .point(let point): return Spot(point: point)
        case .name(let name):
            let own = try catalog?.ownPlaces.first {
                $0.name.compare(
                    name, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
            }
            if let own {
                return Spot(
                    point: own.center, place: Place(name: own.name), reach: own.kilometres)
            }
            guard
                let found = try Self.installed(for: name).places(
                    named: name, limit: 1, isExact: isExact
                ).first
            else {
                throw ValidationError(
                    "No place named “\(name)” is known: write LAT,LON in decimal degrees, such as "
                        + "48.85837,2.29448, or the name of a town, also as “Paris, Texas”.")
            }
            return Spot(
                point: found.coordinate,
                place: Place(name: found.name, region: found.region, country: found.country),
                reach: found.reachKm)
        }
    }

    private static func installed(for name: String) throws -> Gazetteer {
        switch InstalledGuide.gazetteer {
        case .success(let gazetteer): return gazetteer
        case .failure(let error): throw ItemFailure(item: name, reason: error.message)
        }
    }
}
