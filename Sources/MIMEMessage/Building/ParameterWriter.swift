/// Writes a Content-Type or Content-Disposition value with its parameters.
enum ParameterWriter {
    /// The words of `value; name=…`, to be folded between.
    ///
    /// - Parameter usesEncodedWords: Whether a value that is not ASCII is written as RFC 2047
    ///   words in quotes, as old mail programs read `name=`; else by RFC 2231.
    static func words(
        _ value: String, _ parameters: [(name: String, value: String)], usesEncodedWords: Bool
    ) throws(MIMEBuildError) -> [String] {
        var words = [value]
        for parameter in parameters {
            try MIMEBuildError.refuseBreaks(
                in: parameter.value, of: "the parameter \(parameter.name)")
            guard parameter.name.utf8.allSatisfy(isToken), !parameter.name.isEmpty else {
                throw MIMEBuildError(
                    .invalidName, "“\(parameter.name)” cannot be the name of a parameter.",
                    value: parameter.name)
            }
            words[words.count - 1] += ";"
            words += try written(parameter.name, parameter.value, usesEncodedWords)
        }
        return words
    }

    private static func written(
        _ name: String, _ value: String, _ usesEncodedWords: Bool
    ) throws(MIMEBuildError) -> [String] {
        let isPrintable = value.utf8.allSatisfy { $0 >= 0x20 && $0 < .delete }
        if isPrintable, value.utf8.count + name.utf8.count <= 70, !value.contains("=?") {
            let isBare = !value.isEmpty && value.utf8.allSatisfy(isToken)
            return [name + "=" + (isBare && name != "name" ? value : FieldWriter.quoted(value))]
        }
        if usesEncodedWords {
            var words = EncodedWordWriter.encode(value, firstColumn: name.utf8.count + 3)
            guard let last = words.indices.last else { return [name + "=\"\""] }
            words[0] = name + "=\"" + words[0]
            words[last] += "\""
            return words
        }
        return try extended(name, value)
    }

    /// `name*=utf-8''…`, or as `name*0*=…; name*1*=…` where it is long (RFC 2231 §3, §4.1).
    private static func extended(
        _ name: String, _ value: String
    ) throws(MIMEBuildError) -> [String] {
        let room = FieldWriter.width - name.utf8.count - 16
        var pieces: [String] = [""]
        for scalar in value.unicodeScalars {
            let escaped = String(scalar).utf8.reduce(into: "") { text, octet in
                if octet.isLetter || octet.isDigit || octet == .hyphen || octet == .dot
                    || octet == .underscore
                {
                    text.unicodeScalars.append(Unicode.Scalar(octet))
                } else {
                    text.unicodeScalars.append("%")
                    text.unicodeScalars.append(Unicode.Scalar(UInt8.hexDigit(octet >> 4)))
                    text.unicodeScalars.append(Unicode.Scalar(UInt8.hexDigit(octet & 15)))
                }
            }
            if pieces[pieces.count - 1].utf8.count + escaped.utf8.count > room { pieces.append("") }
            pieces[pieces.count - 1] += escaped
        }
        if pieces.count == 1 { return ["\(name)*=utf-8''\(pieces[0])"] }
        // No reader takes more segments than that; ours says so of itself.
        guard pieces.count <= MIMELimits.standard.parameterSegments else {
            throw MIMEBuildError(
                .lineTooLong, "The parameter \(name) is too long for a header.", value: value)
        }
        return pieces.enumerated().map { place, piece in
            let charset = place == 0 ? "utf-8''" : ""
            let end = place < pieces.count - 1 ? ";" : ""
            return "\(name)*\(place)*=\(charset)\(piece)\(end)"
        }
    }

    /// The characters of a token (RFC 2045 §5.1), those apart that RFC 2231 gives a meaning.
    static func isToken(_ octet: UInt8) -> Bool {
        octet > 0x20 && octet < .delete && !"()<>@,;:\\\"/[]?=*'%".utf8.contains(octet)
    }
}
