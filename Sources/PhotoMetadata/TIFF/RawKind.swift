/// Whose raw format a file built like TIFF is; none for a TIFF file.
enum RawKind: String, CaseIterable {
    case none = "image/tiff"
    case adobe = "image/x-adobe-dng"
    case canon = "image/x-canon-cr2"
    case nikon = "image/x-nikon-nef"
    case olympus = "image/x-olympus-orf"
    case panasonic = "image/x-panasonic-rw2"
    case pentax = "image/x-pentax-pef"
    case sony = "image/x-sony-arw"

    /// The media type that programs use for it.
    var mediaType: String { rawValue }

    /// What stands behind the byte order: 42 of TIFF 6.0; 43 of BigTIFF; Olympus's `RO`, `RS`, `OR`; Panasonic's
    /// 0x55.
    static let magics: [[UInt8]] = [
        [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A],
        [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
        Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8),
        [0x49, 0x49, 0x55, 0],
    ]

    // PhotometricInterpretation of a colour filter array and of a linear raw (TIFF/EP §5.1, DNG).
    private static let rawPhotometrics = [32_803, 34_892]
    // Compressions of Sony, Nikon and Pentax.
    private static let rawCompressions = [32_767, 34_713, 65_535]
    private static let makers: [(String, RawKind)] = [
        ("nikon", .nikon), ("sony", .sony), ("pentax", .pentax), ("ricoh", .pentax),
        ("asahi", .pentax), ("olympus", .olympus), ("om digital", .olympus),
    ]

    /// The kind by the header and the directories, never by the name.
    init(_ directories: [TIFFDirectory], _ reader: TIFFReader) throws(ByteSourceError) {
        self = .none
        switch reader.magic {
        case 0x55: self = .panasonic
        case 0x4F52, 0x5352: self = .olympus
        default:
            guard let first = directories.first else { return }
            // CR2 has its own mark behind the header.
            if try reader.source.read(8..<10) == Array("CR".utf8) {
                self = .canon
            } else if first[TIFFTag.dngVersion] != nil {
                self = .adobe
            } else if try Self.isRaw(directories, reader), let make = first[TIFFTag.make],
                let bytes = try reader.value(make, limit: 256)
            {
                let name = String(decoding: bytes, as: UTF8.self).lowercased()
                self = Self.makers.first { name.hasPrefix($0.0) }?.1 ?? .none
            }
        }
    }

    private static func isRaw(
        _ directories: [TIFFDirectory], _ reader: TIFFReader
    ) throws(ByteSourceError) -> Bool {
        for directory in directories {
            if let kind = try reader.number(TIFFTag.photometric, of: directory),
                rawPhotometrics.contains(kind)
            {
                return true
            }
            if let kind = try reader.number(TIFFTag.compression, of: directory),
                rawCompressions.contains(kind)
            {
                return true
            }
        }
        return false
    }
}
