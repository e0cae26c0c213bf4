import CatalogDatabase
import Gazetteer
import MIMEMessage
import OutputText
import PhotoRecords
import ShareMail

/// What the lines say that somebody filled in: who and what the spot shows, where and when that was.
struct AnsweredLines {
    /// The lines as they were filled in.
    let fields: [FilledField]
    private let labels: [(label: String, asks: String)]

    init(_ reply: ReplyText?, of question: Question) {
        labels = question.labels
        fields = reply?.fields(labelled: QuestionLabels.all + labels.map(\.label)) ?? []
    }

    /// What is filled in behind a label.
    subscript(_ line: QuestionLabels.Line) -> String? {
        fields.first { QuestionLabels.line($0.label, besides: labels) == line }?.value
    }

    /// The place where that was; nil where the line is empty, or names none that is known for certain.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    func location(in catalog: PhotoCatalog) throws(WitError) -> Location? {
        guard let name = self[.where].map(CleanText.clean), !name.isEmpty,
            name.utf8.count <= Self.longest
        else { return nil }
        let key = Folding.key(name)
        let own = try catalog.ownPlaces.filter { Folding.key($0.name) == key }
        if let only = own.first {
            return own.count == 1 ? Self.location(only.center, Place(name: only.name)) : nil
        }
        guard let gazetteer = try? InstalledGeocoder.gazetteer.get() else { return nil }
        guard case .one(let found) = gazetteer.lookUp(name) else { return nil }
        return Self.location(
            found.coordinate, Place(name: found.name, region: found.region, country: found.country))
    }

    private static func location(_ center: Coordinate, _ place: Place) -> Location {
        var location = Location()
        location.coordinate = center
        location.precision = .place
        location.place = place
        return location
    }

    /// When that was; nil where the line is empty, or no date.
    var taken: CaptureTime? {
        guard let text = self[.when], text.utf8.count <= Self.longest, let date = TypedDate(text)
        else { return nil }
        return CaptureTime(local: date.local, offset: date.offset)
    }

    /// The most octets of a line that may be a place or a date.
    private static let longest = 200
}
