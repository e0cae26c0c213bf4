import Testing
import XML

/// What of XML costs libxml2 more than linear time never reaches it.
@Suite struct XMLCensusTests {
    private func sound(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let count = bytes.withUnsafeBytes { XMLCensus.verdict(on: $0).count }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
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

    /// libxml2 reads on behind each of these, at another octet than it seems, and has come to a tag
    /// with thousands of attributes by then.
    @Test func `a document is cut off where libxml2 would read on behind what is fatal`() {
        let crowded = "<c \(attributes(2 * XMLCensus.mostAttributes, ""))"
        for damaged in [
            "<b x=\"\(crowded)", "<b x=\"\(crowded)\"/>", "<b x='\(crowded)'/>", "<?\(crowded) ?>",
            "<b \(crowded)>", "< '\(crowded)'>", "<1 '\(crowded)'>",
        ] {
            #expect(sound("<a><d/>" + damaged + "</a>") == "<a><d/>", "\(damaged.prefix(12))")
        }
        for hidden in [
            "<!-- \u{1}\(crowded) -->", "<![CDATA[\u{FFFE}\(crowded)]]>", "<?x \u{0}\(crowded)?>",
        ] {
            let shown = sound("<a><d/>" + hidden + "</a>")
            #expect(shown.count < 20 && shown.hasPrefix("<a><d/><"), "\(shown)")
        }
    }
}
