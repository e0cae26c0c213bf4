import PhotoRecords

/// Text in which every number is spelled in ASCII, whatever script or width it was written in.
enum NumberText {
    /// Full-width forms become ASCII's, decimal digits of every script and the ideographs of digits
    /// 0 to 9, the decimal points of other scripts `.`, what is used for degrees `°`, for minutes `'`;
    /// letters become lower case. What shows nothing and marks above digits go: they would part the
    /// digits of a number.
    static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                plain.append(scalar)
            } else if let other = other(scalar, after: plain.last) {
                plain.append(other)
            }
        }
        return String(plain).lowercased()
    }

    /// What becomes of a scalar beyond ASCII; nil for nothing.
    private static func other(
        _ scalar: Unicode.Scalar, after last: Unicode.Scalar?
    ) -> Unicode.Scalar? {
        switch scalar.value {
        // Arabic's decimal mark, dots above, below and in the middle, ideographic full stops.
        case 0x066B, 0x00B7, 0x02D9, 0x0387, 0x2022, 0x2024, 0x2027, 0x2219, 0x22C5, 0x2E31, 0x2E33,
            0x30FB, 0x3002, 0xFE52, 0xFF61, 0xFF65:
            return "."
        case 0x066C, 0x060C, 0x201A, 0x3001, 0xFE10, 0xFE50: return ","
        case 0x3000, 0x2000...0x200A, 0x202F, 0x205F, 0x2028, 0x2029, 0x0085: return " "
        case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0)
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63: return "-"
        case 0xFE62, 0xFF0B: return "+"
        // Rings and small circles; a raised zero behind a digit is one.
        case 0x02DA, 0x2218, 0x25CB, 0x25E6, 0x26AC, 0x1D52, 0x309C: return "°"
        case 0x2070 where last.map(isDigit) ?? false: return "°"
        case 0x00B4, 0x02B9, 0x02BC, 0x02C8, 0x02CA, 0x0374, 0x2018, 0x2019, 0x201B, 0x2032,
            0x2035, 0xA78C:
            return "'"
        case 0x02BA, 0x02DD, 0x201C, 0x201D, 0x201F, 0x2033, 0x2036, 0x3003: return "\""
        case 0x3007: return "0"
        default: break
        }
        if Folding.isInvisible(scalar) { return nil }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return nil
        default: break
        }
        if let digit = ideographs.firstIndex(of: scalar) {
            return Unicode.Scalar(UInt32(0x31 + digit))
        }
        let hasDigit = scalar.properties.numericType.map { $0 != .numeric } ?? false
        guard hasDigit, let value = scalar.properties.numericValue, (0...9).contains(value) else {
            return scalar
        }
        return Unicode.Scalar(UInt32(value) + 0x30)
    }

    private static let ideographs = Array("一二三四五六七八九".unicodeScalars)

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    /// The text with the blanks, points of lists and the like taken out that part single digits: so
    /// numbers are written that are not to be found (`4 8 . 8 5 8 3 7`); nil where none is so
    /// written.
    static func joined(_ plain: String) -> String? {
        let bytes = Array(plain.utf8)
        var joined: [UInt8] = []
        var index = 0
        var isChanged = false
        while index < bytes.count {
            joined.append(bytes[index])
            index += 1
            guard isNumeric(bytes[index - 1]) else { continue }
            // Single digits and the decimal point between them, each behind one sign that is no
            // part of a number.
            var end = index
            while end + 1 < bytes.count, isGap(bytes[end]), isNumeric(bytes[end + 1]),
                end + 2 >= bytes.count || !isDigit(bytes[end + 2])
            {
                end += 2
            }
            guard end - index >= 2 * leastDigits, index < 2 || !isDigit(bytes[index - 2]) else {
                continue
            }
            isChanged = true
            while index < end {
                joined.append(bytes[index + 1])
                index += 2
            }
        }
        return isChanged ? String(decoding: joined, as: UTF8.self) : nil
    }

    private static let leastDigits = 4

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    private static func isNumeric(_ byte: UInt8) -> Bool { isDigit(byte) || byte == 0x2E }
    private static func isGap(_ byte: UInt8) -> Bool {
        [0x20, 0x5F, 0x2D, 0x7C, 0x2A, 0x09].contains(byte)
    }
}
