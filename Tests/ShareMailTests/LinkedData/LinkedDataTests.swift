import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// JSON-LD in HTML: what it says, that nothing breaks out of it, and that it is found again.
@Suite struct LinkedDataTests {
    private static let attachment = AttachmentReference(
        contentID: "wit-photo-1.k@example.org", fileName: "Red-kite.jpg",
        sha256: String(repeating: "ab", count: 32))

    private func photo(_ change: (inout PhotoRecord) -> Void = { _ in }) -> LinkedDataPhoto {
        var record = SampleRecords.kite
        change(&record)
        return LinkedDataPhoto(record: record, attachment: Self.attachment)
    }

    @Test func `the JSON-LD has what schema.org has terms for`() throws {
        let json = LinkedDataPhoto.json([photo()])
        let node = try #require(json["@graph"]?.array?.first)
        #expect(node["@type"] == "Photograph")
        #expect(node["@id"] == "urn:uuid:0192f3c4-5a6b-7c8d-9e0f-112233445566")
        #expect(node["name"] == "Red kite")
        #expect(node["dateCreated"] == "2024-05-01T10:22:33.12+02:00")
        #expect(node["about"]?.array?.first?["name"] == "Anna")
        #expect(node["contentLocation"]?["geo"]?["latitude"]?.double == 48.85837)
        #expect(node["contentLocation"]?["address"]?["addressCountry"] == "FR")
        #expect(node["associatedMedia"]?["contentUrl"] == "cid:wit-photo-1.k@example.org")
        #expect(node["associatedMedia"]?["name"] == "Red-kite.jpg")
        #expect(!json.text.contains("/home/anna"))
    }

    @Test func `our members are in a namespace that nobody can lose, and count in the former one`()
        throws
    {
        let sent = photo {
            $0.location?.direction = 120.5
            $0.location?.place?.distanceKm = 4
        }
        let context = LinkedDataPhoto.json([sent])["@context"]?.array?.last
        // JSON-LD 1.1 §4.1.5 wants a delimiter at the end of what a prefix stands for.
        let namespace = try #require(context?["wit"]?.string)
        #expect(namespace.wholeMatch(of: #/urn:uuid:[0-9a-f\-]{36}#/#) != nil)
        let element = LinkedDataScript.element([sent])
        let former = element.replacing(namespace, with: "https://whatisthat.app/ns/1.0/")
        #expect(former != element)
        for text in [element, former] {
            let back = try #require(LinkedDataScript.photos(in: text).first)
            #expect(back.record.location?.direction == 120.5)
            #expect(back.record.location?.place?.distanceKm == 4)
        }
    }

    @Test func `a local time without an offset stays without one`() throws {
        for iso in ["2024-05-01T10:22:33", "2024-05-01", "2024-05-01T10:22:33.120"] {
            let local = try #require(LocalDateTime(iso: iso))
            for minutes in [nil, 0, 120, -210] {
                let taken = CaptureTime(
                    local: local, offset: minutes.flatMap { UTCOffset(minutes: $0) })
                let sent = photo { $0.taken = taken }
                let back = LinkedDataScript.photos(in: LinkedDataScript.element([sent]))
                #expect(back.first?.record.taken?.local == local, "\(iso)")
                #expect(back.first?.record.taken?.offset?.minutes == minutes, "\(iso)")
            }
        }
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>", "<!--<script>", "]]>", "a\u{2028}b\u{2029}c",
        "&lt;&amp;",
        "\"},{\"@id\":\"x\"}", "\\u003c/script>", "</ScRiPt\n>", "\u{0}\u{85}", "{{{x}}}",
    ])
    func `nothing breaks out of the script`(hostile: String) throws {
        let sent = photo {
            $0.name = hostile
            $0.caption = hostile
            $0.keywords = [hostile]
        }
        let element = LinkedDataScript.element([sent])
        let inner = element.dropFirst("<script type=\"application/ld+json\">".count)
            .dropLast("</script>\n".count)
        #expect(!inner.contains { "<>&\u{2028}\u{2029}".contains($0) })
        let html = LinkedDataScript.inserted(
            [sent], into: "<html><head></head><body></body></html>")
        #expect(html.hasSuffix("</script>\n</head><body></body></html>"))
        let back = try #require(LinkedDataScript.photos(in: html).first)
        #expect(back.record.name == CleanText.clean(sent.record).name)
        #expect(back.record.keywords == CleanText.clean(sent.record).keywords)
        #expect(LinkedDataScript.photos(in: html).count == 1)
    }

    @Test func `the JSON-LD of other writers is read`() throws {
        let html = """
            <script type='application/ld+json' nonce=x><!--
            [{"@context":"http://schema.org/","@type":["CreativeWork","http://schema.org/Photograph"],
            "@id":"urn:uuid:0192F3C4-5A6B-7C8D-9E0F-112233445566","headline":{"@value":"Kite"},
            "keywords":"bird, \\"red, kite\\"","dateCreated":"2024-05-01T08:22:33Z",
            "depicts":{"@type":"Person","name":"Anna"},"about":{"@type":"Thing","name":"no"},
            "contentLocation":[{"geo":{"latitude":"48.5","longitude":8}}],
            "image":[{"@type":"ImageObject","contentUrl":"cid:a%40b"}]}]
            --></script>
            """
        let photo = try #require(LinkedDataScript.photos(in: html).first)
        #expect(photo.record.name == "Kite" && photo.record.keywords == ["bird", "red, kite"])
        #expect(photo.record.people == ["Anna"])
        #expect(photo.record.taken?.offset?.minutes == 0)
        #expect(photo.record.location?.coordinate == Coordinate(latitude: 48.5, longitude: 8))
        #expect(photo.contentID == "a@b")
        #expect(photo.record.id != nil && photo.isOurs)
    }

    @Test(arguments: [
        LongText("<script type=\"application/ld+json\">", times: 4_000),
        LongText("<script type=application/ld+json>", "[", times: 100_000),
        LongText("<script type=application/ld+json>", "{\"@graph\":", times: 10_000),
        LongText("<script type=application/ld+json>", "=3D", times: 60_000, "</script>"),
        LongText("<script>schema.org {", times: 4_000),
        LongText(
            "<script type=application/ld+json>[", "{\"@type\":\"Photo\"},", times: 10_000,
            "1]</script>"),
        LongText(
            "<script type=application/ld+json>{\"@type\":\"Photo\",\"keywords\":[", "\"x\",",
            times: 20_000, "1]}</script>"),
    ])
    func `hostile scripts end, and give no more photos than are read`(html: LongText) {
        #expect(LinkedDataScript.photos(in: html.text).count <= LinkedDataScript.maximumNodes)
        _ = LinkedDataScript.removed(from: html.text)
    }
}
