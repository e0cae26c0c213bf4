import OutputText

/// Writes the parameters of a Content-Type or Content-Disposition field.
enum ParameterWriter {
    /// Writes the field's value, before its parameters.
    static func value(
        _ value: String, in field: inout FieldWriter, into text: inout [UInt8]
    ) throws(WitError) {
        try field.word(value, into: &text)
    }

    /// Adds `; name=value`, the semicolon to the word before.
    ///
    /// - Parameter usesEncodedWords: Whether a value that is not ASCII is written as RFC 2047
    ///   words in quotes, as old mail programs read `name=`; else by RFC 2231.
    static func append(
        _ name: String, _ value: String, usesEncodedWords: Bool, to field: inout FieldWriter,
        into text: inout [UInt8]
    ) throws(WitError) {
        try WitError.refuseBreaks(in: value, of: "the parameter \(name)")
        guard name.utf8.allSatisfy(isToken), !name.isEmpty else {
            throw WitError(
                .invalidName, "“\(name)” is not a valid parameter name.", value: name)
        }
        field.add(.semicolon, into: &text)
        let isPrintable = value.utf8.allSatisfy { $0 >= 0x20 && $0 < .delete }
        if isPrintable, value.utf8.count + name.utf8.count <= 70,
            !EncodedWordWriter.holdsMark(value)
        {
            let isBare = !value.isEmpty && name != "name" && value.utf8.allSatisfy(isToken)
            let written = isBare ? value : FieldWriter.quoted(value)
            try field.begin(name.utf8.count + 1 + written.utf8.count, value, into: &text)
            text += name.utf8
            text.append(.equals)
            text += written.utf8
            return
        }
        let words =
            usesEncodedWords ? encoded(name, value) : try extended(name, value)
        for word in words { try field.word(word, into: &text) }
    }

    private static func encoded(_ name: String, _ value: String) -> [String] {
        var words = EncodedWordWriter.encode(value, firstColumn: name.utf8.count + 3)
        guard let last = words.indices.last else { return [name + "=\"\""] }
        words[0] = name + "=\"" + words[0]
        words[last] += "\""
        return words
    }

    /// `name*=utf-8''…`, or as `name*0*=…; name*1*=…` where it is long (RFC 2231 §3, §4.1).
    private static func extended(
        _ name: String, _ value: String
    ) throws(WitError) -> [String] {
        let room = FieldWriter.width - name.utf8.count - 16
        var pieces: [[UInt8]] = [[]]
        for scalar in value.unicodeScalars {
            var escaped: [UInt8] = []
            for octet in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                if octet.isLetter || octet.isDigit || octet == .hyphen || octet == .dot
                    || octet == .underscore
                {
                    escaped.append(octet)
                } else {
                    escaped += [.percent, .hexDigit(octet >> 4), .hexDigit(octet & 15)]
                }
            }
            if pieces[pieces.count - 1].count + escaped.count > room { pieces.append([]) }
            pieces[pieces.count - 1] += escaped
        }
        let texts = pieces.map { String(decoding: $0, as: UTF8.self) }
        if texts.count == 1 { return ["\(name)*=utf-8''\(texts[0])"] }
        // No reader takes more segments than that; ours says so of itself.
        guard texts.count <= MIMELimits.standard.parameterSegments else {
            throw WitError(
                .lineTooLong, "The parameter \(name) is too long for a header.", value: value)
        }
        return texts.enumerated().map { place, piece in
            let charset = place == 0 ? "utf-8''" : ""
            let end = place < texts.count - 1 ? ";" : ""
            return "\(name)*\(place)*=\(charset)\(piece)\(end)"
        }
    }

    /// The characters of a token (RFC 2045 §5.1), those apart that RFC 2231 gives a meaning.
    static func isToken(_ octet: UInt8) -> Bool {
        guard octet > 0x20, octet < .delete else { return false }
        return octet.isLetter || octet.isDigit || octet == .hyphen || octet == .dot
            || octet == .underscore || !"()<>@,;:\\\"/[]?=*'%".utf8.contains(octet)
    }
}
