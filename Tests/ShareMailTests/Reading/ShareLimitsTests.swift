import ByteCoding
import Foundation
import MIMEMessage
import OutputText
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// The limits of “Limits and budgets” that are the channels': each at its edge, and one past it.
@Suite struct ShareLimitsTests {
    @Test(arguments: [(64 << 10, false), ((64 << 10) + 1, true)])
    func `an import code of 64 KB is read, and refused one byte later`(
        count: Int, isOver: Bool
    ) throws {
        let json = Array(#"{"p":[{"n":"kite"}]}"#.utf8)
        let padded = json + [UInt8](repeating: 0x20, count: count - json.count)
        let packed = try #require(Deflate.compress(padded))
        let body = Base64URL.encode(CRC32.bytes(packed) + packed)
        var scanner = ImportCodeScanner()
        scanner.scan("[[wit:1:\n\(body)\n:wit]]", at: "1")
        #expect(scanner.codes.count == (isOver ? 0 : 1))
        #expect(scanner.findings.map(\.code) == (isOver ? [.importCodeTooLong] : []))
        var wider = ImportCodeScanner(limit: count)
        wider.scan("[[wit:1:\n\(body)\n:wit]]", at: "1")
        #expect(wider.codes.count == 1)
    }

    @Test(arguments: [(16 << 20, false), ((16 << 20) + 1, true)])
    func `a payload of 16 MB is read, and refused one byte later`(count: Int, isOver: Bool) {
        let json = Array(#"{"format":"whatisthat.share","version":1,"photos":[]}"#.utf8)
        let padded = json + [UInt8](repeating: 0x20, count: count - json.count)
        var refused: WitError.Code?
        do throws(WitError) {
            _ = try SharePayload(parsing: padded)
        } catch {
            refused = error.code
        }
        #expect(refused == (isOver ? .payloadTooLarge : nil))
    }

    @Test func `a picture of as many pixels as the limit is looked at, one of more is not`() throws
    {
        let octets = Array(
            try Data(contentsOf: Checkout.fixtures.appending(path: "photos/lighthouse.jpg")))
        let image = try #require(try PhotoReader().read(bytes: octets).record.image)
        let pixels = try #require(image.width) * #require(image.height)
        let mail = try MIMEBuilder(
            body: .mixed([.attachment(octets, type: .jpeg, fileName: "lighthouse.jpg")])
        ).build()
        for (limit, isOver) in [(pixels, false), (pixels - 1, true)] {
            var limits = ShareLimits()
            limits.pixels = limit
            let contents = ShareReader(limits: limits).read(MailMessage(parsing: mail))
            #expect(contents.findings.contains { $0.code == .pictureTooLarge } == isOver)
            #expect(contents.photos.count == 1)
        }
        #expect(ShareLimits().pixels == 500_000_000)
    }
}
