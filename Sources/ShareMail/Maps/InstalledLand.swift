import Gazetteer
import OutputText

/// The places and outlines of land that are installed with the program, opened when a mail first
/// wants them.
enum InstalledLand {
    /// The gazetteer, or why there is none.
    static let places: Result<Gazetteer, GazetteerError> = {
        do throws(GazetteerError) { return .success(try Gazetteer.installed()) } catch {
            return .failure(error)
        }
    }()

    /// The outlines, or why there are none.
    static let outlines: Result<LandOutlines, GazetteerError> = {
        do throws(GazetteerError) { return .success(try LandOutlines.installed()) } catch {
            return .failure(error)
        }
    }()
}
