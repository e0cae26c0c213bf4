/// Text in which every number is spelled in ASCII, whatever script or width it was written in.
enum NumberText {
    /// Full-width forms become ASCII's, decimal digits of every script 0 to 9, and the decimal points of
    /// other scripts `.`; letters become lower case.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                plain.append(scalar)
                continue
            }
            switch scalar.value {
            // Arabic's decimal mark, middle dots and ideographic full stops.
            case 0x066B, 0x00B7, 0x2219, 0x22C5, 0x30FB, 0x3002, 0xFF61: plain.append(".")
            case 0x066C, 0x060C, 0x3001: plain.append(",")
            case 0x3000, 0x2000...0x200A, 0x202F: plain.append(" ")
            case 0xFF01...0xFF5E:
                plain.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case 0x2212: plain.append("-")
            default:
                let value = scalar.properties.numericValue ?? -1
                let isDigit = scalar.properties.numericType.map { $0 != .numeric } ?? false
                let digit = isDigit && value >= 0 ? UInt32(value) : nil
                plain.append(digit.flatMap { Unicode.Scalar($0 + 0x30) } ?? scalar)
            }
        }
        return String(plain).lowercased()
    }
}
