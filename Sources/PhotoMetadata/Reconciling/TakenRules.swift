import PhotoRecords

/// When a photo was taken (“Reading a photo's metadata”). Never ModifyDate, never the file's time.
enum TakenRules {
    /// The first date that is one, with its offset.
    static func taken(_ sources: inout MetadataSources) -> Sourced<CaptureTime>? {
        let found =
            exifDate(.original, &sources)
            ?? xmpDate("exif:DateTimeOriginal", &sources)
            ?? xmpDate("photoshop:DateCreated", &sources)
            ?? iptcDate(&sources)
            ?? exifDate(.digitized, &sources)
            ?? xmpDate("xmp:CreateDate", &sources)
        guard var found else { return gpsDate(&sources) }
        if found.value.local.time == nil, found.value.offset == nil,
            let text = sources.xmp["wit:DateOffset"]?.string, let offset = UTCOffset(spelling: text)
        {
            found.value.offset = offset
            found.value.offsetSource = .exif
        }
        if found.value.offset == nil { addGPSOffset(to: &found.value, &sources) }
        addOwnOffsetSource(to: &found.value, sources)
        return found
    }

    /// A date of EXIF with the fields that belong to it.
    private struct ExifDate {
        let date: ExifTag
        let subSec: ExifTag
        let offset: ExifTag
        let name: String

        static let original = ExifDate(
            date: .dateTimeOriginal, subSec: .subSecTimeOriginal, offset: .offsetTimeOriginal,
            name: "Original")
        static let digitized = ExifDate(
            date: .dateTimeDigitized, subSec: .subSecTimeDigitized, offset: .offsetTimeDigitized,
            name: "Digitized")
    }

    private static func exifDate(
        _ field: ExifDate, _ sources: inout MetadataSources
    ) -> Sourced<CaptureTime>? {
        guard sources.exif[field.date] != nil else { return nil }
        let source = "exif:DateTime\(field.name)"
        guard let text = sources.exif.ascii(field.date),
            var spelling = spelling(text, source, &sources)
        else {
            if sources.exif.ascii(field.date) == nil { noteVoid(source, &sources) }
            return nil
        }
        if let time = spelling.local.time, time.fraction.isEmpty,
            let fraction = sources.exif.ascii(field.subSec),
            let precise = LocalDateTime(
                year: spelling.local.year, month: spelling.local.month, day: spelling.local.day,
                hour: time.hour, minute: time.minute, second: time.second,
                fraction: fraction)
        {
            spelling.local = precise
        }
        if spelling.offset == nil, let text = sources.exif.ascii(field.offset) {
            spelling.offset = UTCOffset(spelling: text)
            if spelling.offset == nil, !DateSpelling.isVoid(text) {
                sources.note(
                    .warning, .offsetInvalid, "exif:OffsetTime\(field.name)",
                    "“\(text.prefix(40))” is not an offset from UTC; it is ignored.")
            }
        }
        return captured(spelling, source)
    }

    private static func xmpDate(
        _ name: String, _ sources: inout MetadataSources
    ) -> Sourced<CaptureTime>? {
        guard let text = sources.xmp[name]?.string,
            let spelling = spelling(text, "xmp:" + name, &sources)
        else { return nil }
        return captured(spelling, "xmp:" + name)
    }

    /// IPTC's CCYYMMDD and HHMMSS±HHMM (IIM 2:55, 2:60).
    private static func iptcDate(_ sources: inout MetadataSources) -> Sourced<CaptureTime>? {
        guard let (date, time) = sources.iptc.dateCreated() else { return nil }
        var reader = DigitReader(date.utf8)
        let parts = (reader.number(4...4), reader.number(2...2), reader.number(2...2))
        let spelling: DateSpelling? =
            if let year = parts.0, let month = parts.1, let day = parts.2, reader.rest.isEmpty {
                LocalDateTime(year: year, month: month, day: day)
                    .map { iptcTime(time ?? "", on: $0) }
            } else {
                // QUIRK: IIM 2:55; some programs write the date with separators.
                DateSpelling(date)
            }
        if spelling == nil { noteUnread(date, "iptc:DateCreated", &sources) }
        return spelling.flatMap { captured($0, "iptc:DateCreated") }
    }

