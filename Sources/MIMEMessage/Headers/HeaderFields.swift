/// One header field as it appears in the message.
public struct HeaderField: Sendable {
    let source: MailOctets
    let span: HeaderFieldSpan

    /// The field's name as spelled.
    public var name: HeaderName {
        HeaderName(rawValue: String(decoding: source[span.name], as: UTF8.self))
    }

    /// The octets of the field in the message, from its name to before its last line break.
    public var range: Range<Int> { span.name.lowerBound..<span.value.upperBound }

    /// The octets after the colon, line breaks of folding taken out and blanks at the ends too.
    public var rawValue: [UInt8] { HeaderField.unfold(source[span.value]) }

    /// The value as one line of text, encoded words (RFC 2047) decoded, folds undone.
    public var value: String { EncodedWords.decode(rawValue[...]) }

    /// Removes the line breaks of folding (RFC 5322 §2.2.3), and blanks at both ends.
    ///
    /// QUIRK: RFC 5322 §2.2.3: many programs fold with a tab where a space was; such a tab becomes
    /// a space.
    static func unfold(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let value = value.trimmed
        guard value.contains(where: { $0 == .lf || $0 == .cr }) else { return Array(value) }
        var unfolded: [UInt8] = []
        unfolded.reserveCapacity(value.count)
        var previous: UInt8 = 0
        for octet in value {
            if octet != .lf, octet != .cr {
                unfolded.append(octet == .tab && previous == .lf ? .space : octet)
            }
            previous = octet
        }
        return unfolded
    }
}

/// Where a field's name and value stand in the source.
struct HeaderFieldSpan: Sendable {
    var name: Range<Int>
    var value: Range<Int>
}

/// The header fields of a message or part, in their order; repeated ones are all kept.
///
/// ```swift
/// message.headers["Subject"]            // the first one's text, decoded
/// message.headers[values: "Received"]   // every one's text
/// ```
public struct HeaderFields: Sendable {
    private let source: MailOctets
    let spans: [HeaderFieldSpan]

    init(source: MailOctets, spans: [HeaderFieldSpan]) {
        self.source = source
        self.spans = spans
    }

    /// The decoded text of the first field of a name; nil where there is none.
    public subscript(name: HeaderName) -> String? { first(name)?.value }

    /// The decoded text of every field of a name, in order.
    public subscript(values name: HeaderName) -> [String] { all(name).map(\.value) }

    /// The first field of a name.
    public func first(_ name: HeaderName) -> HeaderField? {
        place(of: name, from: 0).map { HeaderField(source: source, span: spans[$0]) }
    }

    /// Every field of a name, in order.
    public func all(_ name: HeaderName) -> [HeaderField] {
        var fields: [HeaderField] = []
        var start = 0
        while let place = place(of: name, from: start) {
            fields.append(HeaderField(source: source, span: spans[place]))
            start = place + 1
        }
        return fields
    }

    /// The fields of a name after the first one.
    func repeated(_ name: HeaderName) -> [HeaderField] {
        guard let first = place(of: name, from: 0), place(of: name, from: first + 1) != nil else {
            return []
        }
        return Array(all(name).dropFirst())
    }

    /// The place of the next field of a name.
    ///
    /// A message's fields are looked for some twenty times while it is parsed: they are compared in
    /// place, where they stand in memory.
    private func place(of name: HeaderName, from start: Int) -> Int? {
        let letters = name.canonical.utf8
        let found = letters.withContiguousStorageIfAvailable { letters in
            source.withMemory { bytes in
                spans[start...].firstIndex { span in
                    guard span.name.count == letters.count else { return false }
                    var offset = span.name.lowerBound
                    for letter in letters {
                        if bytes[offset].lowercased != letter { return false }
                        offset += 1
                    }
                    return true
                }
            }
        }
        if case .some(.some(let place)) = found { return place }
        return spans[start...].firstIndex { span in
            span.name.count == letters.count
                && source[span.name].elementsEqual(letters) { $0.lowercased == $1 }
        }
    }
}

extension HeaderFields: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of fields.
    public var endIndex: Int { spans.count }
    /// The field at a place.
    public subscript(position: Int) -> HeaderField {
        HeaderField(source: source, span: spans[position])
    }
}
