import PhotoRecord

/// Reads XMP packets in the plain spelling that Lightroom, digiKam, exiftool and phones write,
/// straight from their octets, and leaves all others to libxml2: what it gives is what
/// ``XMPParser`` with ``XMPBuilder`` gives, in a fraction of the time, or nothing.
///
/// Nothing is guessed: each packet that this reads is well-formed XML, with every name, namespace,
/// reference and end tag checked. Subtrees of foreign namespaces (a developer's settings, a history)
/// are checked likewise and otherwise passed over.
struct XMPDirectParser {
    private typealias Unusual = XMPOctets.Unusual

    private struct Tag {
        var name: (prefix: XMPOctets.Place, local: XMPOctets.Place)
        var space: XMPNamespace?
        /// Where its attributes begin on the stack of them.
        var attributes: Int
        /// How many prefixes were bound before it.
        var bindings: Int
        var isEmpty: Bool
    }

    private struct Attribute {
        var name: (prefix: XMPOctets.Place, local: XMPOctets.Place)
        var value: XMPOctets.Place
        var isPlain: Bool
        var mark: UInt64
        var space: XMPNamespace?
    }

    private var octets: XMPOctets
    private var scope = XMPScope()
    private var attributes: [Attribute] = []
    private var properties: [String: XMPValue] = [:]
    private let limits: PhotoReadLimits
    private var nodes = 0
    private var depth = 0
    private var sawGraph = false

    private static let deepest = 48
    private static let longest = 1 << 20
    private static let mostAttributes = 256

    /// The properties of a packet; nil where libxml2 has to read it.
    static func properties(
        of packet: [UInt8], limits: PhotoReadLimits
    ) -> [String: XMPValue]? {
        guard packet.count <= longest, limits.xmpDepth > deepest else { return nil }
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
        self.octets = octets
        self.limits = limits
        attributes.reserveCapacity(128)
        properties.reserveCapacity(32)
    }

    // MARK: The document

    private mutating func document() throws(Unusual) {
        try between()
        let root = try openTag()
        if isRDF(root, "RDF") {
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
            octets.skipBlanks()
            if isEnd, octets.at == octets.bytes.count { return }
            try octets.expect(0x3C)
            guard octets.at < octets.bytes.count else { throw Unusual() }
            if octets.bytes[octets.at] == 0x3F {
                octets.at += 1
                try octets.skipInstruction()
            } else if isEnd {
                throw Unusual()
            } else {
                return
            }
        }
    }

    /// What stands around rdf:RDF.
    private mutating func wrapper(_ tag: Tag) throws(Unusual) {
        drop(tag)
        while try hasChild(tag) {
            let child = try openTag()
            if isRDF(child, "RDF") {
                try graph(child)
            } else if case .rdf = child.space {
                throw Unusual()
            } else {
                try wrapper(child)
            }
        }
    }

