import Gazetteer
import OutputText
import PhotoRecords

/// The gazetteer that is installed with the program, opened when it is first asked.
public struct InstalledGeocoder: ReverseGeocoder {
    /// The installed gazetteer, or why there is none.
    public static var gazetteer: Result<PlaceDirectory, WitError> { InstalledGazetteer.gazetteer }

    /// The installed gazetteer, which is opened later.
    public init() {}

    /// The named place near a point and, for a clock reading there, the offset;
    /// nil where no gazetteer can be opened.
    public func values(at point: Coordinate, local: LocalDateTime?) -> DerivedValues? {
        (try? Self.gazetteer.get())?.values(at: point, local: local)
    }
}
