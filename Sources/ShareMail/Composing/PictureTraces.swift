/// Looks for location fields in a JPEG's metadata without understanding the rest of it: a second
/// opinion beside the metadata reader.
enum PictureTraces {
    /// The names of XMP and IPTC fields that say where a photo was taken.
    private static let names = [
        "GPSLatitude", "GPSLongitude", "GPSAltitude", "GPSImgDirection", "GPSDateStamp",
        "photoshop:City", "photoshop:State", "photoshop:Country", "Iptc4xmpCore:Location",
        "LocationCreated", "LocationShown",
    ].map { Array($0.utf8) }

    /// What was found, in words; nil if there is nothing of the kind.
    static func location(in jpeg: [UInt8]) -> String? {
        for segment in metadataSegments(jpeg) {
            for name in names where contains(segment, name) {
                return "the field \(String(decoding: name, as: UTF8.self))"
            }
            if segment.starts(with: Array("Exif\0\0".utf8)), hasGPSDirectory(segment.dropFirst(6)) {
                return "an EXIF GPS directory"
            }
            if segment.starts(with: Array("Photoshop 3.0\0".utf8)) {
                return "an IPTC block, which we do not write"
            }
        }
        return nil
    }

    /// The contents of the APP and COM segments before the picture's data (ITU-T T.81 §B.1.1).
    private static func metadataSegments(_ jpeg: [UInt8]) -> [ArraySlice<UInt8>] {
        var segments: [ArraySlice<UInt8>] = []
        var index = 2
        while index + 4 <= jpeg.count, jpeg[index] == 0xFF, jpeg[index + 1] != 0xDA {
            let marker = jpeg[index + 1]
            let length = Int(jpeg[index + 2]) << 8 | Int(jpeg[index + 3])
            guard length >= 2, index + 2 + length <= jpeg.count else { break }
            if (0xE0...0xEF).contains(marker) || marker == 0xFE {
                segments.append(jpeg[(index + 4)..<(index + 2 + length)])
            }
            index += 2 + length
        }
        return segments
    }

    /// Whether the first directory of a TIFF block has the tag GPSInfo (EXIF 3.0 §4.6.3).
    private static func hasGPSDirectory(_ block: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(block)
        guard bytes.count >= 8 else { return false }
        let isLittle = bytes[0] == UInt8(ascii: "I")
        func number(_ offset: Int, _ size: Int) -> Int {
            guard offset + size <= bytes.count else { return 0 }
            let part = bytes[offset..<(offset + size)]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        let directory = number(4, 4)
        return (0..<number(directory, 2)).contains { number(directory + 2 + $0 * 12, 2) == 0x8825 }
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ needle: [UInt8]) -> Bool {
        var rest = bytes
        while let start = rest.firstIndex(of: needle[0]) {
            rest = rest[start...]
            if rest.starts(with: needle) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
