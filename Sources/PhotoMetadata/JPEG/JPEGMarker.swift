/// The second byte of a JPEG marker (ITU-T T.81 table B.1).
struct JPEGMarker: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt8

    static let startOfImage = Self(rawValue: 0xD8)
    static let endOfImage = Self(rawValue: 0xD9)
    static let startOfScan = Self(rawValue: 0xDA)
    static let app0 = Self(rawValue: 0xE0)
    static let app1 = Self(rawValue: 0xE1)
    static let app2 = Self(rawValue: 0xE2)
    static let app13 = Self(rawValue: 0xED)
    static let app14 = Self(rawValue: 0xEE)
    static let comment = Self(rawValue: 0xFE)

    /// A marker that stands alone, without a length: TEM, RST0…7.
    var isStandalone: Bool { rawValue == 0x01 || (0xD0...0xD7).contains(rawValue) }

    /// SOF0…15, which name the picture's size: all of 0xC0…0xCF but DHT, JPG and DAC.
    var isFrame: Bool {
        (0xC0...0xCF).contains(rawValue) && rawValue != 0xC4 && rawValue != 0xC8
            && rawValue != 0xCC
    }

    /// Whether its segment is needed to draw the picture: frames, tables and scans, SOF0 to EXP; what
    /// is reserved or describes the picture is not.
    var draws: Bool { (0xC0...0xCF).contains(rawValue) || (0xDA...0xDF).contains(rawValue) }
}
