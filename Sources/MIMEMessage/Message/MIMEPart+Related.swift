extension MIMEPart {
    /// The part of a `multipart/related` that the others belong to: the one that `start` names, else
    /// the first one (RFC 2387 §3.2). Nil of anything else.
    public var relatedRoot: MIMEPart? {
        guard contentType.essence == "multipart/related" else { return nil }
        let start = contentType.parameters["start"].map { MessageID(rawValue: $0) }
        return children.first { start != nil && $0.contentID == start } ?? children.first
    }

    /// The part that a `cid:` URL names (RFC 2392 §2), this one or one below it.
    ///
    /// ```swift
    /// message.root.part(linked: "cid:preview-1@a.example")
    /// ```
    ///
    /// - Parameter url: With `cid:` in front, percent escapes and all.
    public func part(linked url: String) -> MIMEPart? {
        guard url.utf8.count > 4, Array(url.utf8.prefix(4)).equalsIgnoringCase("cid:") else {
            return nil
        }
        let wanted = MessageID(rawValue: Self.unescaped(url.utf8.dropFirst(4)))
        return allParts.first { $0.contentID == wanted }
    }

    private static func unescaped(_ text: Substring.UTF8View) -> String {
        let octets = Array(text)
        var result: [UInt8] = []
        var index = 0
        while index < octets.count {
            if octets[index] == .percent, index + 2 < octets.count,
                let high = octets[index + 1].hexValue, let low = octets[index + 2].hexValue
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(octets[index])
                index += 1
            }
        }
        return RawText.decode(result[...])
    }
}
