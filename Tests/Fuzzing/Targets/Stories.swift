import MIMEMessage
import MailTemplates
import PhotoRecords

@testable import ShareMail

/// The channels that stand in a text: JSON-LD and the readable block.
extension FuzzTarget {
    static let stories: [FuzzTarget] = [
        FuzzTarget(
            name: "linked-data", longest: 16_384, dictionary: "payload",
            seeds: .pieces { mail in
                htmlTexts(mail).filter { $0.contains("schema.org") }.map { Array($0.utf8) }
            }
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = LinkedDataScript.removed(from: text)
            let pages = [
                text, "<script type=\"application/ld+json\">" + text + "</script>",
                "<p>&lt;script type=3D\"application/ld+json\"&gt;" + text,
            ]
            for page in pages {
                let photos = LinkedDataScript.photos(in: page)
                hold(photos.count <= LinkedDataScript.maximumNodes, "too many photos")
                checkLinked(Array(photos.prefix(20)))
            }
        },
        FuzzTarget(
            name: "labelled", longest: 8_192, dictionary: "labelled",
            seeds: .pieces { mail in
                MailMessage(parsing: mail).leafParts.filter(\.contentType.isText)
                    .map { Array($0.flowedText().utf8) }.filter { $0.contains(0x3A) }
            }
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            for isMarkup in [false, true] {
                var scanner = LabelledScanner(.shipped)
                scanner.scan(text, at: "1", isMarkup: isMarkup)
                hold(
                    scanner.stories.count <= LabelledScanner.maximumStories, "too many stories")
                for story in scanner.stories.prefix(10) { checkLabelled(story) }
            }
        },
        FuzzTarget(
            name: "html-lines", longest: 16_384, dictionary: "html",
            seeds: .pieces { mail in htmlTexts(mail).map { Array($0.utf8) } }
        ) { bytes in
            let html = String(decoding: bytes, as: UTF8.self)
            let lines = HTMLText.lines(of: html)
            hold(lines.utf8.count <= 3 * bytes.count + 16, "text grew to \(lines.utf8.count)")
            var scanner = LabelledScanner(.shipped)
            scanner.scan(lines, at: "1", isMarkup: true)
            hold(
                LinkedDataScript.removed(from: html).utf8.count <= 3 * bytes.count + 16,
                "a page grew without its scripts")
        },
    ]

    private static func htmlTexts(_ mail: [UInt8]) -> [String] {
        MailMessage(parsing: mail).leafParts.filter { $0.contentType.subtype == "html" }
            .map { $0.decodedText() }
    }

    /// What was read can be written, ends no script early, and reads as it was.
    private static func checkLinked(_ photos: [LinkedDataPhoto]) {
        guard !photos.isEmpty else { return }
        let element = LinkedDataScript.element(photos)
        hold(
            element.split(separator: "<").count == 2, "a script holds markup: \(element)")
        let again = LinkedDataScript.photos(in: "<p>Photos of ours</p>" + element)
        let written = LinkedDataScript.element(again)
        hold(
            LinkedDataScript.photos(in: "<p>Photos of ours</p>" + written) == again,
            "JSON-LD does not settle")
    }

    /// A story that was read, written in each language, is a story again.
    private static func checkLabelled(_ story: LabelledStory) {
        hold(story.path == "1", "a story of another part")
        let record = LabelledBlock.readable(story.record)
        for (language, words) in LabelledLanguages.shipped.words {
            let block = LabelledBlock(
                record, fileName: "kite.jpg", words: words, language: language)
            let lines = block.fields.map { ($0["label"] ?? "") + ($0["value"] ?? "") }
            var scanner = LabelledScanner(.shipped)
            scanner.scan(lines.joined(separator: "\n"), at: "1", isMarkup: false)
            hold(
                scanner.stories.count == 1 || record.name == nil,
                "one story in \(language) became \(scanner.stories.count):\n"
                    + lines.joined(separator: "\n"))
        }
    }
}
