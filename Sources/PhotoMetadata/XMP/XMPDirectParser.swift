import PhotoRecords

/// Reads XMP packets in the plain spelling that Lightroom, digiKam, exiftool and phones write,
/// straight from their octets, and leaves all others to libxml2: what it gives is what
/// ``XMPParser`` with ``XMPBuilder`` gives, in a fraction of the time, or nothing.
///
/// Nothing is guessed: each packet that this reads is well-formed XML, with every name, namespace,
/// reference and end tag checked. Subtrees of foreign namespaces (a developer's settings, a history)
/// are checked likewise and otherwise passed over.
struct XMPDirectParser {
    private typealias Unusual = XMPOctets.Unusual

    private var tags: XMPTags
    private var properties: [String: XMPValue] = [:]
    private let limits: PhotoReadLimits
    private var sawGraph = false

    private static let longest = 1 << 20

    /// The properties of a packet; nil where libxml2 has to read it.
    static func properties(
        of packet: [UInt8], limits: PhotoReadLimits
    ) -> [String: XMPValue]? {
        guard packet.count <= longest, limits.xmpDepth > XMPTags.deepest else { return nil }
        return packet.withUnsafeBufferPointer { packet in
            // What pads a packet outside of it, and the mark of its encoding.
            var end = packet.count
            while end > 0, packet[end - 1] <= 0x20 { end -= 1 }
            var start = 0
            while start < end, packet[start] <= 0x20 { start += 1 }
            if end - start > 3, packet[start] == 0xEF, packet[start + 1] == 0xBB,
                packet[start + 2] == 0xBF
            {
                start += 3
            }
            var octets = XMPOctets(UnsafeBufferPointer(rebasing: packet[start..<end]))
            guard octets.areClean() else { return nil }
            octets.skipDeclaration()
            var parser = Self(octets, limits)
            return (try? parser.document()) == nil ? nil : parser.properties
        }
    }

    private init(_ octets: XMPOctets, _ limits: PhotoReadLimits) {
        tags = XMPTags(octets, nodes: limits.xmpNodes)
        self.limits = limits
        properties.reserveCapacity(32)
    }

    // MARK: The document

    private mutating func document() throws(Unusual) {
        try between()
        let root = try tags.openTag()
        if tags.isRDF(root, "RDF") {
            try graph(root)
        } else if case .rdf = root.space {
            throw Unusual()
        } else {
            try wrapper(root)
        }
        try between(isEnd: true)
    }

    /// White space and processing instructions before and behind the root element.
    private mutating func between(isEnd: Bool = false) throws(Unusual) {
        while true {
            tags.octets.skipBlanks()
            if isEnd, tags.octets.at == tags.octets.bytes.count { return }
            try tags.octets.expect(0x3C)
            guard tags.octets.at < tags.octets.bytes.count else { throw Unusual() }
            if tags.octets.bytes[tags.octets.at] == 0x3F {
                tags.octets.at += 1
                try tags.octets.skipInstruction()
            } else if isEnd {
                throw Unusual()
            } else {
                return
            }
        }
    }

    /// What stands around rdf:RDF.
    private mutating func wrapper(_ tag: XMPTags.Tag) throws(Unusual) {
        tags.drop(tag)
        while try tags.hasChild(tag) {
            let child = try tags.openTag()
            if tags.isRDF(child, "RDF") {
                try graph(child)
            } else if case .rdf = child.space {
                throw Unusual()
            } else {
                try wrapper(child)
            }
        }
    }

    private mutating func graph(_ tag: XMPTags.Tag) throws(Unusual) {
        // A second graph, and one within others, is none that a program writes.
        guard !sawGraph else { throw Unusual() }
        sawGraph = true
        tags.drop(tag)
        while try tags.hasChild(tag) {
            let child = try tags.openTag()
            guard tags.isRDF(child, "Description") else { throw Unusual() }
            var value = XMPValue()
            swap(&value.fields, &properties)
            let first = value.fields.isEmpty
            if first {
                try node(child, &value)
            } else {
                // Of a property that several descriptions have, the first counts.
                var other = XMPValue()
                try node(child, &other)
                value.fields.merge(other.fields) { first, _ in first }
            }
            swap(&value.fields, &properties)
        }
    }

    /// rdf:Description: its attributes and children are properties, or the fields of a structure.
    private mutating func node(_ tag: XMPTags.Tag, _ value: inout XMPValue) throws(Unusual) {
        try take(tag, &value)
        guard value.text.isEmpty else { throw Unusual() }
        while try tags.hasChild(tag) { try field(try tags.openTag(), of: &value) }
    }

