import PhotoRecords
import TextCleaning
import XML

/// Builds XMP's data model from the elements of a packet, in every spelling that RDF/XML has for
/// it (ISO 16684-1 §7): elements and attributes, arrays, nested descriptions,
/// `rdf:parseType="Resource"`, `rdf:value` with qualifiers.
final class XMPBuilder {
    private enum Kind {
        /// What stands around rdf:RDF.
        case wrapper
        /// rdf:RDF.
        case graph
        /// rdf:Description or a typed node: its children are properties.
        case node
        /// A property, an rdf:li among them; `resource`: its children are fields.
        case property(name: String, resource: Bool)
        /// rdf:Bag, rdf:Seq, rdf:Alt.
        case array
    }

    private struct Frame {
        var kind: Kind
        var value = XMPValue()
    }

    private let limits: PhotoReadLimits
    private var stack: [Frame] = []
    private var skipped = 0
    private var nodes = 0
    private var properties: [String: XMPValue] = [:]
    private var graphEnded = false
    /// What was noticed.
    private(set) var findings: [Finding] = []

    init(limits: PhotoReadLimits) { self.limits = limits }

    /// Whether text that comes now belongs to a property.
    var wantsText: Bool {
        guard skipped == 0, case .property? = stack.last?.kind else { return false }
        return true
    }

    /// An element begins; false if the packet has too many of them.
    func start(
        _ name: String, in space: XMPNamespace?, attributes: [XMPAttribute]
    ) -> Bool {
        nodes += 1 + attributes.count
        guard nodes <= limits.xmpNodes else {
            tooComplex("more than \(limits.xmpNodes) elements")
            return false
        }
        guard skipped == 0, stack.count < limits.xmpDepth else {
            if skipped == 0 { tooComplex("elements nested deeper than \(limits.xmpDepth)") }
            skipped += 1
            return true
        }
        if let kind = kind(of: name, in: space, attributes) {
            stack.append(Frame(kind: kind))
            take(attributes)
        } else {
            skipped = 1
        }
        return true
    }

    /// What an element is by the place where it stands; nil if it does not matter.
    private func kind(
        of name: String, in space: XMPNamespace?, _ attributes: [XMPAttribute]
    ) -> Kind? {
        if space == .rdf {
            switch name {
            case "RDF": return .graph
            case "Description": return .node
            case "Bag", "Seq", "Alt": return .array
            case "li", "value": return property("rdf:" + name, attributes)
            default: return nil
            }
        }
        switch stack.last?.kind {
        case nil, .wrapper?: return .wrapper
        case .graph?: return .node
        case .node?, .property(_, resource: true)?:
            return space.map { property("\($0.rawValue):\(name)", attributes) }
        case .property(_, resource: false)?: return .node
        case .array?: return nil
        }
    }

    private func property(_ name: String, _ attributes: [XMPAttribute]) -> Kind {
        let resource = attributes.contains {
            $0.space == .rdf && $0.name == "parseType" && $0.value == "Resource"
        }
        return .property(name: name, resource: resource)
    }

    /// Attributes of a description are properties; those of a property are the fields of the
    /// structure that it holds, its qualifiers, or its value.
    private func take(_ attributes: [XMPAttribute]) {
        guard let top = stack.indices.last else { return }
        switch stack[top].kind {
        case .node, .property: break
        default: return
        }
        for attribute in attributes {
            switch (attribute.space, attribute.name) {
            case (.xml, "lang"):
                stack[top].value.language = ForeignText.cleaned(attribute.value)
            case (.rdf, "resource"), (.rdf, "value"): stack[top].value.text = attribute.value
            case (.rdf, _), (.xml, _): break
            default:
                let name = "\(attribute.space.rawValue):\(attribute.name)"
                stack[top].value.fields[name] = XMPValue(
                    text: ForeignText.cleaned(attribute.value))
            }
        }
    }

    /// Text of the property that is open.
    func append(_ text: String) {
        guard let top = stack.indices.last else { return }
        stack[top].value.text += text
    }

    /// An element ends.
    func end() {
        if skipped > 0 {
            skipped -= 1
            return
        }
        guard var frame = stack.popLast() else { return }
        frame.value.text = ForeignText.cleaned(frame.value.text)
        let value = Self.finished(frame.value)
        let parent = stack.indices.last
        switch frame.kind {
        case .wrapper: break
        case .graph: graphEnded = true
        case .array:
            if let parent { stack[parent].value.items += value.items }
        case .node:
            if let parent, case .property = stack[parent].kind {
                stack[parent].value.fields.merge(value.fields) { first, _ in first }
                if !value.text.isEmpty { stack[parent].value.text = value.text }
            } else if let parent, case .array = stack[parent].kind {
                append(value, to: parent)
            } else {
                properties.merge(value.fields) { first, _ in first }
            }
        case .property(let name, _):
            guard let parent else { break }
            if case .array = stack[parent].kind {
                append(value, to: parent)
            } else if stack[parent].value.fields[name] == nil {
                stack[parent].value.fields[name] = value
            }
        }
    }

    private func append(_ value: XMPValue, to array: Int) {
        guard stack[array].value.items.count < limits.listEntries else { return }
        stack[array].value.items.append(value)
    }

    /// `rdf:value` is the value that the other fields qualify; text between elements is layout.
    private static func finished(_ value: XMPValue) -> XMPValue {
        guard !value.fields.isEmpty || !value.items.isEmpty else { return value }
        var value = value
        if value.text.utf8.allSatisfy({ $0 <= 0x20 }) { value.text = "" }
        if let inner = value.fields.removeValue(forKey: "rdf:value") {
            value.text = inner.text
            value.items = inner.items
            value.fields.merge(inner.fields) { first, _ in first }
            value.language = value.language ?? inner.language
        }
        return value
    }

    /// The properties; what was open when the packet broke off counts as far as it came.
    func finish() -> [String: XMPValue] {
        skipped = 0
        while !stack.isEmpty { end() }
        return properties
    }

    /// The parser met the end of what is well-formed.
    func noteDamage() {
        // QUIRK: padding and bytes after the last element harm nobody (ISO 16684-1 §7.3.3).
        guard !graphEnded, findings.isEmpty else { return }
        findings.append(
            Finding(
                .warning, .xmpDamaged, where: "xmp",
                "The XMP packet is not well-formed XML; what precedes the error is read."))
    }

    /// The packet declares a document type.
    func noteDocumentType() {
        findings.append(
            Finding(
                .warning, .xmpDocumentType, where: "xmp",
                "The XMP packet declares a document type, which XMP forbids; it is not read."))
    }

    /// An element has more attributes or namespaces than libxml2 is given.
    func noteCrowdedTag() {
        tooComplex("an element with more than \(XMLCensus.mostAttributes) attributes or namespaces")
    }

    private func tooComplex(_ what: String) {
        guard !findings.contains(where: { $0.code == .xmpTooComplex }) else { return }
        findings.append(
            Finding(
                .warning, .xmpTooComplex, where: "xmp",
                "The XMP packet has \(what); the rest is ignored."))
    }
}
