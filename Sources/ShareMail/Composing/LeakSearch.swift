import MIMEMessage
import PhotoRecord
import Pictures

/// Searches a finished message for what should have stayed at home: paths of this machine in
/// every case, and under `--location none` every trace of where the photos were taken.
///
/// A coordinate is searched for as text, to the fourth decimal (11 m) and to the third where the
/// number has no more, with a point or a comma before the decimals, in every header, text, JSON-LD,
/// payload and import code; regions' outlines are left out there, whose fractions of the picture look
/// alike. Pictures are read with the metadata reader, and searched for the names of location fields
/// and for an EXIF GPS directory.
struct LeakSearch {
    let message: MIMEMessage
    let harvest: MailHarvest
    let originals: [PhotoRecord]
    let grade: LocationGrade

    /// - Throws: `path-leak` or `location-leak`, with what was found where.
    func check() throws(ShareError) {
        let texts = texts()
        for path in Set(originals.compactMap(\.file)) where Self.isTelling(path) {
            for (place, text) in texts where text.contains(path) {
                throw ShareError(
                    .pathLeak, at: place,
                    "The \(place) holds the path “\(path)” of this machine; it is not sent.")
            }
        }
        guard grade == .none else { return }
        for (index, record) in originals.enumerated() {
            guard let point = record.location?.coordinate else { continue }
            for number in [point.latitude, point.longitude].compactMap(Self.trace) {
                // Some languages write a comma before the decimals.
                let spellings = [number, number.replacing(".", with: ",")]
                for (place, text) in texts where spellings.contains(where: { text.contains($0) }) {
                    throw ShareError(
                        .locationLeak, at: place,
                        "The \(place) holds “\(number)”, which is where photo \(index + 1) was"
                            + " taken; it is not sent. Take it out of the photo's words, or send"
                            + " the location.")
                }
            }
        }
        let told =
            harvest.payloads.flatMap { $0.photos.map(\.record) }
            + harvest.codes.codes.flatMap { $0.photos.map(\.record) }
            + harvest.linked.map(\.record) + harvest.labelled.stories.map(\.record)
        guard told.allSatisfy({ $0.location == nil }) else {
            throw ShareError(
                .locationLeak, "A location is in the finished message; it is not sent.")
        }
        let photos = ShareReader().contents(of: harvest).photos
        for photo in photos where photo.record.location != nil || photo.edited?.location != nil {
            throw ShareError(
                .locationLeak, "A location is in the finished message; it is not sent.")
        }
        for picture in harvest.pictures {
            guard let trace = PictureTraces.location(in: picture.bytes) else { continue }
            throw ShareError(
                .locationLeak, at: picture.fileName ?? picture.path,
                "The picture “\(picture.fileName ?? picture.path)” holds \(trace); it is not sent.")
        }
    }

    /// Everything of the message that is text, decoded, with a word for where it stands.
    private func texts() -> [(place: String, text: String)] {
        var texts: [(String, String)] = []
        for part in message.allParts {
            for field in part.headers where !Self.ownFields.contains(field.name) {
                texts.append(("header “\(field.name)”", field.value))
            }
            guard part.children.isEmpty, part.contentType.isText else { continue }
            texts.append(("\(part.contentType.subtype) text", part.decodedText()))
        }
        for payload in harvest.payloads {
            texts.append(("payload", Self.withoutOutlines(payload.json).text))
        }
        for photo in harvest.codes.codes.flatMap(\.photos) {
            texts.append(("import code", JSONValue.object(photo.json).text))
        }
        for photo in harvest.linked {
            texts.append(("JSON-LD", LinkedDataPhoto.json([photo]).text))
        }
        return texts
    }

    // Random or counted by us, and full of digits.
    private static let ownFields: Set<HeaderName> = [
        .messageID, .contentID, .contentType, .date, .mimeVersion, .contentTransferEncoding,
    ]

    // Numbers in a payload that are neither words nor a place: they look like coordinates.
    private static func withoutOutlines(_ json: JSONValue) -> JSONValue {
        switch json {
        case .array(let values): .array(values.map(withoutOutlines))
        case .object(let members):
            .object(members.filter { $0.key != "shape" }.mapValues(withoutOutlines))
        default: json
        }
    }

    /// The digits that tell a coordinate; nil for one too coarse to be told from other numbers.
    static func trace(_ degrees: Double) -> String? {
        let text = PlaceWords.decimal(abs(degrees))
        guard let dot = text.firstIndex(of: ".") else { return nil }
        let decimals = text[text.index(after: dot)...]
        guard decimals.count >= 3, abs(degrees) >= 0.001 else { return nil }
        return String(text[...dot] + decimals.prefix(4))
    }

    // A bare file name, or one in the top folder, says nothing of this machine.
    private static func isTelling(_ path: String) -> Bool {
        path.split(separator: "/").count > 1
    }
}
