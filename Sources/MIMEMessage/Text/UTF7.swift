/// UTF-7 (RFC 2152), which the WHATWG standard has no codec for; old mail has it.
enum UTF7 {
    static func decode(_ octets: [UInt8]) -> (text: String, defect: MIMEDefect.Code?) {
        var units: [UInt16] = []
        var index = 0
        var defect: MIMEDefect.Code?
        while index < octets.count {
            let octet = octets[index]
            index += 1
            guard octet == UInt8(ascii: "+") else {
                if octet >= 0x80 { defect = .invalidText }
                units.append(octet < 0x80 ? UInt16(octet) : 0xFFFD)
                continue
            }
            let end = octets[index...].firstIndex { !isDigit($0) } ?? octets.count
            if end == index {
                // `+-` is a plus sign.
                units.append(UInt16(octet))
            } else {
                let pairs = Base64.decode(octets[index..<end]).octets
                for place in stride(from: 0, to: pairs.count - 1, by: 2) {
                    units.append(UInt16(pairs[place]) << 8 | UInt16(pairs[place + 1]))
                }
            }
            index = end < octets.count && octets[end] == .hyphen ? end + 1 : end
        }
        return (String(decoding: units, as: UTF16.self), defect)
    }

    private static func isDigit(_ octet: UInt8) -> Bool {
        octet.isLetter || octet.isDigit || octet == UInt8(ascii: "+") || octet == .slash
    }
}
