import CatalogDatabase
import OutputText

/// What taking in another program's catalog did.
public struct ExternalImportReport: Sendable {
    /// A program that photos' stories come from.
    public enum Program: String, Sendable {
        /// Google Photos, by way of Google Takeout.
        case takeout
        /// digiKam.
        case digiKam = "digikam"

        /// Its name.
        public var name: String {
            switch self {
            case .takeout: "Google Takeout"
            case .digiKam: "digiKam"
            }
        }
    }

    /// What was given: a folder or a database.
    public let name: String
    /// The program that it is of.
    public let program: Program
    /// Whether nothing was changed, and it says what would be done.
    public let isDryRun: Bool
    /// Photos that it tells of or holds.
    public var photos = 0
    /// What cataloging the photos did; in a preview what it would do.
    public var cataloged = CatalogPhotos.Report()
    /// Stories that a photo of the catalog has now, or had already.
    public var stories = 0
    /// Photos that got a value.
    public var filledPhotos = 0
    /// Values that photos got.
    public var filled = 0
    /// Photos that got a rating or a star, which are kept with them and handed on.
    public var rated = 0
    /// Values that wait for a decision.
    public var proposed = 0
    /// Films and other files, which are no photos.
    public var others = 0
    /// Photos in the bin, which are passed over.
    public var trashed = 0
    /// Photos of a Takeout that no JSON tells of: they are cataloged all the same.
    public var picturesAlone: [String] = []
    /// JSON files of a Takeout that tell of a photo which is not there.
    public var sidecarsAlone: [String] = []
    /// What could not be done, item by item, those of cataloging among them.
    public var failures: [WitError] = []
    /// The changes, for `undo`: one, unless another program changed the catalog meanwhile.
    public var changes: [Change] = []
    /// Whether a person stopped it before its end.
    public var wasInterrupted = false

    init(name: String, program: Program, isDryRun: Bool) {
        self.isDryRun = isDryRun
        self.name = name
        self.program = program
    }
}
