import Foundation
import MIMEMessage
import PhotoRecords
import Testing

@testable import ShareMail

/// A reply in which a person changed the readable block.
@Suite struct EditedReplyTests {
    private static let records = ["bird.jpg", "boat.jpg"].compactMap { name in
        SampleShares.record(named: name).map { record in
            var record = record
            record.id = RecordID()
            record.people = ["Anna"]
            record.location?.place = Place(name: "Bellerive", region: "Vaud", country: "CH")
            return record
        }
    }

    /// A plain reply that quotes the text of a share, changed.
    private func reply(
        language: String = "en", code: Bool = true, _ change: (String) -> String
    ) throws -> ShareContents {
        var options = try SampleShares.options()
        options.language = language
        let pieces = try ShareComposer().pieces(of: Self.records, options)
        var text = change(pieces.message.text)
        if !code { text = text.replacing(ImportCode.begin, with: "") }
        let root = MangledPart(
            text: "Dear Anna,\n\nthat is no kite!\n\n" + Mangling.quoted(text, "> ") + "\n\nBen\n")
        return ShareReader().read(MailMessage(parsing: root.message(subject: "Re: photos")))
    }

    @Test func `an unchanged reply tells of no change`() throws {
        let contents = try reply { $0 }
        #expect(contents.photos.count == 2)
        #expect(contents.photos.allSatisfy { $0.edited == nil })
        #expect(contents.channels == [.importCode, .labelledBlock])
    }

    @Test func `a changed name is reported beside the name of the import code`() throws {
        let contents = try reply { $0.replacing("Red kite\n", with: "Black kite\n") }
        #expect(contents.photos.count == 2)
        let photo = try #require(contents.photos.first)
        #expect(photo.record.name == "Red kite")
        #expect(photo.fieldChannels[.name] == .importCode)
        #expect(photo.edited?.name == "Black kite")
        #expect(RecordField.allCases.filter { photo.edited?[field: $0] != nil } == [.name])
        #expect(contents.photos[1].edited == nil)
        #expect(contents.findings.contains { $0.code == .blockEdited })
    }

    @Test(arguments: ["Minka", "Große Katze", "雪の家", "A b: c"])
    func `a name that was replaced everywhere, also in the file's name, is reported`(
        name: String
    ) throws {
        let contents = try reply {
            $0.replacing("Red kite", with: name).replacing("Red-kite", with: name)
        }
        #expect(contents.photos.count == 2)
        let photo = try #require(contents.photos.first)
        #expect(photo.edited?.name == name && photo.recordToImport.name == name)
        #expect(photo.record.id == Self.records[0].id)
        #expect(contents.photos[1].edited == nil)
    }

    @Test func `a readable block that is of no photo of the mail is named`() throws {
        let contents = try reply { text in
            text + "\nName: Somebody else's\nCoordinates: 10.5, 20.5\n"
        }
        #expect(contents.photos.count == 2)
        #expect(contents.findings.map(\.code).contains(.blockUnmatched))
    }

    @Test func `without the import code the changed words count`() throws {
        let contents = try reply(code: false) {
            $0.replacing("Red kite\n", with: "Black kite\n")
        }
        let photo = try #require(contents.photos.first)
        #expect(photo.record.name == "Black kite" && photo.edited == nil)
        #expect(photo.fieldChannels[.name] == .labelledBlock)
        #expect(
            photo.record.taken
                == LabelledBlock.readable(Self.records[0]).taken.map {
                    CaptureTime(local: $0.local, offset: $0.offset)
                })
    }

    @Test(arguments: [
        ("en", "Above the barn", "Over the barn", RecordField.caption),
        ("en", "Wednesday, 1 May 2024", "2 May 2024", .taken),
        ("en", "bird, ", "bird, raptor, ", .keywords), ("en", "48.152345", "48.152999", .location),
        ("en", "Bellerive", "Lausanne", .location), ("en", "Anna", "Anna, Carla", .people),
        ("de", "10:22:33", "11:22:33", .taken), ("fr", "1er mai", "3 mai", .taken),
        ("es", "Suiza", "Francia", .location), ("fr", "Suisse", "Italie", .location),
    ])
    func `a change of each field is seen in each language`(
        language: String, from: String, to: String, field: RecordField
    ) throws {
        let contents = try reply(language: language) { text in
            #expect(text.contains(from), "\(text)")
            return text.replacing(from, with: to, maxReplacements: 1)
        }
        let edited = try #require(contents.photos.first?.edited, "\(language) \(to)")
        #expect(RecordField.allCases.filter { edited[field: $0] != nil } == [field])
        if field == .location {
            #expect(edited.location?.coordinate != nil && edited.location?.place != nil)
        }
    }

    @Test func `a line that was taken out, and an answer between the lines, change nothing`() throws
    {
        let gone = try reply { $0.replacing(/Caption: .*\n/, with: "") }
        #expect(gone.photos.allSatisfy { $0.edited == nil })
        var options = try SampleShares.options()
        options.language = "en"
        let pieces = try ShareComposer().pieces(of: Self.records, options)
        let quoted = Mangling.quoted(pieces.message.text, "> ").split(separator: "\n")
            .flatMap { $0.contains("Caption:") ? [String($0), "Lovely!"] : [String($0)] }
        let root = MangledPart(text: quoted.joined(separator: "\n") + "\n")
        let contents = ShareReader().read(MailMessage(parsing: root.message()))
        #expect(contents.photos.count == 2)
        #expect(contents.photos.allSatisfy { $0.edited == nil })
    }

    @Test func `the nearest answer counts, not what it quotes`() throws {
        let contents = try reply { text in
            text.replacing("Red kite\n", with: "Black kite\n") + "\n" + Mangling.quoted(text, "> ")
        }
        #expect(contents.photos.count == 2)
        #expect(contents.photos.first?.edited?.name == "Black kite")
    }
}
