import CatalogDatabase
import PhotoRecords
import TestSupport

/// A geocoder that names every point by its whole degrees, and whose clocks are two hours before
/// UTC, one from October on; the last hour before noon is shown twice.
struct StubGeocoder: ReverseGeocoder {
    var suffix = ""

    func values(at point: Coordinate, local: LocalDateTime?) -> DerivedValues? {
        let place = Place(
            name: "Town \(Int(point.latitude)) \(Int(point.longitude))\(suffix)", region: "Shire",
            country: "XX", distanceKm: 1.2, source: Place.gazetteer)
        let hours = local.map { $0.month < 10 ? 2 : 1 }
        return DerivedValues(
            place: place, offset: hours.flatMap { UTCOffset(minutes: 60 * $0) },
            clock: local?.time?.hour == 11 ? .twice : .plain)
    }
}

extension CatalogFixture {
    /// A second connection to the same catalog, with a geocoder.
    func guided(_ geocoder: StubGeocoder = StubGeocoder()) throws -> PhotoCatalog {
        try PhotoCatalog(path: path, access: .readWrite, geocoder: geocoder)
    }
}

extension PhotoCatalog {
    /// Takes one file in; answers its photo's identity.
    @discardableResult
    func scan(_ file: ScannedFile) throws -> RecordID {
        guard let item = try add([file], listing: true).items.first else {
            throw CatalogFixture.Missing.item
        }
        return item.photo
    }

    /// The photo that is there.
    func photo(_ id: RecordID) throws -> PhotoRecord {
        guard let record = try record(id) else { throw CatalogFixture.Missing.photo }
        return record
    }

    /// What a person does with `--place`.
    @discardableResult
    func namePlace(_ name: String?, of ids: RecordID...) throws -> Change? {
        try edit(
            ids.map { id in
                var location = try photo(id).withoutDerived.location
                location?.place = name.map { Place(name: $0) }
                return .location(location, of: id)
            }, summary: "name")
    }
}
