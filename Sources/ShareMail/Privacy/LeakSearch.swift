import MIMEMessage
import MailTemplates
import PhotoMetadata
import PhotoRecord
import Pictures

/// Searches a finished message for what should have stayed at home: paths of this machine in every
/// case, whatever tells more of a place than its grade, and what was left out.
///
/// It works out anew what may leave, from the records as they were, and trusts nothing that the
/// message was made of:
/// - every location that any channel or picture tells must be one that may;
/// - no text, header, code or picture may hold numbers that tell a point more finely
///   (`ForbiddenPoint`), nor the names of the place or the words that were left out, unless a person
///   wrote them into the words that leave;
/// - a picture of which something is kept at home has nothing that is not needed to draw it but our
///   EXIF and XMP: no maker notes, thumbnail, IPTC, second picture or film behind it.
struct LeakSearch {
    let message: MIMEMessage
    let harvest: MailHarvest
    let originals: [PhotoRecord]
    let options: ShareOptions
    /// The template's own words, which no value is known by.
    var vocabulary: TemplateWords?

    /// - Throws: `path-leak`, `location-leak` or `field-leak`, with what was found where.
    func check() throws(ShareError) {
        let texts = MessageTexts(message, harvest).texts
        for path in Set(originals.compactMap(\.file)) where Self.isTelling(path) {
            for text in texts where text.text.contains(path) {
                throw ShareError(
                    .pathLeak, at: text.place,
                    "The \(text.place) holds the path “\(path)” of this machine; it is not sent.")
            }
        }
        let departures = originals.map { Departure(of: $0, options) }
        guard departures.contains(where: { !$0.isWhole }) else { return }
        try checkRecords(departures)
        try checkPictures(departures)
        try checkNumbers(in: texts, departures)
        try checkWords(in: texts, departures)
    }

    // MARK: What is read back

    private func checkRecords(_ departures: [Departure]) throws(ShareError) {
        for (original, departure) in zip(originals, departures) {
            let size = departure.grade.cell
            guard departure.grade == .kilometre || departure.grade == .tenKilometres,
                let size, let point = original.location?.coordinate,
                let told = departure.record.location?.coordinate
            else { continue }
            guard told == GridCell(of: point, size).center else {
                throw leak("A coarse location is not the middle of its cell; it is not sent.")
            }
        }
        let payload = harvest.payloads.flatMap { $0.photos.map(\.record) }
        let contents = ShareReader().contents(of: harvest).photos
        let told =
            payload + harvest.codes.codes.flatMap { $0.photos.map(\.record) }
            + harvest.linked.map(\.record) + harvest.labelled.stories.map(\.record)
            + contents.map(\.record) + contents.compactMap(\.edited)
            + harvest.pictures.compactMap { try? PhotoReader().read(bytes: $0.bytes).record }
        for record in told {
            if let location = record.location, !departures.contains(where: { $0.allows(location) })
            {
                throw leak(
                    "The location “\(location.json.text)” is in the finished message; it is not"
                        + " sent.")
            }
            for group in options.stripped where group != .hashes && group.isTold(by: record) {
                throw ShareError(
                    .fieldLeak, at: group.rawValue,
                    "The finished message tells “\(group.rawValue)”, which was to be left out; it is"
                        + " not sent.")
            }
        }
        let isHashed = payload.contains(where: FieldGroup.hashes.isTold)
        if options.stripped.contains(.hashes), isHashed {
            throw ShareError(.fieldLeak, at: "hashes", "The payload tells the original's hashes.")
        }
    }

    // MARK: Pictures

    private func checkPictures(_ departures: [Departure]) throws(ShareError) {
        let allowed = departures.compactMap { $0.record.location?.coordinate }
        let isNone = departures.allSatisfy { $0.record.location == nil }
        let isCoarse = departures.allSatisfy { $0.grade != .exact }
        for picture in harvest.pictures {
            let bytes = picture.bytes
            let trace: String?
            if picture.mediaType == "image/jpeg" {
                trace =
                    JPEGParts(bytes).stranger
                    ?? (isNone ? PictureTraces.location(in: bytes) : nil)
                    ?? (isCoarse ? PictureTraces.fineLocation(in: bytes, allowed: allowed) : nil)
            } else {
                trace =
                    picture.mediaType == "image/png" ? UnjudgedFields.note(inPNG: bytes) : nil
            }
            guard let trace else { continue }
            let name = picture.fileName ?? picture.path
            throw leak("The picture “\(name)” holds \(trace); it is not sent.", at: name)
        }
    }

