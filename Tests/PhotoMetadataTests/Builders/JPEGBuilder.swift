/// Makes small JPEG files byte by byte.
struct JPEGBuilder {
    /// The segments between SOI and the frame.
    var segments: [[UInt8]] = []
    /// The coded data after SOS.
    var scan: [UInt8] = (0..<600).map { UInt8($0 % 251) }
    /// What follows EOI.
    var trailer: [UInt8] = []
    /// Pixels across and down.
    var size = (width: 640, height: 480)

    /// A segment with its marker and length.
    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 2
        return [0xFF, marker, UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)] + body
    }

    mutating func add(_ marker: UInt8, _ body: [UInt8]) {
        segments.append(Self.segment(marker, body))
    }

    mutating func add(exif tiff: [UInt8]) { add(0xE1, Array("Exif\0\0".utf8) + tiff) }

    mutating func add(xmp packet: String) {
        add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
    }

    /// Photoshop's resources with these IPTC data sets and, if given, their digest.
    mutating func add(iptc dataSets: [(UInt8, UInt8, [UInt8])], digest: [UInt8]? = nil) {
        let iptc = dataSets.flatMap { (record, number, value) -> [UInt8] in
            [0x1C, record, number, UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
        }
        var body = Array("Photoshop 3.0\0".utf8) + Self.resource(0x0404, iptc)
        if let digest { body += Self.resource(0x0425, digest) }
        add(0xED, body)
    }

    private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
        let count = data.count
        return Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0]
            + [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + data
            + (count % 2 == 1 ? [0] : [])
    }

    /// SOF0 of the size, three components.
    var frame: [UInt8] {
        let (width, height) = size
        return Self.segment(
            0xC0,
            [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
                + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    }

    /// The file.
    var bytes: [UInt8] {
        // 0xFF within coded data is always followed by 0.
        let coded = scan.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
        return [0xFF, 0xD8] + segments.flatMap { $0 } + frame
            + Self.segment(0xDA, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 0x3F, 0]) + coded + [0xFF, 0xD9]
            + trailer
    }
}
