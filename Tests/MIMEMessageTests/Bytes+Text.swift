import Testing

/// How the lines of a test's message end.
enum LineEnds: String, CaseIterable, CustomTestStringConvertible {
    case lf = "\n"
    case crlf = "\r\n"

    var testDescription: String { self == .lf ? "LF" : "CRLF" }

    /// The octets of a text written with LF.
    func bytes(_ text: String) -> [UInt8] {
        Array(
            text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
                .joined(separator: Array(rawValue.utf8)))
    }
}

extension [UInt8] {
    /// The octets as UTF-8 text.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Some octets so many times: many times faster, unoptimised, than `joined()` of an array of them.
    init(repeating octets: [UInt8], times: Int) {
        self = []
        reserveCapacity(octets.count * times)
        for _ in 0..<times { self += octets }
    }
}
