import OutputText

extension MIMEPart {
    /// Opens a part that packs others in a format that is not MIME.
    ///
    /// TNEF (`application/ms-tnef`, `winmail.dat`, or octets that begin as TNEF does) gives its
    /// texts and attachments; a `text/plain` gives the files that stand in it uuencoded or in yEnc. To the
    /// structure of the message, ``children`` and ``tree``, such a part is a leaf.
    ///
    /// - Returns: nil where the part packs nothing; the contents, and what is odd about them.
    public func packedContents() -> UnpackedContents? {
        isTNEF ? tnefContents() : codedContents()
    }

    /// The decoded body as octets that other parts may stand in, where in them it is, and the defect
    /// there was. A long one that must be decoded goes to a file without a name; where none can be
    /// made, what fits into memory is all that is read.
    func decodedSource() -> (octets: MIMESource, place: Range<Int>, defect: MIMEDefect?) {
        if transferEncoding.isIdentity { return (source, bodyRange, nil) }
        var octets = MailOctets([])
        var defect: MIMEDefect?
        do {
            try decode { try octets.append(Array($0)) }
        } catch {
            defect = MIMEDefect(
                .error, .noTemporaryFile, at: bodyRange.lowerBound,
                "The contents of a packed part cannot be read in full. "
                    + "\(ErrorWords.sentence(of: error))"
            )
        }
        return (MIMESource(bytes: octets, limits: source.limits), octets.indices, defect)
    }

    /// A part of octets that stand in another one, with no header but its Content-ID.
    init(
        packed body: Range<Int>, in source: MIMESource, path: String, type: MediaType,
        fileName: String?, contentID: String? = nil, encoding: TransferEncoding = .binary,
        children: [MIMEPart] = []
    ) {
        self.init(
            source: source, headers: Self.headers(contentID: contentID), contentType: type,
            disposition: fileName.map { ContentDisposition("attachment", ["filename": $0]) },
            transferEncoding: encoding, children: children,
            path: path, range: body, bodyRange: body)
    }

    private static func headers(contentID: String?) -> HeaderFields {
        let allowed: (UInt8) -> Bool = { $0 > 0x20 && $0 < .delete }
        let bare = (contentID ?? "").utf8.filter { $0 != .less && $0 != .greater }
        guard !bare.isEmpty, bare.count < 1_000, bare.allSatisfy(allowed) else {
            return HeaderFields(source: MailOctets([]), spans: [])
        }
        let name = Array("Content-ID".utf8)
        let field = name + Array(": <".utf8) + bare + [.greater]
        return HeaderFields(
            source: MailOctets(field),
            spans: [HeaderFieldSpan(name: name.indices, value: name.count + 1..<field.count)])
    }
}
