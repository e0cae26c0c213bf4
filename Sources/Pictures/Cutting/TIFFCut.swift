extension PictureBytes {
    /// Takes the fields out of each directory that tell of the picture instead of being it (TIFF
    /// 6.0 §2, BigTIFF): words, EXIF, GPS, XMP, IPTC and makers' own.
    ///
    /// Entries move up within their directory; nothing else moves.
    ///
    /// - Returns: the first directory's orientation, whose field is taken out as well.
    mutating func cutTIFF() -> Int {
        let isBig = has("MM", at: 0)
        let form = TIFFForm(
            bigEndian: isBig, isLong: number(at: 2, bytes: 2, bigEndian: isBig) == 43)
        var orientation = 1
        var seen: Set<Int> = []
        var next = form.number(self, at: form.isLong ? 8 : 4)
        while let start = next, start > 0, seen.count < Self.mostPages, seen.insert(start).inserted
        {
            next = cutDirectory(at: start, form, seen.count == 1, &orientation)
        }
        return orientation
    }

    /// Pages of which the fields are looked at; only the first is rendered.
    private static let mostPages = 10_000

    /// - Returns: where the next directory is.
    private mutating func cutDirectory(
        at start: Int, _ form: TIFFForm, _ isFirst: Bool, _ orientation: inout Int
    ) -> Int? {
        guard let entries = number(at: start, bytes: form.countSize, bigEndian: form.bigEndian),
            entries <= 65_535
        else { return nil }
        let first = start + form.countSize
        let end = first + entries * form.entrySize
        guard end <= count else { return nil }
        let next = form.number(self, at: end)
        var place = first
        for entry in stride(from: first, to: end, by: form.entrySize) {
            let tag = number(at: entry, bytes: 2, bigEndian: form.bigEndian) ?? 0
            if tag == 0x0112 {
                if isFirst {
                    orientation = self.orientation(
                        ofField: entry, bigEndian: form.bigEndian, valueAt: entry + form.valueAt)
                }
            } else if Self.neededTags.contains(tag) {
                move(entry..<entry + form.entrySize, to: place)
                place += form.entrySize
            }
        }
        guard place < end else { return next }
        // Where the next directory is stands behind the last entry.
        let link = end..<min(end + form.wordSize, count)
        write(form.count((place - first) / form.entrySize), at: start)
        move(link, to: place)
        clear(place + link.count..<link.upperBound)
        return next
    }

    /// What describes pixels: their number, form, place, compression and colours.
    private static let neededTags: Set<Int> = [
        0xFE, 0xFF, 0x100, 0x101, 0x102, 0x103, 0x106, 0x107, 0x108, 0x109, 0x10A, 0x111, 0x115,
        0x116, 0x117, 0x118, 0x119, 0x11A, 0x11B, 0x11C, 0x122, 0x123, 0x124, 0x125, 0x128, 0x129,
        0x12D, 0x13D, 0x13E, 0x13F, 0x140, 0x142, 0x143, 0x144, 0x145, 0x146, 0x147, 0x148, 0x14C,
        0x14D, 0x14E, 0x150, 0x151, 0x152, 0x153, 0x154, 0x155, 0x156, 0x15B, 0x200, 0x201, 0x202,
        0x203, 0x205, 0x206, 0x207, 0x208, 0x209, 0x211, 0x212, 0x213, 0x214, 0x8773, 0x80E3,
        0x80E4, 0x80E5, 0x80E6, 0x847E, 0xC5F2,
    ]
}

/// How a TIFF writes its numbers.
private struct TIFFForm {
    let bigEndian: Bool
    /// Whether it is a BigTIFF, whose offsets are of 64 bits.
    let isLong: Bool

    var countSize: Int { isLong ? 8 : 2 }
    var entrySize: Int { isLong ? 20 : 12 }
    var wordSize: Int { isLong ? 8 : 4 }
    var valueAt: Int { isLong ? 12 : 8 }

    func number(_ bytes: PictureBytes, at place: Int) -> Int? {
        bytes.number(at: place, bytes: wordSize, bigEndian: bigEndian)
    }

    /// The bytes of a directory's number of entries.
    func count(_ entries: Int) -> [UInt8] {
        let digits = (0..<countSize).map { UInt8(truncatingIfNeeded: entries >> (8 * $0)) }
        return bigEndian ? digits.reversed() : digits
    }
}
