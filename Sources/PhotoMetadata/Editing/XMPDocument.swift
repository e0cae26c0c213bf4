import XML

/// An XMP packet that is edited: its properties are set and taken away one by one, everything
/// else stays (ISO 16684-1 §7): other properties and structures, rdf:about, prefixes, comments,
/// what stands around the root element, the padding.
struct XMPDocument {
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    private let padding: Int
    let root: XMLElement
    private let graph: XMLElement

    /// Reads a packet; nil if it is not well-formed, declares a document type or holds no RDF.
    init?(_ packet: [UInt8]) {
        guard let parts = XMPPacketParts(packet), let root = XMLTree.root(of: parts.root),
            let graph = Self.graph(below: root)
        else { return nil }
        prefix = parts.prefix
        suffix = parts.suffix
        padding = parts.padding
        self.root = root
        self.graph = graph
        // Our own properties go by the present name, and keep their prefix. Where a packet has both
        // names, an element could come to have one attribute twice.
        if !root.declares(XMPNamespace.wit.uri) {
            root.rename(XMPNamespace.formerWit, to: XMPNamespace.wit.uri)
        }
    }

    /// An empty packet.
    ///
    /// - Parameters:
    ///   - isWrapped: whether it gets XMP's packet wrapper (ISO 16684-1 §7.3).
    ///   - padding: blanks before the end, in which later changes find room.
    init(isWrapped: Bool, padding: Int) {
        root = XMLElement(prefix: "x", name: "xmpmeta", uri: "adobe:ns:meta/")
        root.declarations = [.init(prefix: "x", uri: "adobe:ns:meta/")]
        graph = XMLElement(prefix: "rdf", name: "RDF", uri: XMPNamespace.rdf.uri)
        graph.declarations = [.init(prefix: "rdf", uri: XMPNamespace.rdf.uri)]
        root.children = [.text("\n "), .element(graph), .text("\n")]
        prefix =
            isWrapped
            ? Array("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n".utf8) : []
        suffix = isWrapped ? Array("<?xpacket end=\"w\"?>".utf8) : Array("\n".utf8)
        self.padding = padding
    }

    private static func graph(below element: XMLElement, depth: Int = 0) -> XMLElement? {
        if element.isNamed("RDF", in: .rdf) { return element }
        guard depth < 8 else { return nil }
        for child in element.elements {
            if let found = graph(below: child, depth: depth + 1) { return found }
        }
        return nil
    }

    /// The packet; blanks at its end make up for what it grew or shrank by, as far as they go.
    ///
    /// - Parameters:
    ///   - former: the size that is kept where the blanks allow it.
    ///   - limit: the size that blanks don't carry the packet over.
    func bytes(former: Int? = nil, limit: Int = .max) -> [UInt8] {
        let body = Array(XMLTree.text(of: root).utf8)
        let bare = prefix.count + body.count + suffix.count
        var blanks = padding
        if let former, padding > 0, bare < former { blanks = former - bare }
        blanks = max(padding > 0 ? 1 : 0, min(blanks, limit - bare))
        return prefix + body + Self.blanks(blanks) + suffix
    }

    /// Lines of blanks (ISO 16684-1 §7.3.3).
    private static func blanks(_ count: Int) -> [UInt8] {
        (0..<count).map { $0 % 100 == 0 || $0 == count - 1 ? 0x0A : 0x20 }
    }

    // MARK: Properties

    /// The descriptions, each of which holds properties.
    private var descriptions: [XMLElement] { graph.elements }

    /// A property as an element, also where it stands as an attribute; the first counts.
    func property(_ name: String, in space: XMPNamespace) -> XMLElement? {
        property(name, uri: { $0.flatMap(XMPNamespace.init(uri:)) == space })
    }

    /// A property of a namespace that no reader here knows.
    func property(_ name: String, ofURI uri: String) -> XMLElement? {
        property(name, uri: { $0 == uri })
    }

    private func property(_ name: String, uri isWanted: (String?) -> Bool) -> XMLElement? {
        for description in descriptions {
            if let found = description.elements.first(where: {
                $0.name == name && isWanted($0.uri)
            }) {
                return found
            }
            if let found = description.attributes.first(where: {
                $0.name == name && isWanted($0.uri)
            }) {
                let element = XMLElement(prefix: found.prefix, name: name, uri: found.uri)
                element.children = [.text(found.value)]
                return element
            }
        }
        return nil
    }

    /// Every property's namespace and name, in order; attributes among them.
    var propertyNames: [(uri: String, name: String)] {
        descriptions.flatMap { description in
            description.attributes.compactMap { attribute in
                attribute.uri.flatMap { uri in
                    uri == XMPNamespace.rdf.uri || uri == XMPNamespace.xml.uri
                        ? nil : (uri, attribute.name)
                }
            }
                + description.elements.compactMap { element in
                    element.uri.map { ($0, element.name) }
                }
        }
    }

