import PhotoRecords

/// Makes IPTC's data sets say what a record says, where they say otherwise.
enum IPTCUpdater {
    /// Changes the data sets.
    ///
    /// - Parameter former: what the data sets alone say.
    static func apply(_ record: PhotoRecord, former: PhotoRecord, to iptc: inout IPTCEditor) {
        if former.name != record.name { iptc.set(5, [record.name].compactMap(\.self), limit: 64) }
        if former.caption != record.caption {
            iptc.set(120, [record.caption].compactMap(\.self), limit: 2_000)
        }
        if former.keywords != record.keywords { iptc.set(25, record.keywords, limit: 64) }
        date(record.taken, former.taken, &iptc)
        let (place, formerPlace) = (record.location?.place, former.location?.place)
        if !formerPlace.isSame(as: place) {
            iptc.set(90, [place?.name].compactMap(\.self), limit: 32)
            iptc.set(95, [place?.region].compactMap(\.self), limit: 32)
            iptc.set(101, [place?.country].compactMap(\.self), limit: 64)
            // The former place's parts: 100 wants a code of three letters.
            iptc.set(92, [], limit: 32)
            iptc.set(100, [], limit: 3)
        }
    }

    /// CCYYMMDD and HHMMSS±HHMM (IIM 2:55, 2:60).
    private static func date(
        _ taken: CaptureTime?, _ former: CaptureTime?, _ iptc: inout IPTCEditor
    ) {
        guard let taken else {
            if former != nil { for number in [UInt8(55), 60] { iptc.set(number, [], limit: 11) } }
            return
        }
        // IPTC knows no fractions of a second.
        if let former, former.local.secondsSince1970 == taken.local.secondsSince1970,
            (former.local.time == nil) == (taken.local.time == nil),
            former.offset == taken.offset || taken.local.time == nil
        {
            return
        }
        let local = taken.local
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date = padded(local.year, 4) + padded(local.month, 2) + padded(local.day, 2)
        iptc.set(55, [date], limit: 8)
        let time = local.time.map { time in
            [time.hour, time.minute, time.second].map { padded($0, 2) }.joined()
                + (taken.offset?.description.replacing(":", with: "") ?? "")
        }
        iptc.set(60, [time].compactMap(\.self), limit: 11)
    }
}
