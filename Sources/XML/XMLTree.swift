private import CLibXML2

/// Reads XML into elements, by libxml2's trees, and writes them.
///
/// No entity is ever declared or expanded and nothing is loaded: a document type declaration is
/// refused.
package enum XMLTree {
    /// The root element of a document in UTF-8; nil if it is not well-formed, declares a document type, or
    /// has a tag with more attributes or namespaces than any has (``XMLCensus``).
    package static func root(of document: [UInt8]) -> XMLElement? {
        _ = XMLDriver.ready
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
}
