extension MIMEPart {
    /// The files that stand uuencoded in a plain text; nil where there is none.
    func uuencodedContents() -> PackedContents? {
        guard children.isEmpty, contentType.essence == "text/plain",
            transferEncoding != .uuencode
        else { return nil }
        let octets: MIMESource
        let place: Range<Int>
        if transferEncoding.isIdentity {
            (octets, place) = (source, bodyRange)
        } else {
            octets = MIMESource(bytes: decodedBody(), limits: source.limits)
            place = octets.bytes.indices
        }
        let found = UUFiles(octets.bytes, in: place, limit: source.limits.parts)
        guard !found.files.isEmpty else { return nil }
        var contents = PackedContents(format: .uuencode)
        for (index, file) in found.files.enumerated() {
            contents.parts.append(
                MIMEPart(
                    packed: file.lines, in: octets, path: path + ".\(index + 1)",
                    type: .octetStream, fileName: file.name, encoding: .uuencode))
            if !file.isEnded {
                contents.defects.append(
                    MIMEDefect(
                        .warning, .uuencodeDamaged, at: bodyRange.lowerBound,
                        "A uuencoded file in the text has no end."))
            }
        }
        if found.isOverLimit {
            contents.defects.append(
                MIMEDefect(
                    .error, .partLimit, at: bodyRange.lowerBound,
                    "The text holds more than \(source.limits.parts) uuencoded files; the rest is"
                        + " left out."))
        }
        return contents
    }
}
