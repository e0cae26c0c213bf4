/// The parameters of a Content-Type or Content-Disposition field: names without case, in order.
public struct MIMEParameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One parameter.
    public struct Element: Hashable, Sendable {
        /// The name in small letters.
        public var name: String
        /// The value, decoded.
        public var value: String
    }

    private(set) var elements: [Element]

    /// Takes names and values in order; a name's later value replaces the earlier.
    public init(dictionaryLiteral pairs: (String, String)...) {
        elements = []
        for (name, value) in pairs { self[name] = value }
    }

    init(_ elements: [Element]) { self.elements = elements }

    /// The value of a name.
    public subscript(name: String) -> String? {
        get {
            if elements.isEmpty { return nil }
            let name = name.asciiLowercased
            return elements.first { $0.name == name }?.value
        }
        set {
            let name = name.asciiLowercased
            let place = elements.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): elements[place].value = value
            case (let place?, nil): elements.remove(at: place)
            case (nil, let value?): elements.append(Element(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension MIMEParameters: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of parameters.
    public var endIndex: Int { elements.count }
    /// The parameter at a place.
    public subscript(position: Int) -> Element { elements[position] }
}
