/// A directory of a TIFF structure (TIFF 6.0 §2).
struct TIFFDirectory {
    /// An entry: what it is, and where its value lies.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// Where the value lies: in the entry itself if it has at most 4 bytes.
        let offset: Int

        /// The value's size in bytes; nil for a type that is not known.
        var size: Int? {
            // BYTE, ASCII, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED, SSHORT, SLONG, SRATIONAL,
            // FLOAT, DOUBLE; of the technical notes IFD; of BigTIFF LONG8, SLONG8, IFD8.
            let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
            guard type >= 1, type < sizes.count, sizes[type] > 0 else { return nil }
            let (size, overflow) = sizes[type].multipliedReportingOverflow(by: count)
            return overflow ? nil : size
        }

        /// The size of one number of an integer type; nil for other types.
        var numberSize: Int? {
            switch type {
            case 1, 7: 1
            case 3: 2
            case 4, 13: 4
            case 16, 18: 8
            default: nil
            }
        }
    }

    /// Where it lies.
    let offset: Int
    let entries: [Entry]
    /// Where the next directory of the chain lies; 0 for none.
    let next: Int

    /// The first entry of a tag.
    subscript(tag: Int) -> Entry? { entries.first { $0.tag == tag } }
}

/// The numbers of TIFF's own fields, of its extensions and of raw formats that are read here.
enum TIFFTag {
    static let newSubfileType = 0x00FE
    static let imageWidth = 0x0100
    static let imageLength = 0x0101
    static let bitsPerSample = 0x0102
    static let compression = 0x0103
    static let photometric = 0x0106
    static let make = 0x010F
    static let stripOffsets = 0x0111
    static let samplesPerPixel = 0x0115
    static let stripByteCounts = 0x0117
    static let tileOffsets = 0x0144
    static let tileByteCounts = 0x0145
    static let subDirectories = 0x014A
    static let jpegOffset = 0x0201
    static let jpegLength = 0x0202
    static let xmp = 0x02BC
    static let iptc = 0x83BB
    static let photoshop = 0x8649
    static let exifDirectory = 0x8769
    static let gpsDirectory = 0x8825
    static let exifWidth = 0xA002
    static let exifHeight = 0xA003
    static let dngVersion = 0xC612
    // Panasonic's own meanings of low numbers.
    static let panasonicBorders = [0x04, 0x05, 0x06, 0x07]  // top, left, bottom, right
    static let panasonicJPEG = 0x2E
    static let panasonicRawFormat = 0x2D
    static let panasonicRawOffset = 0x0118
}
