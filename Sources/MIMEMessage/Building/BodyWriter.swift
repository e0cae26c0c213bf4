import OutputText

/// Writes bodies: the content fields of a part, an empty line, and the encoded body.
struct BodyWriter {
    private var boundaries: BoundaryMaker

    /// A writer whose boundaries follow from a seed and the octets of the header.
    init(seed: String, header: [UInt8]) {
        boundaries = BoundaryMaker(seed: seed, header: header)
    }

    /// Writes the content fields and the body; no line break follows it.
    mutating func write(_ body: MIMEBody, into message: inout MessageAssembly)
        throws(WitError)
    {
        try Self.check(body.type)
        switch body.content {
        case .parts(let parts): try write(parts, of: body, into: &message)
        case .text(let text):
            let lines = TextLines(text)
            try writeFields(body, lines.encoding, boundary: nil, into: &message.text)
            lines.write(into: &message.text)
        case .octets(let content):
            try writeFields(body, .base64, boundary: nil, into: &message.text)
            try message.appendBase64(content)
        case .message(let content):
            let survey = try boundaries.survey(content)
            try writeFields(
                body, survey.isASCII ? .sevenBit : .eightBit, boundary: nil, into: &message.text)
            try message.append(content, last: survey.last)
        }
    }

    private mutating func write(
        _ parts: [MIMEBody], of body: MIMEBody, into message: inout MessageAssembly
    ) throws(WitError) {
        let boundary = try boundaries.boundary(for: parts)
        let isEightBit = try boundaries.isEightBit(parts)
        try writeFields(
            body, isEightBit ? .eightBit : nil, boundary: boundary, into: &message.text)
        for (place, part) in parts.enumerated() {
            // The empty line after the fields belongs to the first boundary.
            message.text.append(place > 0 ? "\r\n--" : "--")
            message.text += boundary.utf8
            message.text.append("\r\n")
            try write(part, into: &message)
        }
        message.text.append(parts.isEmpty ? "--" : "\r\n--")
        message.text += boundary.utf8
        message.text.append("--\r\n")
    }

    private func writeFields(
        _ body: MIMEBody, _ encoding: TransferEncoding?, boundary: String?,
        into text: inout [UInt8]
    ) throws(WitError) {
        var type = FieldWriter(.contentType, into: &text)
        try ParameterWriter.value(body.type.essence, in: &type, into: &text)
        for parameter in body.type.parameters {
            try ParameterWriter.append(
                parameter.name, parameter.value, usesEncodedWords: true, to: &type, into: &text)
        }
        for case let (name, value?) in [("boundary", boundary), ("name", body.fileName)] {
            try ParameterWriter.append(
                name, value, usesEncodedWords: true, to: &type, into: &text)
        }
        type.end(into: &text)
        if let encoding {
            var field = FieldWriter(.contentTransferEncoding, into: &text)
            try field.word(encoding.rawValue, into: &text)
            field.end(into: &text)
        }
        if let disposition = body.disposition {
            var field = FieldWriter(.contentDisposition, into: &text)
            try ParameterWriter.value(disposition, in: &field, into: &text)
            if let name = body.fileName {
                try ParameterWriter.append(
                    "filename", name, usesEncodedWords: false, to: &field, into: &text)
            }
            field.end(into: &text)
        }
        if let contentID = body.contentID {
            try FieldWriter.identifiers(.contentID, [contentID], into: &text)
        }
        if let description = body.description {
            try FieldWriter.unstructured(.contentDescription, description, into: &text)
        }
        text.append("\r\n")
    }

    private static func check(_ type: MediaType) throws(WitError) {
        guard !type.type.isEmpty, !type.subtype.isEmpty,
            type.type.utf8.allSatisfy(ParameterWriter.isToken),
            type.subtype.utf8.allSatisfy(ParameterWriter.isToken)
        else {
            throw WitError(
                .invalidName, "“\(type.essence)” is not a valid media type.", value: type.essence)
        }
    }
}
