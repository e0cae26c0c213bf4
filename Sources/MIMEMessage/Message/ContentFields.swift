/// What the Content-… fields of a part say, each with its default.
struct ContentFields {
    var type: MediaType
    var disposition: ContentDisposition?
    var encoding: TransferEncoding

    /// Reads the fields; what cannot be read is noted and has its default (RFC 2045 §5.2, §6.1).
    init(_ headers: HeaderFields, isDigest: Bool, limit: Int, defects: inout DefectList) {
        type = isDigest ? .message : .plainText
        if let field = headers.first(.contentType) {
            let place = field.range.lowerBound
            if let stated = MediaType(
                parsing: field.rawValue[...], limit: limit, at: place, defects: &defects)
            {
                type = stated
            } else {
                type = .plainText
                defects.note(
                    .warning, .malformedContentType, at: place,
                    "The Content-Type cannot be read; text/plain is assumed.")
            }
        }
        if let field = headers.first(.contentDisposition) {
            disposition = ContentDisposition(
                parsing: field.rawValue[...], limit: limit, at: field.range.lowerBound,
                defects: &defects)
        }
        encoding = .sevenBit
        if let field = headers.first(.contentTransferEncoding) {
            encoding = TransferEncoding(parsing: field.rawValue[...])
            if !encoding.isKnown {
                defects.note(
                    .warning, .unknownTransferEncoding, at: field.range.lowerBound,
                    "The transfer encoding “\(encoding.rawValue)” is not known.")
            }
        }
        noteFileNames(headers, &defects)
    }

    private func noteFileNames(_ headers: HeaderFields, _ defects: inout DefectList) {
        if let name = type.parameters["name"] { check(name, .contentType, headers, &defects) }
        if let name = disposition?.fileName {
            check(name, .contentDisposition, headers, &defects)
        }
    }

    private func check(
        _ name: String, _ field: HeaderName, _ headers: HeaderFields, _ defects: inout DefectList
    ) {
        guard let objection = FileNameCheck.objection(to: name) else { return }
        defects.note(
            .warning, .unsafeFileName, at: headers.first(field)?.range.lowerBound ?? 0,
            "A file name cannot be trusted: it \(objection).")
    }
}
