import OutputText
import PhotoRecords

extension PhotoRecord {
    /// The record in words that people may be shown: line breaks of whatever kind are line feeds, and no
    /// character turns the direction of what follows. The channels for programs keep what it was.
    var shown: PhotoRecord {
        var record = self
        record.name = name?.shownLines
        record.caption = caption?.shownLines
        record.keywords = keywords.map(\.shownLines)
        record.people = people.map(\.shownLines)
        for index in record.regions.indices {
            record.regions[index].name = record.regions[index].name?.shownLines
        }
        if var camera {
            camera.make = camera.make?.shownLine
            camera.model = camera.model?.shownLine
            camera.lens = camera.lens?.shownLine
            record.camera = camera
        }
        if var place = location?.place {
            place.name = place.name?.shownLines
            place.region = place.region?.shownLines
            place.country = place.country?.shownLines
            record.location?.place = place
        }
        return record
    }
}
