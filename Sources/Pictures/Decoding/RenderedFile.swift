/// Whether what a decoder drew is what it was to draw, and nothing else.
enum RenderedFile {
    /// Whether bytes are a baseline JPEG of a size: tables, one frame, one scan, its end, and no
    /// segment that could hold anything but pixels (ITU-T T.81 §B.2).
    static func isJPEG(_ bytes: [UInt8], width: Int, height: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return false }
            var place = 2
            var hasFrame = false
            while place + 4 <= bytes.count, bytes[place] == 0xFF {
                let marker = bytes[place + 1]
                let length = number(bytes, place + 2)
                guard length >= 2, place + 2 + length <= bytes.count else { return false }
                let body = UnsafeRawBufferPointer(rebasing: bytes[place + 4..<place + 2 + length])
                switch marker {
                case 0xDB, 0xC4, 0xDD: break
                case 0xE0 where body.count == 14 && body.starts(with: jfif): break
                case 0xC0, 0xC1:
                    guard !hasFrame, body.count >= 5, number(body, 1) == height,
                        number(body, 3) == width
                    else { return false }
                    hasFrame = true
                case 0xDA: return hasFrame && isScan(bytes, from: place + 2 + length)
                default: return false
                }
                place += 2 + length
            }
            return false
        }
    }

    /// Whether only coded data and restart markers come up to an end that is the last of the bytes.
    private static func isScan(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
        var place = start
        while place + 1 < bytes.count {
            guard bytes[place] == 0xFF else {
                place += 1
                continue
            }
            let next = bytes[place + 1]
            if next == 0xD9 { return place + 2 == bytes.count }
            guard next == 0 || (0xD0...0xD7).contains(next) else { return false }
            place += 2
        }
        return false
    }

    /// Whether bytes are a PNG of the chunks that a picture needs (ISO/IEC 15948 §5.6), of a size
    /// that drawings have, with nothing behind its end.
    static func isPNG(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return false
        }
        return bytes.withUnsafeBytes { bytes in
            var place = 8
            while place + 12 <= bytes.count {
                let length = number(bytes, place) << 16 | number(bytes, place + 2)
                guard length <= bytes.count - place - 12 else { return false }
                let type = String(
                    decoding: UnsafeRawBufferPointer(rebasing: bytes[place + 4..<place + 8]),
                    as: UTF8.self)
                if place == 8 {
                    guard type == "IHDR", length == 13,
                        sides.contains(number(bytes, 16) << 16 | number(bytes, 18)),
                        sides.contains(number(bytes, 20) << 16 | number(bytes, 22))
                    else { return false }
                }
                guard ["IHDR", "PLTE", "tRNS", "pHYs", "IDAT", "IEND"].contains(type) else {
                    return false
                }
                place += 12 + length
                if type == "IEND" { return place == bytes.count }
            }
            return false
        }
    }

    /// The sides in pixels that a map or another drawing of ours may have.
    private static let sides = 1...4_096

    private static let jfif: [UInt8] = [0x4A, 0x46, 0x49, 0x46, 0]

    private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
        place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0
    }
}
