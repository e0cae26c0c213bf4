import OutputText
import XML

private import CLibXML2

/// An element of an XML document that is edited: its names, attributes and content as they stood
/// (Namespaces in XML 1.0).
final class XMLElement {
    /// The binding of a prefix; nil for the default namespace.
    struct Declaration: Equatable {
        var prefix: String?
        var uri: String
    }

    /// An attribute with the namespace of its prefix.
    struct Attribute: Equatable {
        var prefix: String?
        var name: String
        var uri: String?
        var value: String
    }

    /// What stands in an element.
    enum Child {
        case element(XMLElement)
        case text(String)
        case cdata(String)
        case comment(String)
        case instruction(target: String, data: String)
    }

    var prefix: String?
    let name: String
    private(set) var uri: String?
    var declarations: [Declaration] = []
    var attributes: [Attribute] = []
    var children: [Child] = []

    /// An element without content.
    init(prefix: String?, name: String, uri: String?) {
        self.prefix = prefix
        self.name = name
        self.uri = uri
    }

    /// Whether it has this name of a namespace.
    func isNamed(_ name: String, in space: XMPNamespace) -> Bool {
        self.name == name && uri.flatMap(XMPNamespace.init(uri:)) == space
    }

    /// The elements among the children.
    var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The first child element of a name.
    func first(_ name: String, in space: XMPNamespace) -> XMLElement? {
        elements.first { $0.isNamed(name, in: space) }
    }

    /// The text in it, markup left out.
    var text: String {
        children.reduce(into: "") { text, child in
            switch child {
            case .text(let more), .cdata(let more): text += more
            default: break
            }
        }
    }

    /// Whether a namespace is declared in it, at any depth.
    func declares(_ uri: String) -> Bool {
        declarations.contains { $0.uri == uri } || elements.contains { $0.declares(uri) }
    }

    /// Puts one namespace in the place of another, here and at any depth; prefixes stay.
    func rename(_ former: String, to current: String) {
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
    func removeElements(where isUnwanted: (XMLElement) -> Bool) {
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

/// Reads XML into elements, and writes them: the second place that knows libxml2.
///
/// No entity is ever declared or expanded and nothing is loaded: a document type declaration is
/// refused.
enum XMLTree {
    /// The root element of a document in UTF-8; nil if it is not well-formed, declares a document type, or
    /// has a tag with more attributes or namespaces than any has (``XMLCensus``).
    static func root(of document: [UInt8]) -> XMLElement? {
        _ = ready
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_IGNORE_ENC.rawValue
        return document.withUnsafeBytes { bytes -> XMLElement? in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                bytes.count < Int(Int32.max), XMLCensus.verdict(on: bytes).cut == nil,
                let tree = xmlReadMemory(start, Int32(bytes.count), nil, nil, Int32(options))
            else { return nil }
            // The tree lives until it is copied into elements of ours.
            defer { xmlFreeDoc(tree) }
            guard tree.pointee.intSubset == nil, let root = xmlDocGetRootElement(tree) else {
                return nil
            }
            return element(root)
        }
    }

    // libxml2 wants to be set up once, before threads use it.
    private static let ready: Bool = {
        xmlInitParser()
        return true
    }()

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String? {
        text.map { String(cString: $0) }
    }

    /// libxml2 nests no deeper than 256 elements, and so does this.
    private static func element(_ node: xmlNodePtr) -> XMLElement {
        let space = node.pointee.ns?.pointee
        let result = XMLElement(
            prefix: string(space?.prefix), name: string(node.pointee.name) ?? "",
            uri: string(space?.href))
        var declaration = node.pointee.nsDef
        while let current = declaration {
            result.declarations.append(
                .init(
                    prefix: string(current.pointee.prefix),
                    uri: string(current.pointee.href) ?? ""))
            declaration = current.pointee.next
        }
        var attribute = node.pointee.properties
        while let current = attribute {
            let value = xmlNodeListGetString(node.pointee.doc, current.pointee.children, 1)
            let space = current.pointee.ns?.pointee
            result.attributes.append(
                .init(
                    prefix: string(space?.prefix), name: string(current.pointee.name) ?? "",
                    uri: string(space?.href), value: string(value) ?? ""))
            if let value { witXMLFree(value) }
            attribute = current.pointee.next
        }
        var child = node.pointee.children
        while let current = child {
            let content = string(current.pointee.content) ?? ""
            switch current.pointee.type {
            case XML_ELEMENT_NODE: result.children.append(.element(element(current)))
            case XML_TEXT_NODE: result.children.append(.text(content))
            case XML_CDATA_SECTION_NODE: result.children.append(.cdata(content))
            case XML_COMMENT_NODE: result.children.append(.comment(content))
            case XML_PI_NODE:
                result.children.append(
                    .instruction(target: string(current.pointee.name) ?? "", data: content))
            default: break
            }
            child = current.pointee.next
        }
        return result
    }

    // MARK: Writing

    /// The element as XML.
    static func text(of element: XMLElement) -> String {
        var text = ""
        write(element, to: &text)
        return text
    }

    private static func write(_ element: XMLElement, to text: inout String) {
        let name = qualified(element.prefix, element.name)
        text += "<" + name
        let many = element.declarations.count + element.attributes.count > 2
        let gap = many ? "\n    " : " "
        for declaration in element.declarations {
            let name = declaration.prefix.map { "xmlns:" + $0 } ?? "xmlns"
            text += gap + name + "=\"" + escapedAttribute(declaration.uri) + "\""
        }
        for attribute in element.attributes {
            text += gap + qualified(attribute.prefix, attribute.name)
            text += "=\"" + escapedAttribute(attribute.value) + "\""
        }
        guard !element.children.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        for child in element.children {
            switch child {
            case .element(let element): write(element, to: &text)
            case .text(let words): text += escapedText(words)
            case .cdata(let words): text += "<![CDATA[" + words + "]]>"
            case .comment(let words): text += "<!--" + words + "-->"
            case .instruction(let target, let data):
                text += "<?" + target + (data.isEmpty ? "" : " " + data) + "?>"
            }
        }
        text += "</" + name + ">"
    }

    private static func qualified(_ prefix: String?, _ name: String) -> String {
        prefix.map { $0 + ":" + name } ?? name
    }

    private static func escapedText(_ text: String) -> String {
        // Blanks between elements are another program's layout.
        if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }) { return text }
        return XMLEscaping.data(text).replacing("&quot;", with: "\"")
    }

    /// Line ends and tabs stay what they are only as references (XML 1.0 §3.3.3).
    private static func escapedAttribute(_ text: String) -> String {
        XMLEscaping.data(text).replacing("\n", with: "&#xA;").replacing("\t", with: "&#x9;")
    }
}
