/// Reads the system's time zone files (TZif, RFC 9636).
enum ZoneFile {
    /// The largest file that is read; the fullest of tzdata has some 4 KB.
    static let maximumBytes = 262_144

    /// The clock that a file describes; nil for one that is none, damaged or of version 1.
    static func clock(_ bytes: [UInt8]) -> ZoneClock? {
        guard bytes.count <= maximumBytes, let short = Header(bytes, at: 0), short.version >= 0x32,
            let header = Header(bytes, at: 44 + short.dataBytes(timeBytes: 4))
        else { return nil }
        let data = header.start + 44
        let end = data + header.dataBytes(timeBytes: 8)
        guard end <= bytes.count, header.types > 0 else { return nil }
        let indices = data + 8 * header.times
        let types = indices + header.times
        func offset(ofType type: Int) -> Int? {
            guard type < header.types else { return nil }
            return Int(Int32(truncatingIfNeeded: number(bytes, at: types + 6 * type, 4)))
        }
        var clock = ZoneClock(transitions: [], offsets: [], first: offset(ofType: 0) ?? 0)
        var last = Int.min
        for index in 0..<header.times {
            let moment = number(bytes, at: data + 8 * index, 8)
            guard moment > last, let seconds = offset(ofType: Int(bytes[indices + index])),
                abs(seconds) < 86_400
            else { return nil }
            last = moment
            clock.transitions.append(moment)
            clock.offsets.append(seconds)
        }
        // The footer stands between two line ends.
        if end < bytes.count, bytes[end] == 0x0A {
            let footer = bytes[(end + 1)...].prefix { $0 != 0x0A }
            clock.rule = footer.isEmpty ? nil : ZoneRule(footer)
            if clock.rule == nil, !footer.isEmpty { return nil }
        }
        return clock
    }

    private struct Header {
        let start: Int
        let version: UInt8
        let times: Int
        let types: Int
        private let others: (isUT: Int, isStandard: Int, leaps: Int, letters: Int)

        init?(_ bytes: [UInt8], at start: Int) {
            guard start >= 0, start + 44 <= bytes.count,
                bytes[start..<start + 4].elementsEqual("TZif".utf8)
            else { return nil }
            self.start = start
            version = bytes[start + 4]
            let counts = (0..<6).map { ZoneFile.number(bytes, at: start + 20 + 4 * $0, 4) }
            guard counts.allSatisfy({ (0...65_536).contains($0) }) else { return nil }
            others = (counts[0], counts[1], counts[2], counts[5])
            times = counts[3]
            types = counts[4]
        }

        func dataBytes(timeBytes: Int) -> Int {
            times * (timeBytes + 1) + types * 6 + others.letters
                + others.leaps * (timeBytes + 4) + others.isStandard + others.isUT
        }
    }

    private static func number(_ bytes: [UInt8], at offset: Int, _ count: Int) -> Int {
        Int(
            truncatingIfNeeded: bytes[offset..<offset + count].reduce(0 as UInt64) {
                $0 << 8 | UInt64($1)
            })
    }
}
