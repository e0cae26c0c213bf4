import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecord
import Privacy

/// Searches a finished message for what should have stayed at home (``LeakSearch``): works out once
/// more what may leave, from the records as they were, and reads the message back.
struct MessageLeakSearch {
    let message: MIMEMessage
    let harvest: MailHarvest
    /// The message's photos as they were before anything was left out, in its order.
    let originals: [PhotoRecord]
    let options: ShareOptions
    /// The template, by whose own words no value is known.
    var template: TemplateSet?
    /// The photos of the other mails of a series, of which nothing may be told here at all.
    var others: [LeakSearch.Photo] = []

    /// - Throws: `path-leak`, `location-leak` or `field-leak`, with what was found where.
    func check() throws(ShareError) {
        let own = originals.map {
            LeakSearch.Photo(original: $0, departure: Departure(of: $0, options))
        }
        try LeakSearch(
            evidence(own.map(\.departure)), photos: own, others: others,
            stripped: options.stripped,
            known: { KnownWords(own, options, template).texts }, fileName: PhotoFileName.safe
        ).check()
    }

    private func evidence(_ departures: [Departure]) -> LeakEvidence {
        let pairs = PhotoPairing(harvest, departures)
        return LeakEvidence(
            texts: MessageTexts(message, harvest).texts,
            pictures: {
                harvest.pictures.map { picture in
                    LeakEvidence.Picture(
                        name: picture.fileName ?? picture.path, mediaType: picture.mediaType,
                        bytes: { picture.bytes }, departures: pairs.departures(of: picture))
                }
            },
            strangePicture: { strangePicture }, maps: harvest.maps.map { map($0, departures) },
            hasLocations: departures.contains { $0.record.location != nil },
            told: { pairs.told }, tellsHashes: { tellsHashes })
    }

    private var strangePicture: String? {
        let known = Set((harvest.pictures + harvest.maps).map(\.path))
        return message.allParts.first {
            $0.children.isEmpty && $0.contentType.type == "image" && !known.contains($0.path)
        }.map { $0.fileName ?? $0.path }
    }

    private func map(_ picture: MailPicture, _ departures: [Departure]) -> LeakEvidence.LocatorMap {
        let bytes = picture.bytes
        return LeakEvidence.LocatorMap(
            name: picture.fileName ?? picture.path, bytes: bytes,
            isMarked: MapMark.isMarked(bytes)
        ) {
            guard let template,
                let map = ShareMap(
                    departures.map(\.record), words: template.words,
                    language: template.language, tellsPlaces: options.tellsPlaces)
            else { return nil }
            return (try? map.png()) == bytes
        }
    }

    private var tellsHashes: Bool {
        harvest.payloads.flatMap(\.photos).contains {
            FieldGroup.hashes.isTold(by: $0.record) || $0.attachment?.perceptualHash != nil
        }
    }
}
