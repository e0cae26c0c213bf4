import Foundation
import OutputText
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct XMLEscapingTests {
    @Test func `data comes back through a parser, and nothing of it stands raw`() throws {
        let text = "a<b>&\"]]>\r\n\t\u{7F}\u{9B}\u{202E}\u{2028}\u{61C}\u{200F}\u{E0041}"
        let xml = XMLEscaping.data(text)
        #expect(xml.contains("&#x202E;") && xml.contains("&#xD;\n&#x9;&#x7F;&#x9B;"))
        #expect(!xml.replacing("\n", with: "").replacing("\t", with: "").holdsHazard)
        let back = TextOfElement()
        let parser = XMLParser(data: Data("<a>\(xml)</a>".utf8))
        parser.delegate = back
        #expect(parser.parse())
        #expect(Array(back.text.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func `what XML cannot hold goes from data, and is a blank where it is shown`() {
        #expect(XMLEscaping.data("a\u{0}b\u{1F}c\u{FFFE}d🦅") == "abcd🦅")
        #expect(XMLEscaping.shown("a\u{1B}b\u{202E}<\u{FFFE}") == "a b&lt;\u{FFFD}")
        #expect(XMLEscaping.shown("a\r\nb\u{2028}c") == "a\nb\nc")
    }

    private final class TextOfElement: NSObject, XMLParserDelegate {
        var text = ""
        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }
}
