import Gazetteer
import PhotoRecords

/// Names coarse locations by the gazetteer: by what lies around the middle of a cell, so that the
/// name tells nothing of where in the cell a photo was taken.
public struct PlaceNaming: Sendable {
    /// The installed gazetteer; nil where there is none.
    public static var installed: PlaceDirectory? { try? InstalledGazetteer.gazetteer.get() }

    let gazetteer: PlaceDirectory?

    /// A town as it leaves in place of a point.
    struct Town {
        var coordinate: Coordinate?
        var place: Place
    }

    /// A record's town is told from others by its published middle, to about so many kilometres.
    private static let sameMiddle = 0.05

    /// The place at a cell's middle, its distance no finer than the cell: the nearest that a person
    /// would name, for a coarse cell the largest around.
    func place(of cell: GridCell) -> Place? {
        guard let center = cell.center else { return nil }
        guard var place = gazetteer?.place(at: center) else { return nil }
        if cell.size == .coarse, let town = largest(in: cell) {
            place = Place(
                name: town.name, region: town.region, country: town.country,
                distanceKm: town.distanceKm)
        }
        let step = cell.size == .coarse ? 10.0 : 1
        if let distance = place.distanceKm { place.distanceKm = (distance / step).rounded() * step }
        place.source = Place.gazetteer
        return place
    }

    /// The town that stands for all of a coarse cell, with its own middle; nil far from any.
    ///
    /// - Parameter isTown: whether the point may be a town's middle already: then it is that one.
    func town(of point: Coordinate, isTown: Bool) -> Town? {
        let cell = GridCell(of: point, .coarse)
        let found =
            (isTown ? gazetteer?.largest(around: point, within: Self.sameMiddle) : nil)
            ?? largest(in: cell)
            ?? cell.center.flatMap { gazetteer?.named(near: $0) }
        guard let found, found.distanceKm ?? 0 <= PlaceDirectory.countryRadius else { return nil }
        func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
        // The distance says that the name was looked up; from its own middle it is 0.
        return Town(
            coordinate: Coordinate(
                latitude: rounded(found.coordinate.latitude),
                longitude: rounded(found.coordinate.longitude)),
            place: Place(
                name: found.name, region: found.region, country: found.country, distanceKm: 0,
                source: Place.gazetteer))
    }

    /// The most populous town of a name that a record gives without a point; nil where none has it.
    func town(named place: Place?) -> NamedPlace? {
        guard let place, let name = place.name, !name.contains(",") else { return nil }
        let narrower = place.region ?? place.country
        return gazetteer?.places(
            named: name + (narrower.map { ", " + $0 } ?? ""), limit: 20, byAlternates: false
        ).first { place.country == nil || CountryNames.isSame($0.country, place.country ?? "") }
    }

    /// All towns that a place's words may mean, in its country where that is told: `Schwabing, Munich`
    /// may be either.
    ///
    /// - Returns: nil where the words are too many for any name; they may then mean every town.
    func towns(named place: Place) -> [NamedPlace]? {
        let words = place.name ?? ""
        guard words.utf8.count <= Self.longestName else { return nil }
        let country = place.country.map { CountryNames.code($0) ?? $0 }
        var names: [String: Substring] = [:]
        for name in words.split(separator: ",") where names[Folding.key(name)] == nil {
            names[Folding.key(name)] = name
        }
        return names.values.flatMap { name in
            gazetteer?.places(named: String(name), limit: Self.mostTowns) ?? []
        }.filter { country == nil || CountryNames.isSame($0.country, country ?? "") }
    }

    /// The most octets of a name that is looked up piece by piece.
    static let longestName = 2_000

    /// More than any name is given.
    private static let mostTowns = 10_000

    /// The offset of a point's clocks.
    func offset(at point: Coordinate, local: LocalDateTime) -> UTCOffset? {
        gazetteer?.offset(at: point, local: local)?.offset
    }

    private func largest(in cell: GridCell) -> NamedPlace? {
        cell.center.flatMap {
            gazetteer?.largest(around: $0, within: GridCell.kilometres(cell.size))
        }
    }
}