    /// A child of a description or of a resource.
    private mutating func field(_ tag: XMPTags.Tag, of value: inout XMPValue) throws(Unusual) {
        guard let space = tag.space else { return try tags.skip(tag) }
        switch space {
        case .rdf, .xml: throw Unusual()
        default: break
        }
        let name = XMPNames.name(space, tag.name.local, tags.octets)
        let field = try property(tag)
        if value.fields[name] == nil { value.fields[name] = field }
    }

    // MARK: Properties

    private mutating func property(_ tag: XMPTags.Tag) throws(Unusual) -> XMPValue {
        var value = XMPValue()
        let isResource = try take(tag, &value)
        if tag.isEmpty {
            tags.close(tag)
            return finished(value)
        }
        var (place, isPlain, isBlank) = try tags.octets.text()
        if try tags.isEndTag() {
            let text = try tags.octets.string(place, isPlain: isPlain)
            if value.text.isEmpty { value.text = text } else { value.text += text }
            try tags.endTag(tag)
            return finished(value)
        }
        guard value.text.isEmpty else { throw Unusual() }
        repeat {
            guard isBlank else { throw Unusual() }
            try child(of: &value, isResource: isResource)
            (place, isPlain, isBlank) = try tags.octets.text()
        } while try !tags.isEndTag()
        // Blanks alone are layout, unless the children came to nothing.
        guard isBlank, !value.fields.isEmpty || !value.items.isEmpty else { throw Unusual() }
        try tags.endTag(tag)
        return value
    }

    private mutating func child(
        of value: inout XMPValue, isResource: Bool
    ) throws(Unusual) {
        let tag = try tags.openTag()
        guard case .rdf = tag.space else {
            guard isResource else { throw Unusual() }
            return try field(tag, of: &value)
        }
        if tags.isRDF(tag, "Description") {
            var inner = XMPValue()
            try node(tag, &inner)
            value.fields.merge(inner.fields) { first, _ in first }
        } else if tags.isRDF(tag, "Bag") || tags.isRDF(tag, "Seq") || tags.isRDF(tag, "Alt") {
            try array(tag, &value)
        } else {
            throw Unusual()
        }
    }

    private mutating func array(_ tag: XMPTags.Tag, _ value: inout XMPValue) throws(Unusual) {
        tags.drop(tag)
        while try tags.hasChild(tag) {
            let item = try tags.openTag()
            guard tags.isRDF(item, "li"), value.items.count < limits.listEntries else {
                throw Unusual()
            }
            value.items.append(try property(item))
        }
    }

    private func finished(_ value: XMPValue) -> XMPValue {
        guard !value.fields.isEmpty, value.text.utf8.allSatisfy({ $0 <= 0x20 }) else {
            return value
        }
        var value = value
        value.text = ""
        return value
    }

    /// The attributes of a description or property: fields, language, value.
    ///
    /// - Returns: Whether its children are fields (`rdf:parseType="Resource"`).
    @discardableResult
    private mutating func take(_ tag: XMPTags.Tag, _ value: inout XMPValue) throws(Unusual) -> Bool
    {
        var isResource = false
        var index = tag.attributes
        while index < tags.attributes.count {
            let attribute = tags.attributes[index]
            index += 1
            guard let space = attribute.space else { continue }
            switch space {
            case .xml:
                if tags.octets.isSame(attribute.name.local, Self.lang) {
                    value.language = try text(attribute)
                }
            case .rdf:
                if tags.octets.isSame(attribute.name.local, Self.parseType) {
                    guard attribute.isPlain else { throw Unusual() }
                    isResource = tags.octets.isSame(attribute.value, Self.resourceType)
                } else if tags.octets.isSame(attribute.name.local, Self.resource)
                    || tags.octets.isSame(attribute.name.local, Self.value)
                {
                    value.text = try text(attribute)
                }
            default:
                let name = XMPNames.name(space, attribute.name.local, tags.octets)
                value.fields[name] = XMPValue(text: try text(attribute))
            }
        }
        tags.drop(tag)
        return isResource
    }

    private func text(_ attribute: XMPTags.Attribute) throws(Unusual) -> String {
        try tags.octets.string(attribute.value, isPlain: attribute.isPlain)
    }

    private static let lang = Array("lang".utf8)
    private static let parseType = Array("parseType".utf8)
    private static let resourceType = Array("Resource".utf8)
    private static let resource = Array("resource".utf8)
    private static let value = Array("value".utf8)
}
