import Files
import JSON
import OutputText
import PhotoRecords

/// Searches a finished message for what should have stayed at home: paths of this machine in every
/// case, whatever tells more of a place than its grade, and what was left out.
///
/// It trusts nothing that the message was made of: it is told what was read back from it, and holds
/// that against what may leave:
/// - every location that any channel or picture tells must be one that may;
/// - no text, header, code or picture may hold numbers that tell a point more finely
///   (`ForbiddenPoint`), nor the names of the place or the words that were left out, unless a person
///   wrote them into the words that leave;
/// - a picture of which something is kept at home has nothing that is not needed to draw it but our
///   EXIF and XMP: no maker notes, thumbnail, IPTC, second picture or film behind it.
package struct LeakSearch {
    /// What was read back from the message.
    package let evidence: LeakEvidence
    /// The message's photos, in its order.
    package let photos: [Photo]
    /// The photos of the other mails of a series, of which nothing may be told here at all.
    package let others: [Photo]
    /// The groups of fields that were to be left out.
    package let stripped: Set<FieldGroup>
    /// Texts whose words no value is known by: what the program, the template and the sender say.
    private let known: () -> [String]
    /// The words that the message may not hold, of its photos and of the others.
    private let words: () -> ForbiddenWords

    /// - Parameters:
    ///   - evidence: what was read back from the message.
    ///   - photos: the message's photos, in its order.
    ///   - others: the photos of the other mails of a series.
    ///   - stripped: the groups of fields that were to be left out.
    ///   - known: texts whose words no value is known by; asked for once a word is found.
    ///   - words: the words that the message may not hold, of its photos and of the others, which
    ///     all mails of a series may share; asked for once something is kept at home.
    package init(
        _ evidence: LeakEvidence, photos: [Photo], others: [Photo], stripped: Set<FieldGroup>,
        known: @escaping () -> [String], words: @escaping () -> ForbiddenWords
    ) {
        self.evidence = evidence
        self.photos = photos
        self.others = others
        self.stripped = stripped
        self.known = known
        self.words = words
    }

    /// A photo before and after what stays at home was left out.
    package struct Photo {
        /// As it was.
        package var original: PhotoRecord
        /// What leaves of it.
        package var redacted: RedactedRecord

        /// A photo and what leaves of it.
        package init(original: PhotoRecord, redacted: RedactedRecord) {
            self.original = original
            self.redacted = redacted
        }

        /// How the sender knows it.
        var name: String {
            original.name ?? original.file.map(FileSystem.stem(of:)) ?? "?"
        }
    }

    /// - Throws: the first leak.
    package func check() throws(WitError) {
        try checkPaths(in: evidence.texts)
        let all = photos + others
        guard all.contains(where: { !$0.redacted.isWhole }) else { return }
        try TraceSearch(evidence: evidence).check()
        try checkRecords(photos)
        try checkNumbers(in: evidence.texts, photos, all)
        try checkWords(in: evidence.texts)
    }

    // MARK: What is read back

    private func checkRecords(_ photos: [Photo]) throws(WitError) {
        for photo in photos {
            let (original, redacted) = (photo.original, photo.redacted)
            let size = redacted.grade.cell
            guard redacted.grade == .kilometre || redacted.grade == .tenKilometres,
                let size, let point = original.location?.coordinate,
                let told = redacted.record.location?.coordinate
            else { continue }
            guard told == GridCell(of: point, size).center else {
                throw leak("A coarse location is not the centre of its cell; no mail was made.")
            }
        }
        for (record, redactedRecords) in evidence.told() {
            if let location = record.location,
                !redactedRecords.contains(where: { $0.allows(location) })
            {
                throw leak(
                    "The location “\(location.json.text)” is in the finished message; no mail"
                        + " was made.")
            }
            if !redactedRecords.isEmpty, redactedRecords.allSatisfy({ $0.isBroken(by: record) }) {
                throw WitError(
                    .fieldLeak, at: "review",
                    "The finished message has a value that no file has any more and that nobody has"
                        + " decided on; no mail was made.")
            }
            for group in stripped where group != .hashes && group.isTold(by: record) {
                throw WitError(
                    .fieldLeak, at: group.rawValue,
                    "The finished message has “\(group.rawValue)”, which you chose to leave out; no"
                        + " mail was made.")
            }
        }
        if stripped.contains(.hashes), evidence.tellsHashes() {
            throw WitError(.fieldLeak, at: "hashes", "The payload has the original's hashes.")
        }
    }

    // MARK: Texts

    private func checkPaths(in texts: [LeavingText]) throws(WitError) {
        let paths = Set((photos + others).compactMap(\.original.file))
        // Of a series of thousands few folders are left to look for.
        let folders = Dictionary(grouping: paths.filter(Self.isTelling)) { path in
            String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        for (folder, paths) in folders {
            for text in texts where text.text.contains(folder) {
                guard let path = paths.first(where: text.text.contains) else { continue }
                throw WitError(
                    .pathLeak, at: text.place,
                    "The \(text.place) contains the path “\(path)” of this machine; no mail was "
                        + "made."
                )
            }
        }
    }

    private func checkNumbers(
        in texts: [LeavingText], _ own: [Photo], _ all: [Photo]
    ) throws(WitError) {
        var points: [(photo: Photo, point: ForbiddenPoint)] = []
        for photo in all where photo.redacted.grade != .exact {
            if let point = photo.original.location?.coordinate {
                points.append((photo, ForbiddenPoint(point, photo.redacted.grade)))
            }
        }
        guard !points.isEmpty else { return }
        let allowed = own.compactMap { $0.redacted.record.location?.coordinate }
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
                        ? "Send it in another size, which re-encodes it."
                        : "Remove it from the photo's texts, or send the location."
                    throw leak(
                        "The \(text.place) contains “\(numbers.joined(separator: " … "))”, which "
                            + "discloses"
                            + " where “\(photo.name)” was taken; no mail was made. \(advice)",
                        at: text.place)
                }
            }
        }
    }

    private func checkWords(in texts: [LeavingText]) throws(WitError) {
        let words = words()
        var numbers: Set<Int>?
        func isKnown(_ number: Int) -> Bool {
            let known = numbers ?? words.numbers(in: known().joined(separator: "\n"))
            numbers = known
            return known.contains(number)
        }
        for text in texts where text.hasWords {
            guard let found = words.first(in: text, unless: isKnown) else { continue }
            let advice =
                text.isPicture
                ? "Send it in another size, which re-encodes it." : found.kind.advice
            throw WitError(
                found.kind == .place ? .locationLeak : .fieldLeak, at: text.place,
                "The \(text.place) contains “\(found.word.prefix(60))” (\(found.kind.words)), "
                    + "which you"
                    + " chose to withhold; no mail was made. \(advice)")
        }
    }

    private func leak(_ sentence: String, at place: String? = nil) -> WitError {
        place.map { WitError(.locationLeak, at: $0, sentence) }
            ?? WitError(.locationLeak, sentence)
    }

    // A bare file name, or one in the top folder, says nothing of this machine.
    private static func isTelling(_ path: String) -> Bool {
        path.split(separator: "/").count > 1
    }
}
