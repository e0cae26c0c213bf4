/// The directories of an EXIF block, by a few lines of their own (EXIF 3.0 §4.6.2).
struct ExifTrace {
    /// An entry: its tag, how many values, and where they stand in the block.
    private struct Entry {
        var tag: Int
        var count: Int
        var place: Int
    }

    private let bytes: [UInt8]
    private let isLittle: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isLittle = bytes.first == UInt8(ascii: "I")
    }

    private func number(_ offset: Int, _ size: Int) -> Int {
        guard offset >= 0, offset + size <= bytes.count else { return 0 }
        let part = bytes[offset..<(offset + size)]
        return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }

    private func entries(_ directory: Int) -> [Entry] {
        guard directory > 0 else { return [] }
        return (0..<number(directory, 2)).map { index in
            let start = directory + 2 + index * 12
            return Entry(
                tag: number(start, 2), count: number(start + 4, 4), place: number(start + 8, 4))
        }
    }

    private func directory(_ tag: Int) -> Int? {
        entries(number(4, 4)).first { $0.tag == tag }?.place
    }

    /// Whether it has a GPS directory.
    var hasGPS: Bool { directory(0x8825) != nil }

    /// The tags of the GPS directory.
    var tags: Set<Int> { Set(entries(directory(0x8825) ?? 0).map(\.tag)) }

    /// Latitude and longitude, without their signs; nil where they cannot be read.
    var point: (latitude: Double, longitude: Double)? {
        let gps = entries(directory(0x8825) ?? 0)
        func angle(_ tag: Int) -> Double? {
            guard let entry = gps.first(where: { $0.tag == tag }), entry.count == 3 else {
                return nil
            }
            let parts = (0..<3).map { index in
                let (top, bottom) = (
                    number(entry.place + index * 8, 4), number(entry.place + index * 8 + 4, 4)
                )
                return bottom == 0 ? .nan : Double(top) / Double(bottom)
            }
            let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
            return degrees.isFinite ? degrees : nil
        }
        guard let latitude = angle(2), let longitude = angle(4) else { return nil }
        return (latitude, longitude)
    }

    /// What a camera puts there and we do not, in words: maker notes, a thumbnail.
    var stranger: String? {
        let exif = entries(directory(0x8769) ?? 0)
        if exif.contains(where: { $0.tag == 0x927C }) { return "maker notes" }
        if exif.contains(where: { $0.tag == 0x9286 }) { return "a user comment" }
        let first = number(4, 4)
        let next = number(first + 2 + number(first, 2) * 12, 4)
        return next == 0 ? nil : "an EXIF thumbnail"
    }
}
