import MIMEMessage
import OutputText
import PhotoRecords
import Testing

@testable import Privacy
@testable import ShareMail

@Suite struct ProvenanceRedactionTests {
    private func record() throws -> PhotoRecord {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        record.people = ["Tom"]
        record.provenance = [
            .name: Provenance(source: "mail:secret-id@others.example"),
            .caption: Provenance(source: "takeout:Annas-list.json"),
            .location: Provenance(source: "gpx:Run from home.gpx"),
            .keywords: Provenance(source: "digikam:annas4.db"),
            .people: Provenance(source: "xmp:Iptc4xmpExt:PersonInImage"),
        ]
        record.location?.source = "gpx:Run from home.gpx"
        return record
    }

    @Test func `where values came from leaves without names of files, tracks, mails`() throws {
        let share = try ShareComposer().compose([try record()], try SampleShares.options())
        let back = try #require(
            ShareReader().read(MailMessage(parsing: try share.bytes)).photos.first)
        #expect(back.record.provenance[.name]?.source == "mail")
        #expect(back.record.provenance[.location]?.source == "gpx")
        #expect(back.record.provenance[.people]?.source == "xmp:Iptc4xmpExt:PersonInImage")
        let message = MailMessage(parsing: try share.bytes)
        for part in message.leafParts {
            let text = String(decoding: part.decodedBody(), as: UTF8.self)
            for word in ["secret-id", "Annas-list", "Run from home", "annas4"] {
                #expect(!text.contains(word), "\(part.path) \(word)")
            }
        }
    }

    @Test func `once anything is withheld no source leaves`() throws {
        var options = try SampleShares.options()
        options.stripped = [.camera]
        #expect(RedactedRecord(of: try record(), options).record.provenance.isEmpty)
        options.stripped = []
        options.location = .tenKilometres
        #expect(RedactedRecord(of: try record(), options).record.provenance.isEmpty)
    }

    @Test func `the name of the original's file stops a mail of which something is kept`() throws {
        var record = try record()
        var options = try SampleShares.options()
        options.stripped = [.camera]
        var pieces = try ShareComposer().pieces(of: [record], options)
        record.file = "/p/Anna-in-Ely_2.jpg"
        pieces.originals = [record]
        try ShareProof(pieces: pieces).check(MailMessage(parsing: try pieces.message.bytes()))
        pieces.message.text += "\nanna in ely 2"
        let message = MailMessage(parsing: try pieces.message.bytes())
        let (told, asked) = (record, options)
        let error = #expect(throws: WitError.self) {
            try search(message, told, asked).check()
        }
        #expect(error?.code == .fieldLeak)
        #expect(error?.message.contains("rename the file") == true)
        // What the person wrote is theirs to send.
        options.message = "Look: Anna-in-Ely_2"
        try search(message, record, options).check()
    }

    private func search(
        _ message: MailMessage, _ record: PhotoRecord, _ options: ShareOptions
    ) -> MessageLeakSearch {
        MessageLeakSearch(
            message: message, extracted: ExtractedContent(message, limits: .init()),
            originals: [record],
            options: options)
    }
}
