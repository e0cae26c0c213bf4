/// The second byte of a JPEG marker (ITU-T T.81 table B.1).
package struct JPEGMarker: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The marker of two bytes: 0xFF and one that is neither 0, which follows a coded 0xFF, nor
    /// 0xFF, which makes the first a fill byte (§B.1.1.2, §B.1.1.5).
    ///
    /// - Returns: nil for other bytes.
    @inline(__always)
    init?(_ first: UInt8, _ second: UInt8) {
        guard first == 0xFF, second != 0x00, second != 0xFF else { return nil }
        rawValue = second
    }

    package static let startOfImage = Self(rawValue: 0xD8)
    package static let endOfImage = Self(rawValue: 0xD9)
    package static let startOfScan = Self(rawValue: 0xDA)
    package static let app0 = Self(rawValue: 0xE0)
    package static let app1 = Self(rawValue: 0xE1)
    package static let app2 = Self(rawValue: 0xE2)
    package static let app13 = Self(rawValue: 0xED)
    package static let app14 = Self(rawValue: 0xEE)
    package static let comment = Self(rawValue: 0xFE)

    /// A marker that stands alone, without a length (§B.1.1.3): TEM, RST0…7, SOI, EOI.
    package var isStandalone: Bool { rawValue == 0x01 || (0xD0...0xD9).contains(rawValue) }

    /// A marker that may stand within the coded data of a scan: TEM, RST0…7.
    var continuesScan: Bool { rawValue == 0x01 || (0xD0...0xD7).contains(rawValue) }

    /// SOF0…15, which name the picture's size: all of 0xC0…0xCF but DHT, JPG and DAC.
    package var isFrame: Bool {
        (0xC0...0xCF).contains(rawValue) && rawValue != 0xC4 && rawValue != 0xC8
            && rawValue != 0xCC
    }

    /// Whether its segment is needed to draw the picture: frames, tables and scans, SOF0 to EXP; what
    /// is reserved or describes the picture is not.
    package var draws: Bool {
        (0xC0...0xCF).contains(rawValue) || (0xDA...0xDF).contains(rawValue)
    }

    /// The offset of the next marker's 0xFF at or behind an offset; nil if there is none.
    package static func next(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if Self(bytes[index], bytes[index + 1]) != nil { return index }
            index += 1
        }
        return nil
    }
}
