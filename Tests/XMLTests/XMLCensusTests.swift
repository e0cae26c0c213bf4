import Testing
import XML

/// What of XML costs libxml2 more than linear time never reaches it.
@Suite struct XMLCensusTests {
    private func sound(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: bytes.prefix(bytes.withUnsafeBytes(XMLCensus.sound)), as: UTF8.self)
    }

    private func attributes(_ count: Int, _ prefix: String = "dc:") -> String {
        (0..<count).map { "\(prefix)a\($0)='1'" }.joined(separator: " ")
    }

    private func namespaces(_ count: Int) -> String {
        (0..<count).map { "xmlns:n\($0)='u\($0)'" }.joined(separator: " ")
    }

    @Test func `a document is given whole where no tag has too much`() {
        let most = XMLCensus.mostAttributes
        for document in [
            "", "<a/>", "<a \(attributes(most))/>", "<a \(namespaces(most))></a><b/>",
            "<!-- <a \(attributes(2 * most))/> --><a/>",
            "<a><![CDATA[<b \(attributes(2 * most))>]]></a>",
            "<?x <b \(attributes(2 * most)) ?><a/>",
            "<a b=\"<c \(attributes(2 * most, "")) \"/>",
            String(repeating: "<a \(attributes(100)) \(namespaces(100))/>", count: 100),
            String(repeating: "<a \(namespaces(100))></a>", count: 100),
        ] {
            #expect(sound(document) == document)
        }
    }

    @Test func `a document is cut off before the first tag with too many attributes or namespaces`()
    {
        let most = XMLCensus.mostAttributes
        for tag in [
            "<b \(attributes(most + 1))/>", "<b \(namespaces(most + 1))>",
            "<b\n\(attributes(most + 1, ""))", "<b \(attributes(most + 1))",
        ] {
            #expect(sound("<a><!-- ' --><c/>" + tag + "</a>") == "<a><!-- ' --><c/>")
        }
        // Namespaces of the elements around one count as well.
        let nested = String(repeating: "<a \(namespaces(100))>", count: 10)
        #expect(sound(nested) == String(repeating: "<a \(namespaces(100))>", count: 5))
    }
}
