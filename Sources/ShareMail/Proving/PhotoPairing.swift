import PhotoMetadata
import PhotoRecord
import Privacy

/// Which photo of a message each record and picture that is read back belongs to, so that each is
/// judged by what may leave of that photo, not of any.
struct PhotoPairing {
    private let harvest: MailHarvest
    private let departures: [Departure]
    /// The photos' places in the message by the SHA-256 of their pictures, as the payload tells them.
    private var places: [String: Int] = [:]

    init(_ harvest: MailHarvest, _ departures: [Departure]) {
        (self.harvest, self.departures) = (harvest, departures)
        guard let photos = harvest.payloads.first?.photos, photos.count == departures.count else {
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
    func departures(of picture: MailPicture) -> [Departure] {
        if let place = places[picture.sha256] { return [departures[place]] }
        let strictest = departures.map(\.grade).max()
        return departures.filter { $0.grade == strictest }
    }

    /// Every record that any channel tells, with the departures that it may be of: its own photo's,
    /// or all where that is not known.
    var told: [(record: PhotoRecord, departures: [Departure])] {
        var told: [(PhotoRecord, [Departure])] = []
        for payload in harvest.payloads { told += inOrder(payload.photos.map(\.record)) }
        told += inOrder(harvest.codes.codes.flatMap { $0.photos.map(\.record) })
        told += inOrder(harvest.linked.map(\.record))
        told += harvest.labelled.stories.map { story in
            let picture = harvest.pictures.first {
                story.fileName != nil && $0.fileName == story.fileName
            }
            return (story.record, those(of: picture))
        }
        for photo in ShareReader().contents(of: harvest).photos {
            told.append((photo.record, those(of: photo.picture)))
            if let edited = photo.edited { told.append((edited, those(of: photo.picture))) }
        }
        for picture in harvest.pictures {
            guard let record = try? PhotoReader().read(bytes: picture.bytes).record else {
                continue
            }
            told.append((record, those(of: picture)))
        }
        return told
    }

    private func those(of picture: MailPicture?) -> [Departure] {
        picture.map(departures(of:)) ?? departures
    }

    private func inOrder(_ records: [PhotoRecord]) -> [(PhotoRecord, [Departure])] {
        records.enumerated().map { index, record in
            (record, records.count == departures.count ? [departures[index]] : departures)
        }
    }
}
