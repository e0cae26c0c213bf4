import OutputText

extension XMLTree {
    /// The element as XML.
    package static func text(of element: XMLElement) -> String {
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
