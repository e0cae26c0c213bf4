import Foundation
import TestSupport

/// The drawn bird in formats other than JPEG, each with room for a note that does not draw it.
enum OtherPicture: String, CaseIterable {
    case png, webp, tif, heic, avif, gif, jxl

    /// The picture's file.
    func bytes() throws -> [UInt8] {
        let file = Checkout.fixtures.appending(path: "formats/bird.\(rawValue)")
        return [UInt8](try Data(contentsOf: file))
    }

    /// The file with a text wherever the format has room for one: PNG's text chunks, boxes of HEIC,
    /// chunks of WebP, tags of TIFF, a comment of GIF, bytes behind the end.
    func noting(_ text: String) throws -> [UInt8] {
        let note = Array(text.utf8)
        var bytes = try bytes()
        switch self {
        case .png:
            let chunks =
                Self.chunk("tEXt", Array("Comment\0".utf8) + note)
                + Self.chunk("iTXt", Array("Title\0\0\0en\0\0".utf8) + note)
                + Self.chunk("eXIf", Array("MM\0*\0\0\0\u{8}\0\0".utf8) + note)
                + Self.chunk("prVt", note)
            bytes.insert(contentsOf: chunks, at: 33)
            // Behind the pixels' stream.
            bytes.insert(contentsOf: Self.chunk("IDAT", note), at: bytes.count - 12)
        case .heic, .avif, .jxl:
            // Boxes that no reader needs, behind the others (ISO/IEC 14496-12 §8.1).
            for type in ["free", "skip", "udta", "uuid", "mdat", "abcd"] {
                bytes += Self.big(note.count + 8) + Array(type.utf8) + note
            }
        case .webp:
            let padded = note + (note.count % 2 == 1 ? [0x20] : [])
            for type in ["XMP ", "EXIF", "abcd"] {
                bytes += Array(type.utf8) + Self.big(padded.count).reversed() + padded
            }
            bytes.replaceSubrange(4..<8, with: Self.big(bytes.count - 8).reversed())
        case .gif:
            bytes.insert(
                contentsOf: [0x21, 0xFE, UInt8(note.count)] + note + [0]
                    + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [UInt8(note.count)] + note + [
                        0
                    ],
                at: 13 + Self.colors(bytes))
        case .tif: break
        }
        return bytes + note
    }

    /// The length of a GIF's colour table (GIF89a §18, §19).
    private static func colors(_ gif: [UInt8]) -> Int {
        gif[10] & 0x80 == 0 ? 0 : 3 << (Int(gif[10] & 7) + 1)
    }

    private static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + body
        var crc: UInt32 = ~0
        for byte in named {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        return big(body.count) + named + big(Int(~crc))
    }
}
