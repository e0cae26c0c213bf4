import PhotoRecords

/// A place in the metres of a zone: UTM, as `31U 448251 5411943`, or MGRS, as `31UDQ4825111943`
/// (NGA.STND.0037). The polar zones A, B, Y and Z, in which next to nobody takes photos, are not read.
struct GridReference: Equatable {
    /// Where it is; of a square the middle.
    var coordinate: Coordinate
    /// The worth of its last digit in metres.
    var step: Double
    /// Where it stands in the text, in bytes of UTF-8.
    var range: Range<Int>

    /// All of a text, which is to be `NumberText.plain`. Where a letter may be a band or a hemisphere
    /// both points come.
    static func all(in bytes: [UInt8]) -> [GridReference] {
        var found: [GridReference] = []
        var index = 0
        while index < bytes.count {
            guard isDigit(bytes[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, isDigit(bytes[index]) { index += 1 }
            // What goes on before is another number or word: a price, a hash.
            if index - start > 2 || start > 0 && isWord(bytes[start - 1]) { continue }
            let zone = bytes[start..<index].reduce(0) { $0 * 10 + Int($1 - 0x30) }
            guard (1...60).contains(zone) else { continue }
            var scan = Scan(bytes: bytes, index: index)
            found += scan.references(zone, from: start)
        }
        return found
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x2E || byte == 0x2C
    }

    /// What stands behind a zone's number.
    private struct Scan {
        let bytes: [UInt8]
        var index: Int

        // Without I and O, which look like digits.
        private static let bands = Array("cdefghjklmnpqrstuvwx".utf8)
        private static let columns = Array("abcdefghjklmnpqrstuvwxyz".utf8)
        private static let rows = Array("abcdefghjklmnpqrstuv".utf8)
        private static let between = Array(" \t\r\n,;:/=|emn".utf8) + [0xC2, 0xA0]

        mutating func references(_ zone: Int, from start: Int) -> [GridReference] {
            blanks()
            let band = letter(Self.bands)
            if let band, let square = square(zone, band, from: start) { return [square] }
            guard let easting = metres(6...6), let northing = metres(4...7) else { return [] }
            let isNorth = band.map { $0 >= 10 }
            // S is a band of the north, and the southern hemisphere; E may say “easting”.
            let isBoth = band == nil || band == 14 || band == 2
            let halves = isBoth ? [false, true] : [isNorth == false]
            return halves.compactMap { isSouth in
                UTMProjection.point(
                    zone: zone, isSouth: isSouth, easting: easting.value, northing: northing.value
                ).map {
                    GridReference(
                        coordinate: $0, step: max(easting.step, northing.step),
                        range: start..<index)
                }
            }
        }

        /// The two letters of a square of 100 km and an even number of digits.
        private mutating func square(_ zone: Int, _ band: Int, from start: Int) -> GridReference? {
            let before = index
            blanks()
            guard let column = letter(Self.columns), let row = letter(Self.rows) else {
                index = before
                return nil
            }
            var digits: [Double] = []
            var halves = 0
            while halves < 2 {
                blanks()
                let count = digits.count
                while index < bytes.count, GridReference.isDigit(bytes[index]), digits.count < 11 {
                    digits.append(Double(bytes[index] - 0x30))
                    index += 1
                }
                if digits.count == count { break }
                halves += 1
            }
            let half = digits.count / 2
            guard (2...10).contains(digits.count), digits.count % 2 == 0,
                index == bytes.count || !GridReference.isWord(bytes[index])
                    || bytes[index] == 0x2E || bytes[index] == 0x2C
            else {
                index = before
                return nil
            }
            let step = (0..<5 - half).reduce(1.0) { step, _ in step * 10 }
            func number(_ part: ArraySlice<Double>) -> Double {
                (part.reduce(0) { $0 * 10 + $1 } + 0.5) * step
            }
            // The letters of columns come round every three zones, those of rows every two.
            let first = (zone - 1) % 3 * 8
            guard (first..<first + 8).contains(column) else { return nil }
            let easting = Double(column - first + 1) * 100_000 + number(digits.prefix(half))
            let northing =
                Double((row + (zone % 2 == 0 ? 15 : 0)) % 20) * 100_000
                + number(digits.suffix(half))
            // And every 2,000 km: the band tells which, a little beyond its edges, as squares reach.
            let south = Double(band * 8 - 80)
            let degrees = (south - 1)...(south + (band == 19 ? 13 : 9))
            for round in 0..<5 {
                let point = UTMProjection.point(
                    zone: zone, isSouth: band < 10, easting: easting,
                    northing: northing + Double(round) * 2_000_000)
                if let point, degrees.contains(point.latitude) {
                    return GridReference(coordinate: point, step: step, range: start..<index)
                }
            }
            return nil
        }

        private mutating func blanks() {
            var count = 0
            while count < 2, index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 {
                (index, count) = (index + 1, count + 1)
            }
        }

        /// The place of the next byte among some letters.
        private mutating func letter(_ letters: [UInt8]) -> Int? {
            guard index < bytes.count, let place = letters.firstIndex(of: bytes[index]) else {
                return nil
            }
            index += 1
            return place
        }

        /// A number of so many digits before its point, behind at least one sign that parts it.
        private mutating func metres(
            _ digits: ClosedRange<Int>
        ) -> (value: Double, step: Double)? {
            var passed = 0
            while index < bytes.count, passed < 8, Self.between.contains(bytes[index]) {
                (index, passed) = (index + 1, passed + 1)
            }
            let start = index
            var value = 0.0
            while index < bytes.count, GridReference.isDigit(bytes[index]), index - start < 9 {
                value = value * 10 + Double(bytes[index] - 0x30)
                index += 1
            }
            guard passed > 0, digits.contains(index - start) else { return nil }
            var step = 1.0
            if index + 1 < bytes.count, bytes[index] == 0x2E,
                GridReference.isDigit(bytes[index + 1])
            {
                index += 1
                while index < bytes.count, GridReference.isDigit(bytes[index]), step > 1e-6 {
                    step /= 10
                    value += Double(bytes[index] - 0x30) * step
                    index += 1
                }
            }
            return (value, step)
        }
    }
}
