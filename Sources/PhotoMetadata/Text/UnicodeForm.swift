/// The encoding form of a text file by its first bytes: a byte order mark, or where the zeros
/// beside its first `<` stand (XML 1.0 appendix F).
enum UnicodeForm: Equatable {
    case utf8
    case utf16(littleEndian: Bool)
    case utf32(littleEndian: Bool)

    /// The form that the bytes show; UTF-8 if they show none.
    init(of bytes: ArraySlice<UInt8>) {
        // Nearly every packet: this stands in the hot loop of a scan.
        if let first = bytes.first, first != 0, first < 0xFE, bytes.dropFirst().first != 0 {
            self = .utf8
            return
        }
        let head = Array(bytes.prefix(4))
        switch true {
        case head == [0xFF, 0xFE, 0, 0], Self.begins(head, [nil, 0, 0, 0]):
            self = .utf32(littleEndian: true)
        case head == [0, 0, 0xFE, 0xFF], Self.begins(head, [0, 0, 0, nil]):
            self = .utf32(littleEndian: false)
        case head.starts(with: [0xFF, 0xFE]), Self.begins(head, [nil, 0]):
            self = .utf16(littleEndian: true)
        case head.starts(with: [0xFE, 0xFF]), Self.begins(head, [0, nil]):
            self = .utf16(littleEndian: false)
        default: self = .utf8
        }
    }

    /// Whether bytes begin with UTF-16's byte order mark.
    static func isMarked(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    // A character of ASCII where nil stands.
    private static func begins(_ head: [UInt8], _ pattern: [UInt8?]) -> Bool {
        head.count >= pattern.count
            && zip(head, pattern).allSatisfy { byte, wanted in
                wanted.map { $0 == byte } ?? (byte != 0 && byte < 0x80)
            }
    }

    /// The text in UTF-8 without its byte order mark; units that are no characters become
    /// U+FFFD.
    func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .utf8:
            return Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes)
        case .utf16(let littleEndian):
            let units = Self.units(bytes, 2, littleEndian).map { UInt16(truncatingIfNeeded: $0) }
            return Array(String(decoding: units, as: UTF16.self).utf8).withoutMark
        case .utf32(let littleEndian):
            var text = String.UnicodeScalarView()
            for unit in Self.units(bytes, 4, littleEndian) {
                text.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
            }
            return Array(String(text).utf8).withoutMark
        }
    }

    private static func units(
        _ bytes: ArraySlice<UInt8>, _ size: Int, _ littleEndian: Bool
    ) -> [UInt32] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count - bytes.count % size, by: size).map { at in
            (0..<size).reduce(UInt32(0)) { value, index in
                value << 8 | UInt32(bytes[littleEndian ? at + size - 1 - index : at + index])
            }
        }
    }
}

extension [UInt8] {
    /// Without UTF-8's byte order mark in front.
    fileprivate var withoutMark: [UInt8] {
        starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
    }
}