    private static func iptcTime(_ text: String, on date: LocalDateTime) -> DateSpelling {
        var reader = DigitReader(text.utf8)
        func isColon(_ byte: UInt8) -> Bool { byte == 0x3A }
        guard let hour = reader.number(2...2), reader.skip(isColon) || true,
            let minute = reader.number(2...2), reader.skip(isColon) || true,
            let second = reader.number(2...2),
            let local = LocalDateTime(
                year: date.year, month: date.month, day: date.day, hour: hour, minute: minute,
                second: second)
        else { return DateSpelling(local: date, offset: nil) }
        return DateSpelling(local: local, offset: UTCOffset(spelling: reader.rest))
    }

    private static func gpsDate(_ sources: inout MetadataSources) -> Sourced<CaptureTime>? {
        guard let moment = gpsMoment(&sources) else { return nil }
        return Sourced(
            CaptureTime(
                local: moment, offset: UTCOffset(minutes: 0), offsetSource: .gps,
                source: "exif:GPSDateStamp"),
            "exif:GPSDateStamp")
    }

    /// GPSDateStamp and GPSTimeStamp: a moment in UTC.
    private static func gpsMoment(_ sources: inout MetadataSources) -> LocalDateTime? {
        // Without a date the time of day says nothing: an old fix looks like a time zone.
        guard let text = sources.exif.ascii(.gpsDateStamp),
            let date = spelling(text, "exif:GPSDateStamp", &sources)?.local,
            let clock = sources.exif[.gpsTimeStamp], let hour = clock.number(0),
            let minute = clock.number(1), let second = clock.number(2)
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + second
        guard seconds >= 0, seconds < 86_401 else { return nil }
        let day = LocalDateTime(year: date.year, month: date.month, day: date.day)
        return day.flatMap {
            LocalDateTime(secondsSince1970: $0.secondsSince1970 + Int(seconds))
        }
    }

    /// The clock's distance from GPS time, if it looks like a time zone's: within 14 hours and
    /// within 5 minutes of a quarter of an hour.
    private static func addGPSOffset(to taken: inout CaptureTime, _ sources: inout MetadataSources)
    {
        guard taken.local.time != nil, let moment = gpsMoment(&sources) else { return }
        let difference = taken.local.secondsSince1970 - moment.secondsSince1970
        let quarters = (Double(difference) / 900).rounded()
        guard abs(difference - Int(quarters) * 900) < 300,
            let offset = UTCOffset(minutes: Int(quarters) * 15)
        else {
            sources.note(
                .note, .gpsTimeUnrelated, "exif:GPSTimeStamp",
                "The GPS time is too far from the photo's to tell its time zone.")
            return
        }
        taken.offset = offset
        taken.offsetSource = .gps
    }

    /// What our own XMP says of where the offset came from counts while the offset stands.
    private static func addOwnOffsetSource(to taken: inout CaptureTime, _ sources: MetadataSources)
    {
        guard taken.offsetSource == .exif, let word = sources.xmp["wit:OffsetSource"]?.string
        else { return }
        taken.offsetSource = CaptureTime.OffsetSource(rawValue: word)
    }

    private static func captured(_ spelling: DateSpelling, _ source: String) -> Sourced<CaptureTime>
    {
        Sourced(
            CaptureTime(
                local: spelling.local, offset: spelling.offset, offsetSource: .exif,
                source: source),
            source)
    }

    private static func spelling(
        _ text: String, _ source: String, _ sources: inout MetadataSources
    ) -> DateSpelling? {
        if let spelling = DateSpelling(text) { return spelling }
        if DateSpelling.isVoid(text) {
            noteVoid(source, &sources)
        } else {
            noteUnread(text, source, &sources)
        }
        return nil
    }

    private static func noteVoid(_ source: String, _ sources: inout MetadataSources) {
        sources.note(.note, .dateVoid, source, "The date is blank or zero; it is ignored.")
    }

    private static func noteUnread(
        _ text: String, _ source: String, _ sources: inout MetadataSources
    ) {
        sources.note(
            .warning, .dateInvalid, source,
            "“\(text.prefix(40))” is not a valid date; it is ignored.")
    }
}

extension FindingCode {
    /// A date of zeros or blanks.
    static let dateVoid: FindingCode = "date-void"
    /// A date that no calendar has, or that can't be read.
    static let dateInvalid: FindingCode = "date-invalid"
    /// An offset from UTC that can't be read.
    static let offsetInvalid: FindingCode = "offset-invalid"
    /// A GPS time that says nothing of the clock's time zone.
    static let gpsTimeUnrelated: FindingCode = "gps-time-unrelated"
}