    private mutating func graph(_ tag: Tag) throws(Unusual) {
        // A second graph, and one within others, is none that a program writes.
        guard !sawGraph else { throw Unusual() }
        sawGraph = true
        drop(tag)
        while try hasChild(tag) {
            let child = try openTag()
            guard isRDF(child, "Description") else { throw Unusual() }
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
    private mutating func node(_ tag: Tag, _ value: inout XMPValue) throws(Unusual) {
        try take(tag, &value)
        guard value.text.isEmpty else { throw Unusual() }
        while try hasChild(tag) { try field(try openTag(), of: &value) }
    }

    /// A child of a description or of a resource.
    private mutating func field(_ tag: Tag, of value: inout XMPValue) throws(Unusual) {
        guard let space = tag.space else { return try skip(tag) }
        switch space {
        case .rdf, .xml: throw Unusual()
        default: break
        }
        let name = XMPNames.name(space, tag.name.local, octets)
        let field = try property(tag)
        if value.fields[name] == nil { value.fields[name] = field }
    }

    // MARK: Properties

    private mutating func property(_ tag: Tag) throws(Unusual) -> XMPValue {
        var value = XMPValue()
        let isResource = try take(tag, &value)
        if tag.isEmpty {
            close(tag)
            return finished(value)
        }
        var (place, isPlain, isBlank) = try octets.text()
        if try isEndTag() {
            let text = try octets.string(place, isPlain: isPlain)
            if value.text.isEmpty { value.text = text } else { value.text += text }
            try endTag(tag)
            return finished(value)
        }
        guard value.text.isEmpty else { throw Unusual() }
        repeat {
            guard isBlank else { throw Unusual() }
            try child(of: &value, isResource: isResource)
            (place, isPlain, isBlank) = try octets.text()
        } while try !isEndTag()
        // Blanks alone are layout, unless the children came to nothing.
        guard isBlank, !value.fields.isEmpty || !value.items.isEmpty else { throw Unusual() }
        try endTag(tag)
        return value
    }

    private mutating func child(
        of value: inout XMPValue, isResource: Bool
    ) throws(Unusual) {
        let tag = try openTag()
        guard case .rdf = tag.space else {
            guard isResource else { throw Unusual() }
            return try field(tag, of: &value)
        }
        if isRDF(tag, "Description") {
            var inner = XMPValue()
            try node(tag, &inner)
            value.fields.merge(inner.fields) { first, _ in first }
        } else if isRDF(tag, "Bag") || isRDF(tag, "Seq") || isRDF(tag, "Alt") {
            try array(tag, &value)
        } else {
            throw Unusual()
        }
    }

    private mutating func array(_ tag: Tag, _ value: inout XMPValue) throws(Unusual) {
        drop(tag)
        while try hasChild(tag) {
            let item = try openTag()
            guard isRDF(item, "li"), value.items.count < limits.listEntries else { throw Unusual() }
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
    private mutating func take(_ tag: Tag, _ value: inout XMPValue) throws(Unusual) -> Bool {
        var isResource = false
        var index = tag.attributes
        while index < attributes.count {
            let attribute = attributes[index]
            index += 1
            guard let space = attribute.space else { continue }
            switch space {
            case .xml:
                if octets.isSame(attribute.name.local, Self.lang) {
                    value.language = try text(attribute)
                }
            case .rdf:
                if octets.isSame(attribute.name.local, Self.parseType) {
                    guard attribute.isPlain else { throw Unusual() }
                    isResource = octets.isSame(attribute.value, Self.resourceType)
                } else if octets.isSame(attribute.name.local, Self.resource)
                    || octets.isSame(attribute.name.local, Self.value)
                {
                    value.text = try text(attribute)
                }
            default:
                let name = XMPNames.name(space, attribute.name.local, octets)
                value.fields[name] = XMPValue(text: try text(attribute))
            }
        }
        drop(tag)
        return isResource
    }

    private func text(_ attribute: Attribute) throws(Unusual) -> String {
        try octets.string(attribute.value, isPlain: attribute.isPlain)
    }

    private static let lang = Array("lang".utf8)
    private static let parseType = Array("parseType".utf8)
    private static let resourceType = Array("Resource".utf8)
    private static let resource = Array("resource".utf8)
    private static let value = Array("value".utf8)

    // MARK: Tags

    /// A start tag behind its `<`, with its attributes on the stack.
    private mutating func openTag() throws(Unusual) -> Tag {
        var tag = Tag(
            name: try octets.name(), space: nil, attributes: attributes.count,
            bindings: scope.count, isEmpty: false)
        while true {
            let isApart = octets.skipBlanks()
            guard octets.at < octets.bytes.count else { throw Unusual() }
            let next = octets.bytes[octets.at]
            if next == 0x3E || next == 0x2F { break }
            guard isApart else { throw Unusual() }
            try attribute(of: tag)
        }
        if try octets.take() == 0x2F {
            try octets.expect(0x3E)
            tag.isEmpty = true
        }
        guard tag.name.prefix.count > 0 else { throw Unusual() }
        tag.space = try scope.space(of: tag.name.prefix, octets)
        for index in tag.attributes..<attributes.count {
            if attributes[index].name.prefix.count > 0 {
                attributes[index].space = try scope.space(
                    of: attributes[index].name.prefix, octets)
            }
        }
        depth += 1
        nodes += 1 + attributes.count - tag.attributes
        guard nodes <= limits.xmpNodes, depth < Self.deepest else { throw Unusual() }
        return tag
    }

    @inline(__always)
    private mutating func attribute(of tag: Tag) throws(Unusual) {
        let name = try octets.name()
        octets.skipBlanks()
        try octets.expect(0x3D)
        octets.skipBlanks()
        let (value, isPlain) = try octets.quoted()
        if octets.isSame(name.prefix, Self.xmlns) {
            guard isPlain else { throw Unusual() }
            return try scope.bind(name.local, to: value, octets)
        }
        guard name.prefix.count > 0 || !octets.isSame(name.local, Self.xmlns) else {
            throw Unusual()
        }
        let mark = octets.mark(of: name)
        // No attribute may stand twice (XML 1.0 §3.1).
        for index in tag.attributes..<attributes.count where attributes[index].mark == mark {
            throw Unusual()
        }
        guard attributes.count < Self.mostAttributes else { throw Unusual() }
        if !isPlain { _ = try octets.resolved(value) }
        attributes.append(
            Attribute(name: name, value: value, isPlain: isPlain, mark: mark, space: nil))
    }

    private static let xmlns = Array("xmlns".utf8)

    /// Whether another child of an element begins, whose `<` is passed over; at its end its end tag
    /// is.
    private mutating func hasChild(_ tag: Tag) throws(Unusual) -> Bool {
        if tag.isEmpty {
            close(tag)
            return false
        }
        let text = try octets.text()
        guard text.isBlank else { throw Unusual() }
        if try isEndTag() {
            try endTag(tag)
            return false
        }
        return true
    }

    /// Passes `<` or `</` over: whether it is that of an end tag.
    @inline(__always)
    private mutating func isEndTag() throws(Unusual) -> Bool {
        try octets.expect(0x3C)
        guard octets.at < octets.bytes.count else { throw Unusual() }
        guard octets.bytes[octets.at] == 0x2F else { return false }
        octets.at += 1
        return true
    }

    @inline(__always)
    private mutating func endTag(_ tag: Tag) throws(Unusual) {
        let name = try octets.name()
        guard octets.areSame(name.local, tag.name.local),
            octets.areSame(name.prefix, tag.name.prefix)
        else { throw Unusual() }
        octets.skipBlanks()
        try octets.expect(0x3E)
        close(tag)
    }

    private mutating func close(_ tag: Tag) {
        scope.reset(to: tag.bindings)
        depth -= 1
    }

    /// Forgets the attributes of a tag.
    @inline(__always)
    private mutating func drop(_ tag: Tag) {
        if attributes.count > tag.attributes {
            attributes.removeLast(attributes.count - tag.attributes)
        }
    }

    /// Passes over what does not matter, checking that it is well-formed.
    private mutating func skip(_ tag: Tag) throws(Unusual) {
        drop(tag)
        if tag.isEmpty { return close(tag) }
        while true {
            let text = try octets.text()
            if !text.isPlain { _ = try octets.resolved(text.place) }
            if try isEndTag() { break }
            try skip(try openTag())
        }
        try endTag(tag)
    }

    private func isRDF(_ tag: Tag, _ name: StaticString) -> Bool {
        guard case .rdf = tag.space, tag.name.local.count == name.utf8CodeUnitCount else {
            return false
        }
        return name.withUTF8Buffer { name in
            for index in 0..<name.count
            where name[index] != octets.bytes[tag.name.local.start + index] { return false }
            return true
        }
    }
}
