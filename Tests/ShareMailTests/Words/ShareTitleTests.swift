import MIMEMessage
import MailTemplates
import PhotoRecords
import Testing

@testable import Privacy
@testable import ShareMail

/// What mails are called whose subject nobody gave.
@Suite struct ShareTitleTests {
    private func subject(_ records: [PhotoRecord], _ language: String = "en") throws -> String {
        let template = try TemplateLibrary().template("share", language: language)
        return ShareView(
            photos: records.map { PhotoView(record: $0, fileName: "p.jpg") }, importCode: [],
            template: template
        ).subjectLine
    }

    private var nameless: PhotoRecord { PhotoRecord() }

    @Test(arguments: [
        ("en", "1 photo", "3 photos"), ("de", "1 Foto", "3 Fotos"), ("fr", "1 photo", "3 photos"),
        ("es", "1 foto", "3 fotos"),
    ])
    func `photos that tell nothing are counted`(language: String, one: String, many: String) throws
    {
        #expect(try subject([nameless], language) == one)
        #expect(try subject([nameless, nameless, nameless], language) == many)
    }

    @Test func `the first name of any photo counts, then words, a place, a date`() throws {
        var dated = nameless
        dated.taken = LocalDateTime(iso: "2024-05-01T10:22:33").map { CaptureTime(local: $0) }
        var placed = nameless
        placed.location = Location(place: Place(name: "Paris", country: "France"))
        var told = nameless
        told.caption = "\n Above the barn \njust before the rain"
        var named = nameless
        named.name = "Red kite"
        #expect(try subject([nameless, dated]) == "Wednesday, 1 May 2024 and 1 more photo")
        #expect(try subject([dated, placed], "de") == "Paris, Frankreich und ein weiteres Foto")
        #expect(try subject([dated, placed, told]) == "Above the barn and 2 more photos")
        #expect(try subject([told, placed, named]) == "Red kite and 2 more photos")
    }

    @Test func `a long caption is cut at a word`() throws {
        let cut = try #require(
            ShareTitle.line(Array(repeating: "kite", count: 30).joined(separator: " ")))
        #expect(cut.count <= ShareTitle.maximumCaption && cut.hasSuffix("kite…"))
        let word = try #require(ShareTitle.line(String(repeating: "k", count: 100)))
        #expect(word.count == ShareTitle.maximumCaption)
        #expect(ShareTitle.line(" \n ") == nil)
    }

    @Test(arguments: [FieldGroup.name, .caption, .place, .date])
    func `what is left out is no title`(group: FieldGroup) throws {
        var photo = try #require(SampleShares.record(named: "bird.jpg"))
        photo.name = nil
        photo.caption = group == .caption ? "Qcaption" : nil
        photo.location?.place = Place(name: "Qplace", country: "FR")
        var options = try SampleShares.options()
        options.stripped = [group]
        let share = try ShareComposer().compose([photo], options)
        #expect(!share.subject.contains("Qcaption"))
        #expect(share.subject.contains("Qplace") == (group != .place))
    }
}
