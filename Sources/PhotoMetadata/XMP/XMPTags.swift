/// The tags of XML, one after the other, with their names resolved and their attributes on a stack:
/// what ``XMPDirectParser`` reads of the markup.
struct XMPTags {
    typealias Unusual = XMPOctets.Unusual

    /// A start tag.
    struct Tag {
        var name: (prefix: XMPOctets.Place, local: XMPOctets.Place)
        var space: XMPNamespace?
        /// Where its attributes begin on the stack of them.
        var attributes: Int
        /// How many prefixes were bound before it.
        var bindings: Int
        var isEmpty: Bool
    }

    /// An attribute of a tag that has not been dropped.
    struct Attribute {
        var name: (prefix: XMPOctets.Place, local: XMPOctets.Place)
        var value: XMPOctets.Place
        var isPlain: Bool
        var mark: UInt64
        var space: XMPNamespace?
    }

    var octets: XMPOctets
    private(set) var attributes: [Attribute] = []
    private var scope = XMPScope()
    private var nodes = 0
    private var depth = 0
    private let mostNodes: Int

    /// How deep elements may nest.
    static let deepest = 48
    private static let mostAttributes = 256

    /// - Parameter nodes: How many elements and attributes there may be.
    init(_ octets: XMPOctets, nodes: Int) {
        self.octets = octets
        mostNodes = nodes
        attributes.reserveCapacity(128)
    }

    /// A start tag behind its `<`, with its attributes on the stack.
    mutating func openTag() throws(Unusual) -> Tag {
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
        guard nodes <= mostNodes, depth < Self.deepest else { throw Unusual() }
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
            return try scope.bind(name.local, to: value, since: tag.bindings, octets)
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
    mutating func hasChild(_ tag: Tag) throws(Unusual) -> Bool {
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
    mutating func isEndTag() throws(Unusual) -> Bool {
        try octets.expect(0x3C)
        guard octets.at < octets.bytes.count else { throw Unusual() }
        guard octets.bytes[octets.at] == 0x2F else { return false }
        octets.at += 1
        return true
    }

    /// The rest of an end tag, which must be that of an element.
    @inline(__always)
    mutating func endTag(_ tag: Tag) throws(Unusual) {
        let name = try octets.name()
        guard octets.areSame(name.local, tag.name.local),
            octets.areSame(name.prefix, tag.name.prefix)
        else { throw Unusual() }
        octets.skipBlanks()
        try octets.expect(0x3E)
        close(tag)
    }

    /// Leaves an element: what its prefixes were bound to is forgotten.
    mutating func close(_ tag: Tag) {
        scope.reset(to: tag.bindings)
        depth -= 1
    }

    /// Forgets the attributes of a tag.
    @inline(__always)
    mutating func drop(_ tag: Tag) {
        if attributes.count > tag.attributes {
            attributes.removeLast(attributes.count - tag.attributes)
        }
    }

    /// Passes over what does not matter, checking that it is well-formed.
    mutating func skip(_ tag: Tag) throws(Unusual) {
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

    /// Whether a tag is RDF's of a name.
    func isRDF(_ tag: Tag, _ name: StaticString) -> Bool {
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
