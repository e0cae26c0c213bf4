import Gazetteer
import OutputText

/// The places and outlines of land that are installed with the program, opened when they are first
/// wanted.
enum InstalledLand {
    /// The gazetteer, or why there is none.
    static var places: Result<PlaceDirectory, WitError> { InstalledGazetteer.gazetteer }

    /// The outlines, or why there are none.
    static let outlines: Result<LandOutlines, WitError> = {
        do throws(WitError) { return .success(try LandOutlines.installed()) } catch {
            return .failure(error)
        }
    }()
}
