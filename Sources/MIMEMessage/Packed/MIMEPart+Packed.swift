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
            return HeaderFields(source: [], spans: [])
        }
        let name = Array("Content-ID".utf8)
        let field = name + Array(": <".utf8) + bare + [.greater]
        return HeaderFields(
            source: field,
            spans: [HeaderFieldSpan(name: name.indices, value: name.count + 1..<field.count)])
    }
}
