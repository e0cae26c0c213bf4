/// What a message is made of, composed as it reads:
///
/// ```swift
/// .mixed([
///     .alternative([
///         .plainText("The red kite above the barn.", flowed: true),
///         .related(root: .html(page), [.inline(preview, type: .jpeg, contentID: id)]),
///     ]),
///     .attachment(photo, type: .jpeg, fileName: "Rotmilan über der Scheune.jpg"),
/// ])
/// ```
public struct MIMEBody: Sendable {
    enum Content: Sendable {
        case text(String)
        case octets(MIMEContent)
        case message(MIMEContent)
        case parts([MIMEBody])
    }

    var type: MediaType
    var content: Content
    var disposition: String?
    var fileName: String?
    var contentID: MessageID?
    var description: String?

    /// Plain text in UTF-8; its lines may end with LF or CRLF.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - flowed: Whether to break long lines so that the reader wraps them anew (RFC 3676);
    ///     otherwise they stay as they are.
    public static func plainText(_ text: String, flowed: Bool = false) -> MIMEBody {
        var type = MediaType("text", "plain", ["charset": "utf-8"])
        if flowed { type.parameters["format"] = "flowed" }
        return MIMEBody(type: type, content: .text(flowed ? FlowedText.fold(text) : text))
    }

    /// HTML in UTF-8.
    public static func html(_ text: String) -> MIMEBody {
        MIMEBody(type: MediaType("text", "html", ["charset": "utf-8"]), content: .text(text))
    }

    /// A file beside the text, in base64.
    ///
    /// - Parameters:
    ///   - octets: The file.
    ///   - type: Its media type; a `name` is added for the file name.
    ///   - fileName: Its name, without folders.
    ///   - contentID: What `cid:` links name it by.
    ///   - description: What it is about.
    public static func attachment(
        _ octets: [UInt8], type: MediaType, fileName: String? = nil, contentID: MessageID? = nil,
        description: String? = nil
    ) -> MIMEBody {
        .attachment(
            .bytes(octets), type: type, fileName: fileName, contentID: contentID,
            description: description)
    }

    /// A file beside the text, in base64, that may stay on disk until the message is written.
    public static func attachment(
        _ content: MIMEContent, type: MediaType, fileName: String? = nil,
        contentID: MessageID? = nil, description: String? = nil
    ) -> MIMEBody {
        MIMEBody(
            type: type, content: .octets(content), disposition: "attachment", fileName: fileName,
            contentID: contentID, description: description)
    }

    /// A file shown within the text, in base64.
    public static func inline(
        _ octets: [UInt8], type: MediaType, fileName: String? = nil, contentID: MessageID? = nil,
        description: String? = nil
    ) -> MIMEBody {
        .inline(
            .bytes(octets), type: type, fileName: fileName, contentID: contentID,
            description: description)
    }

    /// A file shown within the text, in base64, that may stay on disk until the message is
    /// written.
    public static func inline(
        _ content: MIMEContent, type: MediaType, fileName: String? = nil,
        contentID: MessageID? = nil, description: String? = nil
    ) -> MIMEBody {
        MIMEBody(
            type: type, content: .octets(content), disposition: "inline", fileName: fileName,
            contentID: contentID, description: description)
    }

    /// A whole message inside this one (RFC 2046 §5.2.1), byte for byte.
    ///
    /// The standard allows it no encoding: if it has 8-bit octets, so has this message.
    public static func message(_ octets: [UInt8]) -> MIMEBody { .message(.bytes(octets)) }

    /// A whole message inside this one, which may stand in a file of its own.
    public static func message(_ content: MIMEContent) -> MIMEBody {
        MIMEBody(type: .message, content: .message(content))
    }

    /// Parts one after another (RFC 2046 §5.1.3).
    public static func mixed(_ parts: [MIMEBody]) -> MIMEBody { multipart("mixed", parts) }

    /// The same thing in several forms, the plainest first (RFC 2046 §5.1.4).
    public static func alternative(_ parts: [MIMEBody]) -> MIMEBody {
        multipart("alternative", parts)
    }

    /// A root and what it links to by `cid:` (RFC 2387).
    public static func related(root: MIMEBody, _ parts: [MIMEBody]) -> MIMEBody {
        multipart("related", [root] + parts, ["type": root.type.essence])
    }

    /// A multipart of another subtype.
    public static func multipart(
        _ subtype: String, _ parts: [MIMEBody], _ parameters: MIMEParameters = [:]
    ) -> MIMEBody {
        MIMEBody(type: MediaType("multipart", subtype, parameters), content: .parts(parts))
    }
}
