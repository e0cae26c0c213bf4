import XML

extension XMLElement {
    /// Whether it has this name of a namespace.
    func isNamed(_ name: String, in space: XMPNamespace) -> Bool {
        self.name == name && uri.flatMap(XMPNamespace.init(uri:)) == space
    }

    /// The first child element of a name.
    func first(_ name: String, in space: XMPNamespace) -> XMLElement? {
        elements.first { $0.isNamed(name, in: space) }
    }
}
