/// An element of an XML document that is edited: its names, attributes and content as they stood
/// (Namespaces in XML 1.0).
package final class XMLElement {
    /// The binding of a prefix; nil for the default namespace.
    package struct Declaration: Equatable {
        package var prefix: String?
        package var uri: String

        package init(prefix: String?, uri: String) {
            self.prefix = prefix
            self.uri = uri
        }
    }

    /// An attribute with the namespace of its prefix.
    package struct Attribute: Equatable {
        package var prefix: String?
        package var name: String
        package var uri: String?
        package var value: String

        package init(prefix: String?, name: String, uri: String?, value: String) {
            self.prefix = prefix
            self.name = name
            self.uri = uri
            self.value = value
        }
    }

    /// What stands in an element.
    package enum Child {
        case element(XMLElement)
        case text(String)
        case cdata(String)
        case comment(String)
        case instruction(target: String, data: String)
    }

    package var prefix: String?
    package let name: String
    package private(set) var uri: String?
    package var declarations: [Declaration] = []
    package var attributes: [Attribute] = []
    package var children: [Child] = []

    /// An element without content.
    package init(prefix: String?, name: String, uri: String?) {
        self.prefix = prefix
        self.name = name
        self.uri = uri
    }

    /// The elements among the children.
    package var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The text in it, markup left out.
    package var text: String {
        children.reduce(into: "") { text, child in
            switch child {
            case .text(let more), .cdata(let more): text += more
            default: break
            }
        }
    }

    /// Whether a namespace is declared in it, at any depth.
    package func declares(_ uri: String) -> Bool {
        declarations.contains { $0.uri == uri } || elements.contains { $0.declares(uri) }
    }

    /// Puts one namespace in the place of another, here and at any depth; prefixes stay.
    package func rename(_ former: String, to current: String) {
        if uri == former { uri = current }
        for index in declarations.indices where declarations[index].uri == former {
            declarations[index].uri = current
        }
        for index in attributes.indices where attributes[index].uri == former {
            attributes[index].uri = current
        }
        for element in elements { element.rename(former, to: current) }
    }

    /// Takes child elements out, and the blanks in front of each.
    package func removeElements(where isUnwanted: (XMLElement) -> Bool) {
        var kept: [Child] = []
        for child in children {
            guard case .element(let element) = child, isUnwanted(element) else {
                kept.append(child)
                continue
            }
            if case .text(let blanks)? = kept.last, blanks.utf8.allSatisfy({ $0 <= 0x20 }) {
                kept.removeLast()
            }
        }
        children = kept
    }
}
