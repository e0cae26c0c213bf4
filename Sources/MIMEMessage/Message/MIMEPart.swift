/// One part of a message: its header fields, and a body or children (RFC 2045 §2.5).
public struct MIMEPart: Sendable {
    private let facts: Facts

    /// What a part is; never changed, so that copies of a part share it.
    private final class Facts: Sendable {
        let source: MIMESource
        let headers: HeaderFields
        let contentType: MediaType
        let disposition: ContentDisposition?
        let transferEncoding: TransferEncoding
        let children: [MIMEPart]
        let path: String
        let range: Range<Int>
        let bodyRange: Range<Int>

        init(
            source: MIMESource, headers: HeaderFields, contentType: MediaType,
            disposition: ContentDisposition?, transferEncoding: TransferEncoding,
            children: [MIMEPart], path: String, range: Range<Int>, bodyRange: Range<Int>
        ) {
            self.source = source
            self.headers = headers
            self.contentType = contentType
            self.disposition = disposition
            self.transferEncoding = transferEncoding
            self.children = children
            self.path = path
            self.range = range
            self.bodyRange = bodyRange
        }
    }

    init(
        source: MIMESource, headers: HeaderFields, contentType: MediaType,
        disposition: ContentDisposition?, transferEncoding: TransferEncoding,
        children: [MIMEPart], path: String, range: Range<Int>, bodyRange: Range<Int>
    ) {
        facts = Facts(
            source: source, headers: headers, contentType: contentType, disposition: disposition,
            transferEncoding: transferEncoding, children: children, path: path, range: range,
            bodyRange: bodyRange)
    }

    var source: MIMESource { facts.source }

    /// The header fields.
    public var headers: HeaderFields { facts.headers }
    /// What the body is; what the context says (RFC 2046 §5.1.5) where no field can be read.
    public var contentType: MediaType { facts.contentType }
    /// How it shall be shown; nil where no field says.
    public var disposition: ContentDisposition? { facts.disposition }
    /// How the body is coded.
    public var transferEncoding: TransferEncoding { facts.transferEncoding }
    /// The parts of a multipart; the embedded message of a `message/rfc822`, as one child.
    public var children: [MIMEPart] { facts.children }
    /// Its place: the root is `1`, its second part `1.2`, the embedded message there `1.2.1`.
    public var path: String { facts.path }
    /// The octets of the header and body in the message, from the first field to before the line
    /// break that belongs to the next boundary. A signature (RFC 1847) covers just these.
    ///
    /// Inside an embedded message that was itself encoded, offsets count in the decoded message.
    public var range: Range<Int> { facts.range }
    /// The octets of the encoded body in the message.
    public var bodyRange: Range<Int> { facts.bodyRange }

    /// Whether it is a `multipart/…`.
    public var isMultipart: Bool { contentType.isMultipart }

    /// The embedded message of a `message/rfc822`.
    public var embeddedMessage: MIMEPart? { contentType.isMessage ? children.first : nil }

    /// The octets of header and body as they stand.
    public var rawBytes: [UInt8] { source.bytes.bytes(range) }

    /// Hands over the octets of header and body as they stand, piece by piece: memory stays flat
    /// for a message of any size.
    public func forEachRawPiece(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
        try source.bytes.forEachPiece(of: range) { piece in
            try body(piece)
            return true
        }
    }

    /// The encoded body as it stands.
    public var rawBody: [UInt8] { source.bytes.bytes(bodyRange) }

    /// What `cid:` links name it by (RFC 2392).
    public var contentID: MessageID? {
        headers.first(.contentID).flatMap { MessageID.list(parsing: $0.rawValue[...]).first }
    }

    /// What its writer says that it is about.
    public var contentDescription: String? { headers[.contentDescription] }

    /// The file name that its writer gave it, decoded: `filename` of the disposition, else `name`
    /// of the content type. Not safe as a path: it may hold slashes and anything else.
    public var fileName: String? {
        let name = disposition?.fileName ?? contentType.parameters["name"]
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a person would see it as a file beside the text: a leaf that is no text, or says
    /// that it is an attachment, or has a file name.
    public var isAttachment: Bool {
        children.isEmpty && !isMultipart
            && (disposition?.isAttachment == true || fileName != nil
                || !(contentType.isText || contentType.type == "message"))
    }

    /// Its structure in one line: `multipart/mixed(text/plain,image/jpeg)`.
    public var tree: String {
        guard !children.isEmpty else { return contentType.essence }
        return contentType.essence + "(" + children.map(\.tree).joined(separator: ",") + ")"
    }

    /// This part and all below it, in the order of the message.
    public var allParts: [MIMEPart] {
        var parts: [MIMEPart] = []
        var waiting = [self]
        while let part = waiting.popLast() {
            parts.append(part)
            waiting += part.children.reversed()
        }
        return parts
    }
}

/// The octets that parts stand in, and what may be taken from them.
final class MIMESource: Sendable {
    let bytes: MailOctets
    let limits: MIMELimits

    init(bytes: MailOctets, limits: MIMELimits) {
        self.bytes = bytes
        self.limits = limits
    }
}
