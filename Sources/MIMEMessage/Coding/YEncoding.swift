import ByteCoding

/// yEnc (yEncode draft 1.3, <http://www.yenc.org/yenc-draft.1.3.txt>): octets that stand nearly as
/// they are, as Usenet has them. There is no standard of it for MIME.
enum YEncoding {
    /// Decodes from the `=ybegin` line to the `=yend` line; checks size and CRC-32.
    static func decode(_ body: ArraySlice<UInt8>) -> DecodedBody {
        var decoded = DecodedBody(octets: [])
        decoded.octets.reserveCapacity(body.count)
        var index = body.startIndex
        var begin = YEncKeywords()
        var end: YEncKeywords?
        while index < body.endIndex, end == nil {
            let feed = body[index...].firstIndex(of: .lf) ?? body.endIndex
            let line = body[index..<feed].last == .cr ? body[index..<feed - 1] : body[index..<feed]
            if line.starts(with: "=ybegin ".utf8) {
                begin = YEncKeywords(line)
            } else if line.starts(with: "=yend ".utf8) {
                end = YEncKeywords(line)
            } else if !line.starts(with: "=ypart ".utf8) {
                decode(line, into: &decoded.octets)
            }
            index = feed < body.endIndex ? feed + 1 : feed
        }
        check(&decoded, begin, end, at: index - body.startIndex)
        return decoded
    }

    private static func decode(_ line: ArraySlice<UInt8>, into octets: inout [UInt8]) {
        var isEscaped = false
        for octet in line {
            if octet == .equals, !isEscaped {
                isEscaped = true
                continue
            }
            octets.append(octet &- (isEscaped ? 64 + 42 : 42))
            isEscaped = false
        }
    }

    private static func check(
        _ decoded: inout DecodedBody, _ begin: YEncKeywords, _ end: YEncKeywords?, at place: Int
    ) {
        guard let end else {
            decoded.note(.warning, .yencDamaged, at: place, "The yEnc data has no end.")
            return
        }
        if let size = end["size"].flatMap({ Int($0) }), size != decoded.octets.count {
            decoded.note(
                .warning, .yencDamaged, at: place,
                "The yEnc data should be \(size) octets but is \(decoded.octets.count).")
        }
        // Of one part of several `crc32` is that of the whole file.
        let isPart = begin["part"] != nil
        guard let stated = end["pcrc32"] ?? (isPart ? nil : end["crc32"]),
            let checksum = UInt32(stated, radix: 16)
        else { return }
        if checksum != CRC32.checksum(decoded.octets) {
            decoded.note(
                .warning, .yencDamaged, at: place, "The checksum of the yEnc data is wrong.")
        }
    }
}

/// The keywords of a line of yEnc: `=ybegin line=128 size=123456 name=photo.jpg`.
struct YEncKeywords {
    private var values: [String: String] = [:]

    init() {}

    /// Reads a line; `name` comes last and runs to its end, blanks and all.
    init(_ line: ArraySlice<UInt8>) {
        var rest = line.drop { $0 != .space }.dropFirst()
        while let equals = rest.firstIndex(of: .equals) {
            let key = RawText.decode(rest[..<equals].trimmed)
            rest = rest[(equals + 1)...]
            let isName = key == "name"
            let end = isName ? rest.endIndex : rest.firstIndex(of: .space) ?? rest.endIndex
            let value = rest[..<end].trimmed
            values[key] = RawText.decode(value)
            rest = rest[end...]
        }
    }

    subscript(key: String) -> String? { values[key] }
}
