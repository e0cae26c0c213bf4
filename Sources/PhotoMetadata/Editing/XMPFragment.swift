import XML

/// Properties as the writer spells them, as elements that a packet takes in.
struct XMPFragment {
    private let elements: [String: XMLElement]

    /// The properties of texts that are one element each.
    init(_ texts: [String]) {
        var document = "<rdf:Description"
        for space in XMPNamespace.allCases where space != .xml {
            document += " xmlns:\(space.rawValue)=\"\(space.uri)\""
        }
        document += ">" + texts.joined() + "</rdf:Description>"
        var elements: [String: XMLElement] = [:]
        for element in XMLTree.root(of: Array(document.utf8))?.elements ?? [] {
            elements["\(element.prefix ?? ""):\(element.name)"] = element
        }
        self.elements = elements
    }

    /// A property by its name with the standard's prefix, such as `dc:title`.
    subscript(name: String) -> XMLElement? { elements[name] }
}

extension XMPDocument {
    /// A property's namespace and name from its name with the standard's prefix.
    static func split(_ name: String) -> (XMPNamespace, String)? {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let space = XMPNamespace(rawValue: String(parts[0])) else {
            return nil
        }
        return (space, String(parts[1]))
    }

    /// Makes properties what a fragment says of them: sets those that it has, takes the others
    /// away. One that says the same already is left as it is spelled.
    func put(_ names: [String], of fragment: XMPFragment) {
        for name in names {
            guard let (space, local) = Self.split(name) else { continue }
            guard let wanted = fragment[name] else {
                remove(local, in: space)
                continue
            }
            if let old = property(local, in: space), old.isEquivalent(to: wanted) { continue }
            set(wanted)
        }
    }

    /// Gives a property of language alternatives another default text. Alternatives in other
    /// languages stay, but for those that repeat the former default.
    func put(alternative name: String, of fragment: XMPFragment) {
        guard let (space, local) = Self.split(name), let wanted = fragment[name],
            let old = property(local, in: space), let text = wanted.alternatives.first?.text,
            old.setAlternative(text)
        else { return put([name], of: fragment) }
    }
}

extension XMLElement {
    /// The items of an array that stands in a property.
    var items: [XMLElement] {
        array?.elements.filter { $0.isNamed("li", in: .rdf) } ?? []
    }

    /// The array that stands in a property.
    var array: XMLElement? {
        elements.first { element in
            ["Bag", "Seq", "Alt"].contains { element.isNamed($0, in: .rdf) }
        }
    }

    /// The items of language alternatives.
    var alternatives: [XMLElement] {
        array.map { $0.isNamed("Alt", in: .rdf) ? items : [] } ?? []
    }

    /// The language of an item.
    private var language: String? {
        attributes.first { $0.name == "lang" && $0.uri == XMPNamespace.xml.uri }?.value.lowercased()
    }

    /// Changes the default text of language alternatives; false where there are none.
    func setAlternative(_ text: String) -> Bool {
        let items = alternatives
        guard let standard = items.first(where: { $0.language == "x-default" }) else {
            return false
        }
        let former = standard.text
        for item in items where item === standard || item.text == former {
            item.children = [.text(text)]
        }
        return true
    }

    /// Whether two elements say the same, however they are spelled.
    func isEquivalent(to other: XMLElement) -> Bool {
        guard name == other.name, uri == other.uri, attributes.count == other.attributes.count,
            attributes.allSatisfy({ mine in
                other.attributes.contains {
                    $0.name == mine.name && $0.uri == mine.uri && $0.value == mine.value
                }
            })
        else { return false }
        let (mine, theirs) = (elements, other.elements)
        if mine.isEmpty && theirs.isEmpty { return text == other.text }
        return mine.count == theirs.count
            && zip(mine, theirs).allSatisfy { $0.isEquivalent(to: $1) }
    }
}
