import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecords
import Privacy

/// Searches a finished message for what should have stayed at home (``LeakSearch``): works out once
/// more what may leave, from the records as they were, and reads the message back.
struct MessageLeakSearch {
    let message: MailMessage
    let extracted: ExtractedContent
    /// The message's photos as they were before anything was left out, in its order.
    let originals: [PhotoRecord]
    let options: ShareOptions
    /// The template, by whose own words no value is known.
    var template: TemplateSet?
    /// The photos of the other mails of a series, of which nothing may be told here at all.
    var others: [LeakSearch.Photo] = []
    /// The words that none of the series' mails may hold.
    var words = SeriesWords()
    /// The originals' masks that were taken apart already; one or none for each.
    var masks: [BareMasks] = []

    /// - Throws: `path-leak`, `location-leak` or `field-leak`, with what was found where.
    func check() throws(WitError) {
        let own = originals.enumerated().map { index, original in
            let known = masks.indices.contains(index) ? masks[index] : BareMasks()
            return LeakSearch.Photo(
                original: original, redacted: RedactedRecord(of: original, options, masks: known))
        }
        try LeakSearch(
            evidence(own.map(\.redacted)), photos: own, others: others,
            stripped: options.stripped,
            known: { KnownWords(own, options, template).texts },
            words: { words.index(of: { own + others }, without: options.stripped) }
        ).check()
    }

    private func evidence(_ redactedRecords: [RedactedRecord]) -> LeakEvidence {
        let pairs = PhotoPairing(extracted, redactedRecords)
        return LeakEvidence(
            texts: MessageTexts(message, extracted).texts,
            pictures: {
                extracted.pictures.map { picture in
                    LeakEvidence.Picture(
                        name: picture.fileName ?? picture.path, mediaType: picture.mediaType,
                        bytes: { picture.bytes },
                        redactedRecords: pairs.redactedRecords(of: picture))
                }
            },
            strangePicture: { strangePicture },
            maps: extracted.maps.map { map($0, redactedRecords) },
            hasLocations: redactedRecords.contains { $0.record.location != nil },
            told: { pairs.told }, tellsHashes: { tellsHashes })
    }

    private var strangePicture: String? {
        let known = Set((extracted.pictures + extracted.maps).map(\.path))
        return message.allParts.first {
            $0.children.isEmpty && $0.contentType.type == "image" && !known.contains($0.path)
        }.map { $0.fileName ?? $0.path }
    }

    private func map(_ picture: MailPicture, _ redactedRecords: [RedactedRecord])
        -> LeakEvidence.LocatorMap
    {
        let bytes = picture.bytes
        return LeakEvidence.LocatorMap(
            name: picture.fileName ?? picture.path, bytes: bytes,
            isMarked: MapMark.isMarked(bytes)
        ) {
            guard let template,
                let map = ShareMap(
                    redactedRecords.map(\.record), words: template.words,
                    language: template.language, tellsPlaces: options.tellsPlaces)
            else { return nil }
            return (try? map.png()) == bytes
        }
    }

    private var tellsHashes: Bool {
        extracted.payloads.flatMap(\.photos).contains {
            FieldGroup.hashes.isTold(by: $0.record) || $0.attachment?.perceptualHash != nil
        }
    }
}
