import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// XMP in every encoding form of Unicode, as a sidecar and as a packet.
struct UnicodeFormTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let encoding: String.Encoding
        let mark: [UInt8]
    }

    static let forms: [Form] = [
        Form(testDescription: "UTF-8", encoding: .utf8, mark: []),
        Form(testDescription: "UTF-8 with mark", encoding: .utf8, mark: [0xEF, 0xBB, 0xBF]),
        Form(testDescription: "UTF-16LE", encoding: .utf16LittleEndian, mark: []),
        Form(
            testDescription: "UTF-16LE with mark", encoding: .utf16LittleEndian, mark: [0xFF, 0xFE]),
        Form(testDescription: "UTF-16BE", encoding: .utf16BigEndian, mark: []),
        Form(testDescription: "UTF-16BE with mark", encoding: .utf16BigEndian, mark: [0xFE, 0xFF]),
        Form(testDescription: "UTF-32LE", encoding: .utf32LittleEndian, mark: []),
        Form(
            testDescription: "UTF-32LE with mark", encoding: .utf32LittleEndian,
            mark: [0xFF, 0xFE, 0, 0]),
        Form(testDescription: "UTF-32BE", encoding: .utf32BigEndian, mark: []),
        Form(
            testDescription: "UTF-32BE with mark", encoding: .utf32BigEndian,
            mark: [0, 0, 0xFE, 0xFF]),
    ]

    private static let title = "Röter Milan 🪁 над сараем"

    private static func packets() -> [String] {
        let packet = XMPText.packet("<dc:title>\(title)</dc:title>")
        let bare = packet.split(separator: "\n").dropFirst().joined(separator: "\n")
        return [
            packet, bare, "<?xml version=\"1.0\"?>\n" + packet,
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + bare,
        ]
    }

    @Test(arguments: forms)
    func `a sidecar is read in each form, with and without a mark`(_ form: Form) throws {
        for packet in Self.packets() {
            let data = try #require(packet.data(using: form.encoding))
            let reading = try PhotoReader().read(bytes: form.mark + [UInt8](data))
            #expect(reading.isSidecar)
            #expect(reading.record.name == Self.title, "\(packet.prefix(60))")
            #expect(reading.record.findings.isEmpty)
        }
    }

    @Test(arguments: forms)
    func `a packet within a photo is read in each form`(_ form: Form) throws {
        for packet in Self.packets() {
            let data = try #require(packet.data(using: form.encoding))
            var builder = JPEGBuilder()
            builder.add(
                0xE1,
                Array("http://ns.adobe.com/xap/1.0/\0".utf8) + form.mark + [UInt8](data))
            let record = try PhotoReader().read(bytes: builder.bytes).record
            #expect(record.name == Self.title, "\(packet.prefix(60))")
            #expect(record.findings.isEmpty)
        }
    }

    @Test
    func `what a declaration says of Latin-1 is not applied twice`() throws {
        let packet =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
            + XMPText.packet("<dc:title>Müll</dc:title>")
        let text = packet.replacingOccurrences(of: "\u{FEFF}", with: "")
        let data = try #require(text.data(using: .isoLatin1))
        let record = try PhotoReader().read(bytes: [UInt8](data)).record
        #expect(record.name == "Müll")
    }
}
