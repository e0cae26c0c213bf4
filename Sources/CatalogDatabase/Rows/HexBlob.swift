import ByteCoding
import Foundation
import PhotoRecords

/// Hexadecimal digits as the bytes they stand for: half the room in a table and its index.
enum HexBlob {
    /// The bytes of an even number of lower-case digits. Any other text is kept as its UTF-8
    /// behind a zero byte and a mark, which no digits of ours begin with.
    static func data(_ text: String?) -> Data? { bytes(text).map { Data($0) } }

    /// The bytes that `data(_:)` makes: an array is made sooner, which counts in a scan.
    static func bytes(_ text: String?) -> [UInt8]? {
        guard let text else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2 + 1)
        var high: UInt8?
        for byte in text.utf8 {
            guard let digit = digit(byte) else { return marked(text) }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        if high != nil || bytes.isEmpty || bytes.starts(with: mark) { return marked(text) }
        return bytes
    }

    /// The text of what `data(_:)` made.
    static func text(_ data: Data?) -> String? {
        guard let data else { return nil }
        if data.starts(with: mark) {
            return String(decoding: data.dropFirst(mark.count), as: UTF8.self)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count * 2)
        for byte in data {
            HexDigits.append(byte, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The 16 bytes of an identity.
    static func data(_ id: RecordID) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        var high: UInt8?
        for byte in id.text.utf8 {
            guard let digit = digit(byte) else { continue }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return Data(bytes)
    }

    /// The identity of 16 bytes; nil for any other number of them.
    static func recordID(_ data: Data) -> RecordID? {
        guard data.count == 16 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        for (index, byte) in data.enumerated() {
            if [4, 6, 8, 10].contains(index) { bytes.append(UInt8(ascii: "-")) }
            HexDigits.append(byte, to: &bytes)
        }
        return RecordID(String(decoding: bytes, as: UTF8.self))
    }

    private static let mark: [UInt8] = [0, 0xFF, 0x74]

    private static func marked(_ text: String) -> [UInt8] { mark + Array(text.utf8) }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