    // MARK: Texts

    private func checkNumbers(
        in texts: [MessageTexts.Text], _ departures: [Departure]
    ) throws(ShareError) {
        var points: [(index: Int, point: ForbiddenPoint)] = []
        for (index, departure) in departures.enumerated() where departure.grade != .exact {
            if let point = originals[index].location?.coordinate {
                points.append((index, ForbiddenPoint(point, departure.grade)))
            }
        }
        let allowed = departures.compactMap { $0.record.location?.coordinate }
        for text in texts {
            let decoded = text.text.contains("%") ? PercentText.decoded(text.text) : nil
            for spelling in [text.text, decoded].compactMap(\.self) {
                let bytes = Array(spelling.utf8)
                let tokens = CoordinateTokens(bytes).tokens
                for (index, point) in points {
                    guard
                        let told = point.told(
                            by: tokens, allowed: allowed, small: !text.hasOutlines)
                    else { continue }
                    let numbers = told.map { token in
                        String(decoding: bytes[token.offset...].prefix(12), as: UTF8.self)
                            .prefix { !$0.isWhitespace && $0 != "\"" }
                    }
                    throw leak(
                        "The \(text.place) holds “\(numbers.joined(separator: " … "))”, which tells"
                            + " where photo \(index + 1) was taken; it is not sent. Take it out of"
                            + " the photo's words, or send the location.", at: text.place)
                }
            }
        }
    }

    private func checkWords(
        in texts: [MessageTexts.Text], _ departures: [Departure]
    ) throws(ShareError) {
        let words = ForbiddenWords(originals, departures, options, vocabulary)
        for text in texts where text.hasWords {
            guard let found = words.first(in: text.text) else { continue }
            throw ShareError(
                found.isPlace ? .locationLeak : .fieldLeak, at: text.place,
                "The \(text.place) holds “\(found.word.prefix(60))”, which was to stay at home; it is"
                    + " not sent.")
        }
    }

    private func leak(_ sentence: String, at place: String? = nil) -> ShareError {
        place.map { ShareError(.locationLeak, at: $0, sentence) }
            ?? ShareError(.locationLeak, sentence)
    }

    // A bare file name, or one in the top folder, says nothing of this machine.
    private static func isTelling(_ path: String) -> Bool {
        path.split(separator: "/").count > 1
    }
}

extension Departure {
    /// Whether a location that was read somewhere is one that may leave of this photo.
    fileprivate func allows(_ told: Location) -> Bool {
        guard let own = record.location else { return false }
        // What leaves exactly is compared elsewhere: here only that it is this photo's.
        let isExact = grade == .exact
        if let point = told.coordinate {
            guard let coordinate = own.coordinate,
                abs(coordinate.latitude - point.latitude) < 2e-5,
                abs(coordinate.longitude - point.longitude) < 2e-5
            else { return false }
        }
        guard !isExact else { return told.coordinate != nil || told.place?.name == own.place?.name }
        guard told.altitude == nil, told.direction == nil, told.accuracy == nil else {
            return false
        }
        guard let name = told.place?.name else { return true }
        return own.place?.name.map { PlainText.isSame(name, as: $0) } ?? false
    }
}

/// Texts with octets spelled by percent signs (RFC 3986 §2.1).
enum PercentText {
    /// The text with those octets in their place; what is no such spelling stays.
    static func decoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        func digit(_ index: Int) -> UInt8? {
            index < bytes.count
                ? Character(Unicode.Scalar(bytes[index])).hexDigitValue.map(UInt8.init) : nil
        }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), let high = digit(index + 1),
                let low = digit(index + 2)
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
