/// Writes bodies: the content fields of a part, an empty line, and the encoded body.
struct BodyWriter {
    private let seedHash: UInt64
    private var multiparts: UInt64 = 0

    init(seed: String) { seedHash = Self.hash(seed.utf8, 0xCBF2_9CE4_8422_2325) }

    /// Writes the content fields and the body; no line break follows it.
    mutating func write(_ body: MIMEBody, into message: inout MessageAssembly)
        throws(MIMEBuildError)
    {
        try check(body.type)
        switch body.content {
        case .parts(let parts): try write(parts, of: body, into: &message)
        case .text(let text):
            let lines = Self.withLineFeeds(text)
            let encoding = Self.encoding(for: lines)
            try writeFields(body, encoding, boundary: nil, into: &message)
            switch encoding {
            case .base64: message.appendBase64(Self.withLineBreaks(lines))
            case .quotedPrintable: message.append(QuotedPrintable.encode(lines))
            default: message.append(Self.withLineBreaks(lines))
            }
        case .octets(let octets):
            try writeFields(body, .base64, boundary: nil, into: &message)
            message.appendBase64(octets)
        case .message(let octets):
            let encoding: TransferEncoding = octets.isASCII ? .sevenBit : .eightBit
            try writeFields(body, encoding, boundary: nil, into: &message)
            message.append(octets)
        }
    }

    private mutating func write(
        _ parts: [MIMEBody], of body: MIMEBody, into message: inout MessageAssembly
    ) throws(MIMEBuildError) {
        let boundary = boundary(for: parts)
        let isEightBit = parts.contains(where: Self.isEightBit)
        try writeFields(body, isEightBit ? .eightBit : nil, boundary: boundary, into: &message)
        for (place, part) in parts.enumerated() {
            // The empty line after the fields belongs to the first boundary.
            if place > 0 { message.append("\r\n") }
            message.append("--\(boundary)\r\n")
            try write(part, into: &message)
        }
        message.append("\(parts.isEmpty ? "" : "\r\n")--\(boundary)--\r\n")
    }

    private func writeFields(
        _ body: MIMEBody, _ encoding: TransferEncoding?, boundary: String?,
        into message: inout MessageAssembly
    ) throws(MIMEBuildError) {
        var fields = FieldWriter()
        var parameters = body.type.parameters.map { (name: $0.name, value: $0.value) }
        if let boundary { parameters.append(("boundary", boundary)) }
        if let name = body.fileName { parameters.append(("name", name)) }
        try fields.words(
            .contentType,
            ParameterWriter.words(body.type.essence, parameters, usesEncodedWords: true))
        if let encoding { try fields.words(.contentTransferEncoding, [encoding.rawValue]) }
        if let disposition = body.disposition {
            let names = body.fileName.map { [(name: "filename", value: $0)] } ?? []
            try fields.words(
                .contentDisposition,
                ParameterWriter.words(disposition, names, usesEncodedWords: false))
        }
        if let contentID = body.contentID { try fields.identifiers(.contentID, [contentID]) }
        if let description = body.description {
            try fields.unstructured(.contentDescription, description)
        }
        message.append(fields.bytes)
        message.append("\r\n")
    }

    private func check(_ type: MediaType) throws(MIMEBuildError) {
        guard !type.type.isEmpty, !type.subtype.isEmpty,
            type.type.utf8.allSatisfy(ParameterWriter.isToken),
            type.subtype.utf8.allSatisfy(ParameterWriter.isToken)
        else {
            throw MIMEBuildError(
                .invalidName, "“\(type.essence)” cannot be a media type.", value: type.essence)
        }
    }

    // MARK: Text

    /// The shortest encoding that is 7-bit and lives through transport: as it stands if all lines
    /// are short ASCII, base64 if most of it is not ASCII, else quoted-printable.
    private static func encoding(for lines: [UInt8]) -> TransferEncoding {
        var foreign = 0
        var column = 0
        var isPlain = true
        for octet in lines {
            column = octet == .lf ? 0 : column + 1
            if octet >= 0x80 { foreign += 1 }
            if octet >= 0x80 || column > 78 || (octet.isControl && octet != .lf) { isPlain = false }
        }
        if isPlain, !hasMangledLine(lines) { return .sevenBit }
        return foreign * 3 > lines.count ? .base64 : .quotedPrintable
    }

    /// Whether a line begins with `From ` or is a dot alone, which transports change.
    private static func hasMangledLine(_ lines: [UInt8]) -> Bool {
        var position = 0
        while position < lines.count {
            let (end, next) = lines.line(at: position, to: lines.count)
            if lines[position] == .dot, end == position + 1 { return true }
            if lines.hasText("From ", at: position) { return true }
            position = next
        }
        return false
    }

    /// The text's octets, every kind of line break made LF.
    private static func withLineFeeds(_ text: String) -> [UInt8] {
        let octets = Array(text.utf8)
        guard octets.firstIndex(of: .cr, from: 0, to: octets.count) != nil else { return octets }
        var lines: [UInt8] = []
        lines.reserveCapacity(octets.count)
        var previous: UInt8 = 0
        for octet in octets {
            if octet == .cr {
                lines.append(.lf)
            } else if octet != .lf || previous != .cr {
                lines.append(octet)
            }
            previous = octet
        }
        return lines
    }

    private static func withLineBreaks(_ lines: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(lines.count + lines.count / 16)
        var position = 0
        while let feed = lines.firstIndex(of: .lf, from: position, to: lines.count) {
            result += lines[position..<feed]
            result += [.cr, .lf]
            position = feed + 1
        }
        result += lines[position...]
        return result
    }

    // MARK: Boundaries

    /// A boundary that occurs in none of the parts.
    ///
    /// It begins with `=_`, which neither base64 nor quoted-printable can hold; text that stands
    /// as it is, and embedded messages, are searched.
    private mutating func boundary(for parts: [MIMEBody]) -> String {
        multiparts += 1
        var hash = Self.hash("\(multiparts)".utf8, seedHash)
        while true {
            let boundary = "=_\(String(hash, radix: 36))_\(multiparts)"
            if !parts.contains(where: { Self.holds(boundary, $0) }) { return boundary }
            hash = Self.hash(boundary.utf8, hash)
        }
    }

    private static func holds(_ boundary: String, _ body: MIMEBody) -> Bool {
        switch body.content {
        case .text(let text): holds(boundary, Array(text.utf8))
        case .octets: false
        case .message(let octets): holds(boundary, octets)
        case .parts(let parts): parts.contains { holds(boundary, $0) }
        }
    }

    private static func holds(_ boundary: String, _ octets: [UInt8]) -> Bool {
        let wanted = Array(boundary.utf8)
        var position = 0
        while let sign = octets.firstIndex(of: .equals, from: position, to: octets.count) {
            if octets[sign...].starts(with: wanted) { return true }
            position = sign + 1
        }
        return false
    }

    private static func isEightBit(_ body: MIMEBody) -> Bool {
        switch body.content {
        case .text, .octets: false
        case .message(let octets): !octets.isASCII
        case .parts(let parts): parts.contains(where: isEightBit)
        }
    }

    /// FNV-1a.
    private static func hash(_ octets: some Sequence<UInt8>, _ start: UInt64) -> UInt64 {
        octets.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
