import OutputText
import PhotoRecords
import Testing

@testable import ShareMail

@Suite struct MapLinkTests {
    @Test func `a link shows the point`() throws {
        let point = try #require(Coordinate(latitude: -24.7275123, longitude: 15.339876))
        let link = try MapLink("https://maps.example:8443/?q={latitude},{longitude}&z=15")
        #expect(link.address(of: point) == "https://maps.example:8443/?q=-24.727512,15.339876&z=15")
        #expect(
            link.shortAddress(of: point) == "https://maps.example:8443/?q=-24.72751,15.33988&z=15")
        let known = try MapLink(MapLink.openStreetMap.pattern)
        #expect(known == .openStreetMap)
        #expect(known.shortAddress(of: point).hasPrefix("https://osm.org/?mlat=-24.72751&"))
    }

    @Test(arguments: [
        "http://maps.example/{latitude}/{longitude}", "javascript:{latitude}{longitude}", "",
        "https://maps.example/{latitude}", "https://{latitude}.example/{longitude}",
        "https:///{latitude}/{longitude}", "https://anna@maps.example/{latitude}/{longitude}",
        "https://maps.example/{latitude}/{longitude}/{name}",
        "https://maps.example/{latitude}/{longitude}\" onclick=\"x",
        "https://maps.example/ {latitude}/{longitude}",
        "https://maps.example/{latitude}/{longitude}\r\nBcc: x",
        "https://maps.example/{latitude}/{longitude}?" + String(repeating: "x", count: 500),
    ])
    func `what is not a map link is refused`(pattern: String) {
        #expect(throws: WitError.self) { try MapLink(pattern) }
    }
}
