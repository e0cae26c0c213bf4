extension MIMEPart {
    /// Opens a part that packs others in a format that is not MIME.
    ///
    /// TNEF (`application/ms-tnef`, `winmail.dat`, or octets that begin as TNEF does) gives its
    /// texts and attachments; a `text/plain` gives the files that stand uuencoded in it. To the
    /// structure of the message, ``children`` and ``tree``, such a part is a leaf.
    ///
    /// - Returns: nil where the part packs nothing; the contents, and what is odd about them.
    public func packedContents() -> PackedContents? {
        isTNEF ? tnefContents() : uuencodedContents()
    }

    /// A part of octets that stand in another one, with no header but its Content-ID.
    init(
        packed body: Range<Int>, in source: MIMESource, path: String, type: MediaType,
        fileName: String?, contentID: String? = nil, encoding: TransferEncoding = .binary
    ) {
        self.init(
            source: source, headers: Self.headers(contentID: contentID), contentType: type,
            disposition: fileName.map { ContentDisposition("attachment", ["filename": $0]) },
            transferEncoding: encoding, children: Self.message(in: source, body, type, path),
            path: path, range: body, bodyRange: body)
    }

    private static func headers(contentID: String?) -> HeaderFields {
        let allowed: (UInt8) -> Bool = { $0 > 0x20 && $0 < .delete }
        let bare = (contentID ?? "").utf8.filter { $0 != .less && $0 != .greater }
        guard !bare.isEmpty, bare.count < 1_000, bare.allSatisfy(allowed) else {
            return HeaderFields(source: [], spans: [])
        }
        let name = Array("Content-ID".utf8)
        let field = name + Array(": <".utf8) + bare + [.greater]
        return HeaderFields(
            source: field,
            spans: [HeaderFieldSpan(name: name.indices, value: name.count + 1..<field.count)])
    }

    /// The embedded message, where the part is one.
    private static func message(
        in source: MIMESource, _ body: Range<Int>, _ type: MediaType, _ path: String
    ) -> [MIMEPart] {
        let depth = source.limits.depth - path.utf8.count { $0 == .dot } - 1
        guard type.isMessage, !body.isEmpty, depth > 0, source.limits.packedDepth > 0 else {
            return []
        }
        var limits = source.limits
        limits.depth = depth
        limits.packedDepth -= 1
        let message = MIMEMessage(parsing: Array(source.bytes[body]), limits: limits)
        return [message.root.moved(to: path + ".1")]
    }
}