    /// Takes a property away; answers whether it was there.
    @discardableResult
    func remove(_ name: String, in space: XMPNamespace) -> Bool {
        remove(name, uri: { $0.flatMap(XMPNamespace.init(uri:)) == space })
    }

    /// Takes a property of a namespace away that no reader here knows.
    @discardableResult
    func remove(_ name: String, ofURI uri: String) -> Bool { remove(name, uri: { $0 == uri }) }

    private func remove(_ name: String, uri isUnwanted: (String?) -> Bool) -> Bool {
        var wasThere = false
        for description in descriptions {
            let attributes = description.attributes.count
            description.attributes.removeAll { $0.name == name && isUnwanted($0.uri) }
            description.removeElements { element in
                let unwanted = element.name == name && isUnwanted(element.uri)
                if unwanted { wasThere = true }
                return unwanted
            }
            if description.attributes.count != attributes { wasThere = true }
        }
        return wasThere
    }

    /// Gives a property another value: in the place of the former one, else at the end.
    func set(_ element: XMLElement) {
        let space = element.uri.flatMap(XMPNamespace.init(uri:))
        func isSame(_ name: String, _ uri: String?) -> Bool {
            name == element.name
                && (uri == element.uri
                    || (space != nil && uri.flatMap(XMPNamespace.init(uri:)) == space))
        }
        for description in descriptions {
            let place = description.children.firstIndex { child in
                guard case .element(let old) = child else { return false }
                return isSame(old.name, old.uri)
            }
            guard let place else { continue }
            bind(element, in: description)
            description.children[place] = .element(element)
            // No second one may contradict it.
            for other in descriptions {
                other.attributes.removeAll { isSame($0.name, $0.uri) }
                other.removeElements { $0 !== element && isSame($0.name, $0.uri) }
            }
            return
        }
        for other in descriptions { other.attributes.removeAll { isSame($0.name, $0.uri) } }
        let description = descriptions.first { $0.isNamed("Description", in: .rdf) } ?? begun()
        bind(element, in: description)
        if case .text(let blanks)? = description.children.last,
            blanks.utf8.allSatisfy({ $0 <= 0x20 })
        {
            description.children.removeLast()
        }
        description.children += [.text("\n   "), .element(element), .text("\n  ")]
    }

    private func begun() -> XMLElement {
        let description = XMLElement(
            prefix: graph.prefix, name: "Description", uri: XMPNamespace.rdf.uri)
        description.attributes = [
            .init(prefix: graph.prefix, name: "about", uri: XMPNamespace.rdf.uri, value: "")
        ]
        graph.children += [.text("\n  "), .element(description), .text("\n ")]
        return description
    }

    // MARK: Prefixes

    /// Gives an element, and all below it, prefixes that mean its namespaces where it comes to
    /// stand; those that no prefix stands for yet are declared there.
    func bind(_ element: XMLElement, in description: XMLElement) {
        var scope: [String?: String] = [:]
        for outer in [root, graph, description] {
            for declaration in outer.declarations { scope[declaration.prefix] = declaration.uri }
        }
        rename(element, &scope, description)
    }

    /// As ``bind(_:in:)`` for an element that comes to stand in an array.
    func bind(_ element: XMLElement, within array: XMLElement) {
        let description = descriptions.first { Self.holds($0, array) }
        bind(element, in: description ?? graph)
    }

    private static func holds(_ element: XMLElement, _ other: XMLElement) -> Bool {
        element === other || element.elements.contains { holds($0, other) }
    }

    private func rename(
        _ element: XMLElement, _ scope: inout [String?: String], _ description: XMLElement
    ) {
        element.declarations = []
        element.prefix = bound(element.prefix, element.uri, &scope, description)
        for index in element.attributes.indices {
            let attribute = element.attributes[index]
            guard let uri = attribute.uri else { continue }
            element.attributes[index].prefix = bound(
                attribute.prefix, uri, &scope, description)
        }
        for child in element.elements { rename(child, &scope, description) }
    }

    private func bound(
        _ prefix: String?, _ uri: String?, _ scope: inout [String?: String],
        _ description: XMLElement
    ) -> String? {
        guard let uri, uri != XMPNamespace.xml.uri else { return prefix }
        if let prefix, scope[prefix] == uri { return prefix }
        let known = scope.filter { $0.value == uri }.compactMap(\.key)
        if let found = known.min() { return found }
        var name = prefix ?? "ns"
        var number = 1
        while scope[name] != nil {
            number += 1
            name = (prefix ?? "ns") + "\(number)"
        }
        scope[name] = uri
        description.declarations.append(.init(prefix: name, uri: uri))
        return name
    }
}
