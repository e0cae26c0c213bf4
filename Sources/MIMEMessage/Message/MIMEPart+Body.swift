extension MIMEPart {
    /// The body's octets, its transfer encoding undone; of a multipart, as they stand.
    ///
    /// Never fails: damage is passed over. No more than ``MIMELimits/decodedBytes``.
    public func decodedBody() -> [UInt8] { decoded().octets }

    /// The body's octets, its transfer encoding undone, and what was odd about it.
    public func decoded() -> (octets: [UInt8], defects: [MIMEDefect]) {
        let encoding = isMultipart ? .binary : transferEncoding
        let decoded = encoding.decode(
            source.bytes, bodyRange, limit: source.limits.decodedBytes)
        return (decoded.octets, decoded.flaws.map(defect))
    }

    /// Decodes the body piece by piece, straight to where it goes: memory stays flat for a body of
    /// any size.
    ///
    /// ```swift
    /// var hash = SHA256()
    /// let defects = part.decode { hash.update(data: $0) }
    /// ```
    ///
    /// - Parameter body: Takes each piece, in order, of some hundred kilobytes at most.
    /// - Returns: What was odd about the body.
    /// - Throws: What `body` throws; nothing comes after that.
    @discardableResult
    public func decode(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows -> [MIMEDefect] {
        let encoding = isMultipart ? .binary : transferEncoding
        return try encoding.decode(
            source.bytes, bodyRange, limit: source.limits.decodedBytes, body
        ).map(defect)
    }

    /// The first octets of the decoded body, no more than so many; the rest stays undecoded.
    public func decodedPrefix(_ count: Int) -> [UInt8] {
        // Base64 takes at least 4 octets for 3; junk and line breaks take more.
        let body = bodyRange.prefix(max(count, 64) * 4)
        let encoding = isMultipart ? .binary : transferEncoding
        return encoding.decode(source.bytes, body, limit: max(count, 0)).octets
    }

    private func defect(_ flaw: DecodedBody.Flaw) -> MIMEDefect {
        MIMEDefect(
            flaw.severity, flaw.code, at: bodyRange.lowerBound + flaw.offset, flaw.message)
    }

    /// The body as text in its charset; lines end with LF, a byte order mark is left out.
    ///
    /// `format=flowed` is not undone: see ``flowedText()``.
    public func decodedText() -> String { text().text }

    /// The body as text, and what was odd about it.
    ///
    /// - Parameter limit: The most octets that are decoded; the rest is cut off.
    public func text(upTo limit: Int = .max) -> (text: String, defects: [MIMEDefect]) {
        let (octets, charset, defects) = textOctets(upTo: limit)
        var (text, defect) = charset.decode(octets)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return (text, defects + charsetDefect(defect, charset))
    }

    /// What is odd about the body's charset; the text is not made ready.
    ///
    /// - Parameter limit: The most octets that are decoded; the rest is not looked at.
    package func charsetDefects(upTo limit: Int = .max) -> [MIMEDefect] {
        let (octets, charset, _) = textOctets(upTo: limit)
        return charsetDefect(charset.defect(in: octets), charset)
    }

    /// The body's octets as a text's, its lines ending with LF, and their charset.
    private func textOctets(
        upTo limit: Int
    ) -> (octets: [UInt8], charset: Charset, defects: [MIMEDefect]) {
        let encoding = isMultipart ? .binary : transferEncoding
        let decoded = encoding.decode(
            source.bytes, bodyRange, limit: min(source.limits.decodedBytes, max(limit, 0)))
        let charset = Charset(label: contentType.charset ?? "us-ascii")
        var octets = decoded.octets
        if octets.contains(.cr), !charset.hasWideUnits {
            octets = Self.withoutCarriageReturns(octets)
        }
        return (octets, charset, decoded.flaws.map(defect))
    }

    private func charsetDefect(_ code: MIMEDefect.Code?, _ charset: Charset) -> [MIMEDefect] {
        guard let code else { return [] }
        let message =
            code == .unknownCharset
            ? "The charset “\(charset.label)” is not known; the text was guessed."
            : "The text has octets that are invalid in \(charset.label)."
        return [MIMEDefect(.warning, code, at: bodyRange.lowerBound, message)]
    }

    /// The body as text with the lines joined that flow, if it is `format=flowed` (RFC 3676).
    public func flowedText() -> String { flowed(decodedText()) }

    /// The body's text, which has been decoded, with the lines joined that flow.
    public func flowed(_ text: String) -> String {
        guard contentType.parameters["format"]?.asciiLowercased == "flowed" else { return text }
        let deletesSpace = contentType.parameters["delsp"]?.asciiLowercased == "yes"
        return FlowedText.unfold(text, deletesSpace: deletesSpace)
    }

    /// Takes CR from before LF. In charsets of more octets than one, UTF-16 and UTF-32 apart, no
    /// such pair of octets is anything but a line break.
    private static func withoutCarriageReturns(_ octets: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(octets.count)
        for (place, octet) in octets.enumerated() {
            if octet == .cr, place + 1 < octets.count, octets[place + 1] == .lf { continue }
            result.append(octet)
        }
        return result
    }
}
