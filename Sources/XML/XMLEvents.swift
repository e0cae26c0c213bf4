import TextCleaning

/// What ``XMLDriver`` tells of a document, as libxml2 has it: nothing is copied that nobody wants.
/// All pointers hold until the call returns, those of namespaces until the reading ends.
package protocol XMLEvents: AnyObject {
    /// Not all of the document is read; told before anything else is.
    func cut(_ cut: XMLCensus.Cut)
    /// A document type is declared; the reading ends.
    func documentType()
    /// An element begins.
    ///
    /// - Parameters:
    ///   - name: its name without the prefix, ended by a zero.
    ///   - space: the URI of its namespace, ended by a zero; one URI has one address.
    ///   - attributes: but declarations of namespaces.
    /// - Returns: false to end the reading.
    func start(
        _ name: UnsafePointer<UInt8>, in space: UnsafePointer<UInt8>?, _ attributes: XMLAttributes
    ) -> Bool
    /// An element ends, of a name as for its beginning.
    func end(_ name: UnsafePointer<UInt8>)
    /// A piece of text; one text may come in several.
    func text(_ piece: UnsafeBufferPointer<UInt8>)
}

/// The attributes of an element: five pointers each, for name, prefix, URI, the value and its end.
package struct XMLAttributes {
    private let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    /// How many there are.
    package let count: Int

    init(_ pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.pointers = pointers
        self.count = pointers == nil ? 0 : max(count, 0)
    }

    /// One of them, by its place of 0..<``count``.
    package subscript(index: Int) -> XMLAttribute? {
        guard let pointers, 0..<count ~= index else { return nil }
        let parts = pointers + index * 5
        guard let name = parts[0], let start = parts[3], let end = parts[4] else { return nil }
        return XMLAttribute(
            rawName: name, space: parts[2],
            rawValue: UnsafeBufferPointer(start: start, count: end - start))
    }
}

/// An attribute of an element.
package struct XMLAttribute {
    fileprivate let rawName: UnsafePointer<UInt8>
    /// The URI of its namespace, as ``XMLEvents/start(_:in:_:)`` has it.
    package let space: UnsafePointer<UInt8>?
    fileprivate let rawValue: UnsafeBufferPointer<UInt8>

    /// Its name without the prefix.
    package var name: String { ForeignText.cleaned(String(cString: rawName)) }

    /// Its value. QUIRK: while libxml2 replaces no entities it gives each `&` that a reference stood
    /// for as `&#38;`, for a second reading that comes with its trees alone.
    package var value: String {
        guard rawValue.contains(0x26) else { return String(decoding: rawValue, as: UTF8.self) }
        var octets: [UInt8] = []
        octets.reserveCapacity(rawValue.count)
        var rest = rawValue[...]
        while let first = rest.first {
            octets.append(first)
            rest = rest.dropFirst(first == 0x26 && rest.starts(with: "&#38;".utf8) ? 5 : 1)
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
