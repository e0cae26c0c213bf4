import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecord

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
    /// The message's photos as they were before anything was left out, in its order.
    let originals: [PhotoRecord]
    let options: ShareOptions
    /// The template, by whose own words no value is known.
    var template: TemplateSet?
    /// The photos of the other mails of a series, of which nothing may be told here at all.
    var others: [Photo] = []

    /// A photo before and after what stays at home was left out.
    struct Photo {
        var original: PhotoRecord
        var departure: Departure

        /// How the sender knows it.
        var name: String {
            original.name ?? original.file.map(PhotoFileName.stem) ?? "?"
        }
    }

    /// - Throws: `path-leak`, `location-leak` or `field-leak`, with what was found where.
    func check() throws(ShareError) {
        let texts = MessageTexts(message, harvest).texts
        try checkPaths(in: texts)
        let own = originals.map { Photo(original: $0, departure: Departure(of: $0, options)) }
        let all = own + others
        guard all.contains(where: { !$0.departure.isWhole }) else { return }
        try TraceSearch(
            message: message, harvest: harvest, departures: own.map(\.departure), options: options,
            template: template
        ).check()
        try checkRecords(own)
        try checkNumbers(in: texts, own, all)
        try checkWords(in: texts, own, all)
    }

    // MARK: What is read back

    private func checkRecords(_ photos: [Photo]) throws(ShareError) {
        for photo in photos {
            let (original, departure) = (photo.original, photo.departure)
            let size = departure.grade.cell
            guard departure.grade == .kilometre || departure.grade == .tenKilometres,
                let size, let point = original.location?.coordinate,
                let told = departure.record.location?.coordinate
            else { continue }
            guard told == GridCell(of: point, size).center else {
                throw leak("A coarse location is not the middle of its cell; it is not sent.")
            }
        }
        let pairs = PhotoPairing(harvest, photos.map(\.departure))
        for (record, departures) in pairs.told {
            if let location = record.location, !departures.contains(where: { $0.allows(location) })
            {
                throw leak(
                    "The location “\(location.json.text)” is in the finished message; it is not"
                        + " sent.")
            }
            if !departures.isEmpty, departures.allSatisfy({ $0.isBroken(by: record) }) {
                throw ShareError(
                    .fieldLeak, at: "review",
                    "The finished message tells a value that no file says any more and that nobody"
                        + " has decided about; it is not sent.")
            }
            for group in options.stripped where group != .hashes && group.isTold(by: record) {
                throw ShareError(
                    .fieldLeak, at: group.rawValue,
                    "The finished message tells “\(group.rawValue)”, which was to be left out; it is"
                        + " not sent.")
            }
        }
        let payload = harvest.payloads.flatMap(\.photos)
        let isHashed = payload.contains {
            FieldGroup.hashes.isTold(by: $0.record) || $0.attachment?.perceptualHash != nil
        }
        if options.stripped.contains(.hashes), isHashed {
            throw ShareError(.fieldLeak, at: "hashes", "The payload tells the original's hashes.")
        }
    }

    // MARK: Texts

    private func checkPaths(in texts: [MessageTexts.Text]) throws(ShareError) {
        let paths = Set((originals + others.map(\.original)).compactMap(\.file))
        // Of a series of thousands few folders are left to look for.
        let folders = Dictionary(grouping: paths.filter(Self.isTelling)) { path in
            String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        for (folder, paths) in folders {
            for text in texts where text.text.contains(folder) {
                guard let path = paths.first(where: text.text.contains) else { continue }
                throw ShareError(
                    .pathLeak, at: text.place,
                    "The \(text.place) holds the path “\(path)” of this machine; it is not sent.")
            }
        }
    }

    private func checkNumbers(
        in texts: [MessageTexts.Text], _ own: [Photo], _ all: [Photo]
    ) throws(ShareError) {
        var points: [(photo: Photo, point: ForbiddenPoint)] = []
        for photo in all where photo.departure.grade != .exact {
            if let point = photo.original.location?.coordinate {
                points.append((photo, ForbiddenPoint(point, photo.departure.grade)))
            }
        }
        guard !points.isEmpty else { return }
        let allowed = own.compactMap { $0.departure.record.location?.coordinate }
        for text in texts {
            let decoded = text.text.contains("%") ? PercentText.decoded(text.text) : nil
            let plain = [text.text, decoded].compactMap { $0.map(NumberText.plain) }
            // Pictures are full of single digits beside one another.
            let joined = text.isPicture ? [] : plain.compactMap(NumberText.joined)
            for spelling in plain + joined {
                let bytes = Array(spelling.utf8)
                let tokens = CoordinateTokens(bytes).tokens
                let references = GridReference.all(in: bytes)
                guard !tokens.isEmpty || !references.isEmpty else { continue }
                for (photo, point) in points {
                    let numbers: [Substring]
                    if let told = point.told(
                        by: tokens, allowed: allowed, small: !text.hasOutlines)
                    {
                        numbers = told.map { token in
                            String(decoding: bytes[token.offset...].prefix(12), as: UTF8.self)
                                .prefix { !$0.isWhitespace && $0 != "\"" }
                        }
                    } else if let told = point.told(by: references, allowed: allowed) {
                        numbers = [String(decoding: bytes[told.range], as: UTF8.self)[...]]
                    } else {
                        continue
                    }
                    let advice =
                        text.isPicture
                        ? "Send it with --size large, which draws it anew."
                        : "Take it out of the photo's words, or send the location."
                    throw leak(
                        "The \(text.place) holds “\(numbers.joined(separator: " … "))”, which tells"
                            + " where “\(photo.name)” was taken; it is not sent. \(advice)",
                        at: text.place)
                }
            }
        }
    }

    private func checkWords(
        in texts: [MessageTexts.Text], _ own: [Photo], _ all: [Photo]
    ) throws(ShareError) {
        let words = ForbiddenWords(all, own, options, template)
        for text in texts where text.hasWords {
            guard let found = words.first(in: text) else { continue }
            let advice =
                text.isPicture
                ? "Send it with --size large, which draws it anew." : found.kind.advice
            throw ShareError(
                found.kind == .place ? .locationLeak : .fieldLeak, at: text.place,
                "The \(text.place) holds “\(found.word.prefix(60))” (\(found.kind.words)), which was"
                    + " to stay at home; it is not sent. \(advice)")
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
    func allows(_ told: Location) -> Bool {
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
