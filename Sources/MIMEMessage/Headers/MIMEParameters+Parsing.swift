extension MIMEParameters {
    /// Reads `; name=value; name*0*=…` from after a media type or disposition.
    ///
    /// Continuations (RFC 2231 §3) may stand in any order; charsets and percent escapes (§4) are
    /// decoded.
    ///
    /// QUIRK: RFC 2047 §5 (3) forbids encoded words in parameters; nearly every mail program
    /// writes them, so they are decoded.
    init(
        parsing lexer: inout HeaderLexer, limit: Int, at offset: Int, defects: inout DefectList
    ) {
        var segments: [Segment] = []
        var isOver = false
        while !lexer.isAtEnd {
            guard let segment = Segment(parsing: &lexer) else { continue }
            if segments.count < limit {
                segments.append(segment)
            } else if !isOver {
                isOver = true
                defects.note(
                    .error, .parameterLimit, at: offset,
                    "There are more than \(limit) parameter segments; the rest is ignored.")
            }
        }
        if Self.standApart(segments) {
            self.init(
                segments.map {
                    Element(name: $0.name, value: EncodedWords.decode($0.value[...]))
                })
        } else {
            self.init(Self.join(segments, at: offset, defects: &defects))
        }
    }

    /// Whether there is nothing to join: few parameters, each plain and of a name of its own, as in
    /// nearly every field.
    private static func standApart(_ segments: [Segment]) -> Bool {
        guard segments.count <= 8 else { return false }
        return segments.indices.allSatisfy { place in
            let segment = segments[place]
            return segment.index == nil && !segment.isExtended
                && !segments[..<place].contains { $0.name == segment.name }
        }
    }

    /// Joins the segments of each name; `name*` wins over `name`, as RFC 5987 §4.2 has it.
    private static func join(
        _ segments: [Segment], at offset: Int, defects: inout DefectList
    ) -> [Element] {
        var order: [String] = []
        var groups: [String: [Segment]] = [:]
        for segment in segments {
            if groups[segment.name] == nil { order.append(segment.name) }
            groups[segment.name, default: []].append(segment)
        }
        return order.compactMap { name in
            guard let group = groups[name] else { return nil }
            let value: String
            if let whole = group.first(where: { $0.index == nil && $0.isExtended }) {
                value = extended([whole])
            } else if group.contains(where: { $0.index == 0 })
                || !group.contains(where: { $0.index == nil })
            {
                let pieces = group.filter { $0.index != nil }
                    .sorted { ($0.index ?? 0) < ($1.index ?? 0) }
                for (place, piece) in pieces.enumerated() where piece.index != place {
                    defects.note(
                        .warning, .malformedParameter, at: offset,
                        "The segments of the parameter \(name) are not consecutive.")
                    break
                }
                value = extended(pieces)
            } else if let plain = group.first(where: { $0.index == nil }) {
                value = EncodedWords.decode(plain.value[...])
            } else {
                return nil
            }
            return Element(name: name, value: value)
        }
    }

    /// Decodes segments, some of which may be percent-encoded, in the charset the first one names.
    private static func extended(_ pieces: [Segment]) -> String {
        guard let first = pieces.first else { return "" }
        var charset: String?
        var octets: [UInt8] = []
        for (place, piece) in pieces.enumerated() {
            var value = piece.value[...]
            if place == 0, piece.isExtended, let stated = Self.charset(of: value) {
                charset = String(decoding: stated.label, as: UTF8.self)
                value = stated.rest
            }
            octets += piece.isExtended ? percentDecoded(value) : Array(value)
        }
        if let charset, !charset.isEmpty { return Charset(label: charset).decode(octets).text }
        // QUIRK: RFC 2231 §4: an encoded word cut into segments, or raw octets.
        return first.isExtended ? RawText.decode(octets[...]) : EncodedWords.decode(octets[...])
    }

    /// Splits `charset'language'rest`.
    private static func charset(
        of value: ArraySlice<UInt8>
    ) -> (label: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        guard let first = value.firstIndex(of: .apostrophe),
            let second = value[(first + 1)...].firstIndex(of: .apostrophe)
        else { return nil }
        return (value[..<first], value[(second + 1)...])
    }

    /// Decodes percent escapes; one that is none is kept as it stands.
    private static func percentDecoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(value.count)
        var index = value.startIndex
        while index < value.endIndex {
            if value[index] == .percent, index + 2 < value.endIndex,
                let high = value[index + 1].hexValue, let low = value[index + 2].hexValue
            {
                octets.append(high << 4 | low)
                index += 3
            } else {
                octets.append(value[index])
                index += 1
            }
        }
        return octets
    }

    /// One `name*index*=value`.
    private struct Segment {
        var name: String
        var index: Int?
        var isExtended: Bool
        var value: [UInt8]

        /// Reads up to after the next semicolon; nil where no parameter stands before it.
        init?(parsing lexer: inout HeaderLexer) {
            lexer.skipBlanksAndComments()
            if lexer.take(.semicolon) { return nil }
            var rawName = lexer.text { $0 == .equals || $0 == .semicolon }
            guard lexer.take(.equals) else {
                _ = lexer.take(.semicolon)
                return nil
            }
            rawName = rawName.trimmed
            // QUIRK: RFC 2045 §5.1: no semicolon before the parameter, `text/plain charset=x`.
            if let blank = rawName.lastIndex(where: \.isBlankOrBreak) {
                rawName = rawName[(blank + 1)...]
            }
            lexer.skipBlanksAndComments()
            if lexer.current == .quote {
                value = Self.quotedValue(parsing: &lexer)
            } else {
                value = Self.tokenValue(parsing: &lexer)
            }
            isExtended = false
            if rawName.last == .asterisk {
                isExtended = true
                rawName = rawName.dropLast()
            }
            if let star = rawName.lastIndex(of: .asterisk),
                let number = Int(String(decoding: rawName[(star + 1)...], as: UTF8.self)),
                number >= 0
            {
                index = number
                rawName = rawName[..<star]
            }
            guard !rawName.isEmpty else { return nil }
            name = RawText.decode(rawName).asciiLowercased
        }

        private static func quotedValue(parsing lexer: inout HeaderLexer) -> [UInt8] {
            var value = lexer.quotedString()
            lexer.skipBlanksAndComments()
            // QUIRK: RFC 2045 §5.1: quotes inside a quoted value that are not escaped,
            // `name="a "b" c.pdf"`: what stands before the next semicolon still belongs to it.
            let rest = lexer.text { $0 == .semicolon }
            if rest.contains(.quote), !rest.contains(.equals) {
                value += rest.filter { $0 != .quote }
            }
            _ = lexer.take(.semicolon)
            return value
        }

        /// QUIRK: RFC 2045 §5.1: values with blanks or other specials that should be quoted,
        /// `name=my photo.jpg`, run to the semicolon.
        private static func tokenValue(parsing lexer: inout HeaderLexer) -> [UInt8] {
            let value = lexer.text { $0 == .semicolon }.trimmed
            _ = lexer.take(.semicolon)
            guard let comment = value.firstIndex(of: .openParenthesis), comment > value.startIndex,
                value[comment - 1].isBlank, value.last == .closeParenthesis
            else { return Array(value) }
            return Array(value[..<comment].trimmed)
        }
    }
}
