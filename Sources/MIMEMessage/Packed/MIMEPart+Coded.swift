extension MIMEPart {
    /// The files that stand uuencoded or in yEnc in a plain text; nil where there is none.
    func codedContents() -> UnpackedContents? {
        guard children.isEmpty, contentType.essence == "text/plain",
            transferEncoding != .uuencode, transferEncoding != .yenc
        else { return nil }
        let (octets, place, defect) = decodedSource()
        var contents = codedContents(octets, place)
        if let defect {
            contents = contents ?? UnpackedContents(format: .uuencode)
            contents?.defects.append(defect)
        }
        return contents
    }

    private func codedContents(_ octets: MIMESource, _ place: Range<Int>) -> UnpackedContents? {
        let limit = source.limits.parts
        let uu = UUFiles(octets.bytes, in: place, limit: limit)
        if !uu.files.isEmpty {
            return contents(
                .uuencode, .uuencodeDamaged, uu.files.map { ($0.name, $0.lines, $0.isEnded) },
                in: octets, isOverLimit: uu.isOverLimit)
        }
        let yenc = YEncFiles(octets.bytes, in: place, limit: limit)
        guard !yenc.files.isEmpty else { return nil }
        return contents(
            .yenc, .yencDamaged, yenc.files.map { ($0.name, $0.lines, $0.isEnded) }, in: octets,
            isOverLimit: yenc.isOverLimit)
    }

    private func contents(
        _ format: UnpackedContents.Format, _ damage: MIMEDefect.Code,
        _ files: [(name: String, lines: Range<Int>, isEnded: Bool)], in octets: MIMESource,
        isOverLimit: Bool
    ) -> UnpackedContents {
        let place = bodyRange.lowerBound
        let encoding: TransferEncoding = format == .yenc ? .yenc : .uuencode
        var contents = UnpackedContents(format: format)
        for (index, file) in files.enumerated() {
            contents.parts.append(
                MIMEPart(
                    packed: file.lines, in: octets, path: path + ".\(index + 1)",
                    type: .octetStream, fileName: file.name, encoding: encoding))
            if !file.isEnded {
                contents.defects.append(
                    MIMEDefect(
                        .warning, damage, at: place, "An encoded file in the text has no end."))
            }
            if let objection = FileNameCheck.objection(to: file.name) {
                contents.defects.append(
                    MIMEDefect(
                        .warning, .unsafeFileName, at: place,
                        "The name of an encoded file in the text cannot be trusted: it "
                            + "\(objection)."
                    ))
            }
        }
        if isOverLimit {
            contents.defects.append(
                MIMEDefect(
                    .error, .partLimit, at: place,
                    "The text holds more than \(source.limits.parts) encoded files; the rest is "
                        + "ignored."))
        }
        return contents
    }
}
