import PhotoRecords

/// What becomes of an EXIF block's fields so that it says what a record says: those that say
/// otherwise change, and those that other programs keep in step with them.
struct ExifUpdater {
    /// What to say.
    let record: PhotoRecord
    /// What the block alone says.
    let former: PhotoRecord
    /// The block's fields.
    var fields: ExifFields
    private(set) var changes: [ExifEditor.Change] = []

    /// Finds the changes.
    init(_ record: PhotoRecord, former: PhotoRecord, fields: ExifFields) {
        self.record = record
        self.former = former
        self.fields = fields
        caption()
        windowsWords()
        date()
        place()
    }

    private mutating func set(_ field: ExifWriter.Field) {
        changes.append(.init(tag: field.tag, value: field))
    }

    private mutating func remove(_ tags: [ExifTag]) {
        changes += tags.map { .init(tag: $0, value: nil) }
    }

    // MARK: Words

    private mutating func caption() {
        let standing = fields.text(.imageDescription, "ImageDescription")
        let text = record.caption.map(XMLText.cleaned)
        if let text, standing != text {
            // A longer one stands in XMP alone, and none here may contradict it.
            if text.utf8.count <= ExifWriter.textLimit, !text.isEmpty {
                set(ExifWriter.ascii(.imageDescription, text))
            } else if standing != nil {
                remove([.imageDescription])
            }
        } else if text == nil, let standing, !isFiller(standing) {
            remove([.imageDescription])
        }
        guard text != former.caption else { return }
        // What repeats the former caption follows; what the caption was read from goes with it.
        let comment = fields.userComment()
        if let comment, text == nil ? !isFiller(comment) : comment == former.caption {
            if let text { set(Self.comment(text)) } else { remove([.userComment]) }
        }
        let windows = fields.windowsText(.xpComment)
        if let windows, text == nil ? !isFiller(windows) : windows == former.caption {
            if let text { set(ExifWriter.windows(.xpComment, text)) } else { remove([.xpComment]) }
        }
    }

    private mutating func isFiller(_ text: String) -> Bool {
        CaptionFiller.isFiller(text)
            || text.lowercased() == fields.text(.make, "Make")?.lowercased()
    }

    /// UserComment, in UTF-16 where ASCII does not do (EXIF 3.0 §4.6.6.4.2).
    private static func comment(_ text: String) -> ExifWriter.Field {
        let bytes: [UInt8]
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            bytes = Array("ASCII\0\0\0".utf8) + Array(text.utf8)
        } else {
            // The mark of the byte order spares readers the guess.
            bytes =
                Array("UNICODE\0".utf8) + [0xFE, 0xFF]
                + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
        return ExifWriter.Field(
            tag: .userComment, format: .undefined, count: bytes.count, bytes: bytes)
    }

    /// The fields of Windows are kept in step where they stand, and never begun.
    private mutating func windowsWords() {
        if let title = fields.windowsText(.xpTitle), title != record.name {
            if let name = record.name, name.utf8.count <= ExifWriter.nameLimit {
                set(ExifWriter.windows(.xpTitle, name))
            } else {
                remove([.xpTitle])
            }
        }
        if let words = fields.windowsText(.xpKeywords) {
            let standing = words.split(separator: ";").map { String($0.drop { $0 == " " }) }
            let wanted = record.keywords.joined(separator: ";")
            if standing != record.keywords, words != wanted {
                if wanted.isEmpty || wanted.utf8.count > ExifWriter.textLimit {
                    remove([.xpKeywords])
                } else {
                    set(ExifWriter.windows(.xpKeywords, wanted))
                }
            }
        }
    }

    // MARK: Date

    private mutating func date() {
        guard let taken = record.taken else {
            guard former.taken != nil else { return }
            return remove([
                .dateTimeOriginal, .dateTimeDigitized, .subSecTimeOriginal, .subSecTimeDigitized,
                .offsetTimeOriginal, .offsetTimeDigitized, .gpsTimeStamp, .gpsDateStamp,
            ])
        }
        if let text = fields.ascii(.dateTimeOriginal), var said = DateSpelling(text) {
            if let time = said.local.time, let fraction = fields.ascii(.subSecTimeOriginal) {
                said.local =
                    LocalDateTime(
                        year: said.local.year, month: said.local.month, day: said.local.day,
                        hour: time.hour, minute: time.minute, second: time.second,
                        fraction: fraction) ?? said.local
            }
            let offset =
                said.offset ?? fields.ascii(.offsetTimeOriginal).flatMap(UTCOffset.init(spelling:))
            if said.local == taken.local, offset == taken.offset || taken.local.time == nil {
                return
            }
        }
        let wanted = ExifWriter.date(taken)
        wanted.forEach { set($0) }
        remove(
            [.dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal].filter { tag in
                fields[tag] != nil && !wanted.contains { $0.tag == tag }
            })
    }

    // MARK: Place

    private mutating func place() {
        guard !former.location.isSamePoint(as: record.location) else { return }
        // The moment in UTC says nothing of the place.
        let kept: [UInt16] = [0x00, 0x07, 0x1D]
        let wanted = record.location.map(ExifWriter.gps) ?? []
        wanted.forEach { set($0) }
        remove(
            (0x00...0x1F).map { ExifTag(.gps, $0) }.filter { tag in
                !kept.contains(tag.number) && !wanted.contains { $0.tag == tag }
            })
        if wanted.isEmpty, fields[.gpsTimeStamp] == nil, fields[.gpsDateStamp] == nil {
            remove([.gpsVersionID])
        }
    }
}
