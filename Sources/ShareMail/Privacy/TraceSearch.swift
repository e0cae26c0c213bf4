import MIMEMessage
import MailTemplates
import OutputText
import PhotoMetadata
import PhotoRecord
import Pictures

/// Searches the pictures of a finished message, the map too, for what does not draw them.
struct TraceSearch {
    let message: MIMEMessage
    let harvest: MailHarvest
    let departures: [Departure]
    let options: ShareOptions
    var template: TemplateSet?

    /// - Throws: `location-leak` with what was found in which picture.
    func check() throws(ShareError) {
        let pairs = PhotoPairing(harvest, departures)
        for picture in harvest.pictures {
            let own = pairs.departures(of: picture)
            guard own.contains(where: { !$0.isWhole }), let trace = trace(in: picture, own) else {
                continue
            }
            throw leak(
                "The picture", picture, trace, "Send it with --size large, which draws it anew.")
        }
        // A part that calls itself a picture and is in no known format is not searched below.
        let known = Set((harvest.pictures + harvest.maps).map(\.path))
        if let part = message.allParts.first(where: {
            $0.children.isEmpty && $0.contentType.type == "image" && !known.contains($0.path)
        }) {
            let name = part.fileName ?? part.path
            throw ShareError(
                .locationLeak, at: name, "The part “\(name)” is no picture; it is not sent.")
        }
        for map in harvest.maps {
            guard let trace = trace(inMap: map) else { continue }
            throw leak("The map", map, trace, "Leave it out with --no-map.")
        }
    }

    private func trace(in picture: MailPicture, _ own: [Departure]) -> String? {
        let bytes = picture.bytes
        // Photos leave as JPEG, whatever they were.
        guard picture.mediaType == "image/jpeg" else {
            return UnjudgedFields.note(inPNG: bytes) ?? "a picture that is no JPEG"
        }
        if let stranger = JPEGParts(bytes).stranger { return stranger }
        if let stranger = JPEGCoding.stranger(in: bytes) { return stranger }
        if own.allSatisfy({ $0.record.location == nil }) {
            return PictureTraces.location(in: bytes)
        }
        guard own.allSatisfy({ $0.grade != .exact }) else { return nil }
        return PictureTraces.fineLocation(
            in: bytes, allowed: own.compactMap { $0.record.location?.coordinate })
    }

    /// What a map tells beside what may leave; it is drawn once more from that to know.
    private func trace(inMap picture: MailPicture) -> String? {
        let records = departures.map(\.record)
        guard records.contains(where: { $0.location != nil }) else {
            return "a place, where none may leave"
        }
        let bytes = picture.bytes
        if let note = UnjudgedFields.note(inMap: bytes) { return note }
        guard let template,
            let map = ShareMap(
                records, words: template.words, language: template.language,
                tellsPlaces: options.tellsPlaces)
        else { return nil }
        return (try? map.png()) == bytes ? nil : "something else than the places that may leave"
    }

    private func leak(
        _ kind: String, _ picture: MailPicture, _ trace: String, _ advice: String
    ) -> ShareError {
        let name = picture.fileName ?? picture.path
        return ShareError(
            .locationLeak, at: name,
            "\(kind) “\(name)” holds \(trace); it is not sent. \(advice)")
    }
}
