import ByteCoding

/// A PNG taken apart and written by what was read of it: the pixels, and what they mean (PNG third
/// edition §11.2, §11.3.1). Nothing else of the file is left: no other chunk, no byte behind the
/// pixels' stream or the end.
struct BarePNG {
    /// The whole file.
    let bytes: [UInt8]

    /// The most bytes of pixels that are taken.
    static let mostPixelBytes = 64 << 20
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameters:
    ///   - chunks: the file's, each whole, with its length, type and checksum.
    ///   - room: how many bytes of pixels it may have; it is less by what is decoded of it.
    /// - Returns: nil where a part is not understood, or there is no room.
    init?(_ chunks: [(type: String, bytes: ArraySlice<UInt8>)], room: inout Int) {
        func contents(_ type: String) -> [ArraySlice<UInt8>] {
            chunks.filter { $0.type == type }.map { $0.bytes.dropFirst(8).dropLast(4) }
        }
        guard chunks.last?.type == "IEND", let head = contents("IHDR").first.map({ Array($0) }),
            let header = Header(head),
            let packed = Self.pixels(contents("IDAT").flatMap { $0 }, header, room: &room)
        else { return nil }
        var bytes = Self.signature + Self.chunk("IHDR", head)
        if header.colorType == 3 {
            guard let palette = contents("PLTE").first, !palette.isEmpty,
                palette.count % 3 == 0, palette.count / 3 <= 1 << header.depth
            else { return nil }
            bytes += Self.chunk("PLTE", palette)
        }
        if let transparency = contents("tRNS").first {
            let most = [0: 2, 2: 6, 3: 1 << header.depth][header.colorType] ?? 0
            guard transparency.count <= most else { return nil }
            bytes += Self.chunk("tRNS", transparency)
        }
        self.bytes = bytes + Self.chunk("IDAT", packed) + Self.chunk("IEND", [])
    }

    /// What the header says (§11.2.1).
    private struct Header {
        let depth: Int
        let colorType: Int
        /// The bytes of all rows, each with its filter's.
        let length: Int

        init?(_ bytes: [UInt8]) {
            guard bytes.count == 13, bytes[10] == 0, bytes[11] == 0, bytes[12] < 2 else {
                return nil
            }
            func number(_ start: Int) -> Int {
                bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            let (width, height) = (number(0), number(4))
            (depth, colorType) = (Int(bytes[8]), Int(bytes[9]))
            guard (1...65_535).contains(width), (1...65_535).contains(height),
                [1, 2, 4, 8, 16].contains(depth),
                let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType]
            else { return nil }
            let bits = depth * channels
            func size(_ width: Int, _ height: Int) -> Int {
                width > 0 && height > 0 ? ((width * bits + 7) / 8 + 1) * height : 0
            }
            guard bytes[12] == 1 else {
                length = size(width, height)
                return
            }
            // Adam7's seven passes (§8.1): where each begins and how far its pixels are apart.
            let passes = [
                (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                (0, 1, 1, 2),
            ]
            length = passes.reduce(0) { sum, pass in
                sum
                    + size(
                        (width - pass.0 + pass.2 - 1) / pass.2,
                        (height - pass.1 + pass.3 - 1) / pass.3)
            }
        }
    }

    /// The rows, packed once more; nil where the stream (RFC 1950) holds anything else.
    private static func pixels(
        _ stream: [UInt8], _ header: Header, room: inout Int
    ) -> [UInt8]? {
        guard stream.count > 6, stream[0] & 15 == 8, stream[1] & 0x20 == 0,
            header.length <= min(mostPixelBytes, room)
        else { return nil }
        room -= header.length
        guard
            let rows = Deflate.decompress(
                Array(stream.dropFirst(2).dropLast(4)), limit: header.length),
            rows.count == header.length, stream.suffix(4).elementsEqual(checksum(rows)),
            let packed = Deflate.compress(rows)
        else { return nil }
        return [0x78, 0xDA] + packed + checksum(rows)
    }

    /// Adler-32 (RFC 1950 §8.2).
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return big(high << 16 | low)
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func chunk(_ type: String, _ contents: some Collection<UInt8>) -> [UInt8] {
        let body = Array(type.utf8) + contents
        return big(UInt32(contents.count)) + body + CRC32.bytes(body)
    }
}
