import Foundation
import MailTemplates
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// What people and mail programs ask of the HTML of a mail.
@Suite struct PageLookTests {
    /// The pages: every language, one photo, three, twelve and a hundred.
    static func pages() throws -> [(name: String, html: String)] {
        try TemplateLibrary().languages.filter { $0.count == 2 }.flatMap { language in
            let template = try TemplateLibrary().template("share", language: language)
            return [1, 3, 12, 100].map { count in
                var view = ShareView(
                    photos: SamplePhotos.views(count), message: "Look!", importCode: ["[[wit"],
                    template: template)
                view.map = MapView(
                    contentID: "wit-map-1.x@example.org",
                    entries: [.init(numbers: "1–3", place: "Paris, France")], place: nil)
                var findings: [Finding] = []
                let page = ShareComposer.Page(view, [], &findings)
                return ("\(language), \(count)", page.html)
            }
        }
    }

    @Test func `every text has contrast enough on its ground, by day and by night`() throws {
        var pairs: Set<String> = []
        for page in try Self.pages() {
            for isDark in [false, true] {
                let texts = PageColors(page.html, isDark: isDark).texts
                #expect(texts.count > 8)
                for shown in texts {
                    #expect(
                        shown.contrast >= shown.needed,
                        "\(page.name), dark \(isDark): “\(shown.text)” \(shown.color) on \(shown.ground)"
                    )
                    pairs.insert(shown.color + shown.ground)
                }
            }
        }
        // Ink, soft words, links and keywords on paper, card and mat, twice.
        #expect(pairs.count >= 14)
    }

    @Test func `too little contrast would be seen`() {
        #expect(abs(PageColors.contrast("#000000", "#ffffff") - 21) < 0.001)
        #expect(abs(PageColors.contrast("#767676", "#ffffff") - 4.54) < 0.01)
        let html = """
            <style>@media (prefers-color-scheme: dark) {
              .ink { color: #333333 !important; }
            }</style><body style="background-color:#222222;color:#f0f0f0"><p class="ink">Hi</p></body>
            """
        let (light, dark) = (PageColors(html, isDark: false), PageColors(html, isDark: true))
        #expect(light.texts.allSatisfy { $0.contrast >= $0.needed } && light.texts.count == 1)
        #expect(dark.texts.contains { $0.contrast < $0.needed })
    }

    @Test func `no page shows anything from elsewhere, and each is short enough`() throws {
        for page in try Self.pages() {
            #expect(PageCheck(page.html, name: page.name).findings == [])
            #expect(page.html.utf8.count < 100_000, "\(page.name)")
            let pictures = PageCheck.tags(page.html).filter { $0.name == "img" }
            #expect(pictures.allSatisfy { $0.attributes["alt"]?.isEmpty == false })
        }
    }

    @Test(arguments: [
        ("<img src=\"http://x.example/a.png\" alt=\"a\">", FindingCode.templateRemote),
        ("<img src=//x.example/a.png alt=a>", .templateRemote),
        ("<td background='https://x.example/a.png'>", .templateRemote),
        ("<div style=\"background:url(https://x.example/a.png)\">", .templateRemote),
        ("<style>@import 'a.css';</style>", .templateRemote),
        ("<link rel=\"stylesheet\" href=\"https://x.example/a.css\">", .templateRemote),
        ("<iframe src=\"cid:a\"></iframe>", .templateRemote),
        ("<script>1</script>", .templateScript), ("<p onclick=\"x()\">", .templateScript),
        ("<a href=\"javascript:x()\">", .templateLink),
        ("<a href='http://x.example'>", .templateLink),
        ("<img src=\"cid:a\">", .templateAlt),
        (String(repeating: "x", count: 100_001), .templateLong),
    ])
    func `a page with what no mail should have is reported`(html: String, code: FindingCode) {
        #expect(PageCheck(html, name: "x").findings.map(\.code).contains(code))
    }

    @Test
    func `a hundred photos are a list, cut where there is no more room, and the text has all`()
        throws
    {
        let template = try TemplateLibrary().template("share", language: "en")
        var photos = SamplePhotos.views(400)
        for index in photos.indices {
            photos[index].record.caption = String(repeating: "We walked on. ", count: 20)
        }
        let view = ShareView(photos: photos, importCode: ["[[wit"], template: template)
        var findings: [Finding] = []
        let page = ShareComposer.Page(view, [], &findings)
        #expect(page.html.utf8.count <= ShareComposer.maximumHTML)
        #expect(page.html.contains("more photos are attached."))
        #expect(findings.map(\.code) == [.captionShortened, .photosUnlisted])
        #expect(view.text.contains("photo-400.jpg"))
        #expect(PageLayout.rows(Array(photos.prefix(3))) == [[0], [1], [2]])
    }

    @Test func `panoramas and long stories have a row of their own`() {
        var photos = SamplePhotos.views(6)
        photos[1].preview = ("x", 640, 160)
        photos[4].record.caption = String(repeating: "long ", count: 100)
        #expect(PageLayout.rows(photos) == [[0], [1], [2, 3], [4], [5]])
        #expect(PageLayout.shownWidth((480, 640), isHalf: true) == 175)
        #expect(PageLayout.shownWidth((640, 480), isHalf: true) == 312)
        #expect(PageLayout.shownWidth((480, 640), isHalf: false) == 480)
    }

    @Test func `the pages are valid HTML but for what Outlook needs`() throws {
        guard let tidy = try Program.needed("tidy") else { return }
        // QUIRK: Outlook shows mails by Word, which goes by attributes that HTML5 took out
        // (§16.2), and colours only by them.
        let outlook =
            /attribute "(bgcolor|cellpadding|cellspacing|align|valign|width|border)" not allowed/
        var checked = 0
        for page in try Self.pages() {
            let outcome = try tidy(
                ["-quiet", "-errors", "--doctype", "html5", "--mute-id", "no"],
                input: Array(page.html.utf8))
            let told = outcome.errors.split(separator: "\n").filter { line in
                !line.contains(outlook) && line.contains(/Warning|Error/)
            }
            #expect(told.isEmpty, "\(page.name): \(told.prefix(3))")
            checked += 1
        }
        let broken = try tidy(["-quiet", "-errors"], input: Array("<p><b>x</p></i>".utf8))
        #expect(broken.errors.contains("Warning"))
        print("tidy tried \(checked) pages")
    }
}
