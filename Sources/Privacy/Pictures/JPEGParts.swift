/// A JPEG file taken apart without understanding it: a second opinion beside the code that wrote it
/// (ITU-T T.81 §B.1).
package struct JPEGParts {
    /// A segment with its marker's second byte and its contents.
    package struct Segment {
        package var marker: UInt8
        package var body: ArraySlice<UInt8>
    }

    /// All segments that have a length, in their order.
    package private(set) var segments: [Segment] = []
    /// How many bytes stand behind the picture's end.
    private(set) var rest = 0
    /// Whether the picture has its end: without one, what stands behind the last scan cannot be told
    /// from it.
    private(set) var hasEnd = false

    /// Takes a file apart.
    package init(_ jpeg: [UInt8]) {
        var index = 2
        while index + 4 <= jpeg.count {
            guard jpeg[index] == 0xFF else { break }
            let marker = jpeg[index + 1]
            let length = Int(jpeg[index + 2]) << 8 | Int(jpeg[index + 3])
            guard marker != 0xD9, length >= 2, index + 2 + length <= jpeg.count else { break }
            segments.append(
                Segment(marker: marker, body: jpeg[(index + 4)..<(index + 2 + length)]))
            index += 2 + length
            if marker == 0xDA { index = Self.end(ofScanIn: jpeg, from: index) }
        }
        let isEnd = index + 2 <= jpeg.count && jpeg[index] == 0xFF && jpeg[index + 1] == 0xD9
        hasEnd = isEnd
        rest = isEnd ? jpeg.count - index - 2 : 0
    }

    /// Where the next marker stands that is no restart and no fill byte.
    private static func end(ofScanIn jpeg: [UInt8], from start: Int) -> Int {
        jpeg.withUnsafeBufferPointer { bytes in
            var index = start
            while index + 1 < bytes.count {
                if bytes[index] == 0xFF, bytes[index + 1] != 0, bytes[index + 1] != 0xFF,
                    bytes[index + 1] & 0xF8 != 0xD0
                {
                    return index
                }
                index += 1
            }
            return bytes.count
        }
    }

    /// What only describes the picture: the segments APP0 to APP15, and comments.
    package var descriptions: [Segment] {
        segments.filter { (0xE0...0xEF).contains($0.marker) || $0.marker == 0xFE }
    }

    /// The TIFF block of the EXIF segment, if there is one.
    var exif: ExifTrace? {
        descriptions.first { $0.marker == 0xE1 && $0.body.starts(with: Array("Exif\0\0".utf8)) }
            .map { ExifTrace(Array($0.body.dropFirst(6))) }
    }

    /// What stands there that neither draws the picture nor is ours, in words; nil for nothing.
    var stranger: String? {
        if rest > 0 { return "\(rest) bytes after the picture" }
        if !hasEnd { return "bytes that belong to no segment" }
        for segment in segments {
            switch segment.marker {
            case 0xE0 where segment.body.starts(with: Array("JFIF\0".utf8)):
                if segment.body.count > 14 { return "a JFIF thumbnail" }
            case 0xE1
            where segment.body.starts(with: Array("Exif\0\0".utf8))
                || segment.body.starts(with: Array("http://ns.adobe.com/x".utf8)):
                continue
            case 0xE2 where segment.body.starts(with: Array("ICC_PROFILE\0".utf8)):
                if let stranger = ProfileTrace(segment.body.dropFirst(12)).stranger {
                    return stranger
                }
            case 0xEE where segment.body.starts(with: Array("Adobe".utf8)):
                if segment.body.count > 12 { return "bytes at the end of Adobe's segment" }
            case 0xC0...0xCF, 0xDA...0xDF: continue
            default: return "a segment of type \(String(segment.marker, radix: 16))"
            }
        }
        return exif?.stranger
    }
}
