import ArgumentParser
import Foundation
import PhotoRecords

/// `LAT,LON` in decimal degrees, such as `48.85837,2.29448`.
struct CoordinateArgument: Sendable, Equatable {
    let coordinate: Coordinate

    /// - Throws: `ValidationError` naming the text where it is not two numbers in range.
    init(parsing text: String) throws {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1])
        else {
            throw ValidationError(
                "“\(text)” is not LAT,LON in decimal degrees, such as 48.85837,2.29448.")
        }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw ValidationError(
                "“\(text)” is not a place on Earth: the latitude goes from -90 to 90, "
                    + "the longitude from -180 to 180.")
        }
        self.coordinate = coordinate
    }
}
