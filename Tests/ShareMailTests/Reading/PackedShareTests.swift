import Foundation
import MIMEMessage
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// Shares whose parts a mail program packed into something that is not MIME.
@Suite struct PackedShareTests {
    private static let records = ["bird.jpg", "boat.jpg"].compactMap { name in
        SampleShares.record(named: name).map { record in
            var record = record
            record.id = RecordID()
            return record
        }
    }

    /// A share as Outlook packs it: every part in one winmail.dat, their types forgotten or not.
    private func packed(typed: Bool) throws -> [UInt8] {
        let pieces = try ShareComposer().pieces(of: Self.records, SampleShares.options())
        let message = MailMessage(parsing: try pieces.message.bytes())
        var tnef = TNEFBuilder()
        tnef.addMessage(subject: Array("Photos".utf8), body: Array("See the photos.".utf8))
        for part in message.leafParts where part.disposition?.isAttachment == true {
            let name = try #require(part.fileName)
            let type = TNEFBuilder.text(0x370E, part.contentType.essence)
            let identity = part.contentID.map { TNEFBuilder.text(0x3712, $0.rawValue) }
            tnef.addAttachment(
                title: "ATT00001", part.decodedBody(),
                properties: [TNEFBuilder.unicode(0x3707, name)]
                    + (typed ? [type] + [identity].compactMap { $0 } : []))
        }
        return tnef.mail()
    }

    @Test(arguments: [true, false])
    func `a share in winmail.dat survives whole`(typed: Bool) throws {
        let contents = ShareReader().read(MailMessage(parsing: try packed(typed: typed)))
        #expect(contents.channels == [.payload, .metadata])
        #expect(contents.findings.isEmpty)
        #expect(contents.photos.count == Self.records.count)
        for (record, photo) in zip(Self.records, contents.photos) {
            #expect(StoryComparison.differences(record, photo.record) == [])
            #expect(photo.match == .sha256)
        }
    }

    @Test func `a photo that is uuencoded in a text comes as a photo`() throws {
        let path = try #require(SampleShares.drawn.first { $0.hasSuffix("/bird.jpg") })
        let picture = Array(try Data(contentsOf: URL(filePath: path)))
        var lines = "Subject: kite\n\nLook at this:\n\nbegin 644 kite.jpg\n"
        for start in stride(from: 0, to: picture.count, by: 45) {
            let line = picture[start..<min(start + 45, picture.count)]
            var octets = Array(line)
            octets += [UInt8](repeating: 0, count: (3 - octets.count % 3) % 3)
            lines.unicodeScalars.append(Unicode.Scalar(UInt8(line.count + 32)))
            for place in stride(from: 0, to: octets.count, by: 3) {
                let bits = octets[place..<(place + 3)].reduce(0) { $0 << 8 | Int($1) }
                for shift in [18, 12, 6, 0] {
                    let digit = UInt8(bits >> shift & 63)
                    lines.unicodeScalars.append(Unicode.Scalar(digit == 0 ? 96 : digit + 32))
                }
            }
            lines += "\n"
        }
        lines += "`\nend\n"
        let contents = ShareReader().read(MailMessage(parsing: Array(lines.utf8)))
        #expect(contents.photos.map(\.picture?.bytes) == [picture])
        #expect(contents.photos.first?.picture?.fileName == "kite.jpg")
    }
}
