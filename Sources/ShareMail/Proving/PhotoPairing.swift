import PhotoMetadata
import PhotoRecords
import Privacy

/// Which photo of a message each record and picture that is read back belongs to, so that each is
/// judged by what may leave of that photo, not of any.
struct PhotoPairing {
    private let extracted: ExtractedContent
    private let redactedRecords: [RedactedRecord]
    /// The photos' places in the message by the SHA-256 of their pictures, as the payload tells them.
    private var places: [String: Int] = [:]

    init(_ extracted: ExtractedContent, _ redactedRecords: [RedactedRecord]) {
        (self.extracted, self.redactedRecords) = (extracted, redactedRecords)
        guard let photos = extracted.payloads.first?.photos, photos.count == redactedRecords.count
        else {
            return
        }
        for (index, photo) in photos.enumerated() {
            for hash in [photo.attachment?.sha256, photo.preview?.sha256].compactMap(\.self) {
                places[hash] = index
            }
        }
    }

    /// What may leave with a picture: of its own photo, or what all of the photos allow that leave
    /// in the strictest grade of the message, where the payload does not name the picture.
    func redactedRecords(of picture: MailPicture) -> [RedactedRecord] {
        if let place = places[picture.sha256] { return [redactedRecords[place]] }
        let strictest = redactedRecords.map(\.grade).max()
        return redactedRecords.filter { $0.grade == strictest }
    }

    /// Every record that any channel tells, with the redactedRecords that it may be of: its own photo's,
    /// or all where that is not known.
    var told: [(record: PhotoRecord, redactedRecords: [RedactedRecord])] {
        var told: [(PhotoRecord, [RedactedRecord])] = []
        for payload in extracted.payloads { told += inOrder(payload.photos.map(\.record)) }
        told += inOrder(extracted.codes.codes.flatMap { $0.photos.map(\.record) })
        told += inOrder(extracted.linked.map(\.record))
        told += extracted.labelled.stories.map { story in
            let picture = extracted.pictures.first {
                story.fileName != nil && $0.fileName == story.fileName
            }
            return (story.record, those(of: picture))
        }
        for photo in ShareReader().contents(of: extracted).photos {
            told.append((photo.record, those(of: photo.picture)))
            if let edited = photo.edited { told.append((edited, those(of: photo.picture))) }
        }
        for picture in extracted.pictures {
            guard let record = try? PhotoReader().read(bytes: picture.bytes).record else {
                continue
            }
            told.append((record, those(of: picture)))
        }
        return told
    }

    private func those(of picture: MailPicture?) -> [RedactedRecord] {
        picture.map(redactedRecords(of:)) ?? redactedRecords
    }

    private func inOrder(_ records: [PhotoRecord]) -> [(PhotoRecord, [RedactedRecord])] {
        records.enumerated().map { index, record in
            (
                record,
                records.count == redactedRecords.count ? [redactedRecords[index]] : redactedRecords
            )
        }
    }
}
