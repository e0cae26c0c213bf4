import MailTemplates
import OutputText
import PhotoRecords

/// A photo as the templates see it.
struct PhotoView {
    /// The record as it leaves, in words that people may be shown.
    var record: PhotoRecord
    /// The attachment's file name.
    var fileName: String
    /// The preview's Content-ID and size in pixels; nil without a preview.
    var preview: (contentID: String, width: Int, height: Int)?

    /// A photo whose words may hold what nobody should be shown.
    init(
        record: PhotoRecord, fileName: String,
        preview: (contentID: String, width: Int, height: Int)? = nil
    ) {
        self.record = record.shown
        self.fileName = fileName
        self.preview = preview
    }
}

/// What the templates are rendered with: every value made from the records as they leave, so
/// that no template can tell what stays at home.
struct ShareView {
    var photos: [PhotoView]
    var message: String?
    var subject: String?
    /// The lines of all import codes.
    var importCode: [String]
    var template: TemplateSet
    /// Which of several mails it is.
    var series: ShareSeries?
    /// The locator map; nil without one.
    var map: MapView?
    /// The page that shows a point.
    var mapLink = MapLink.openStreetMap
    /// Whether towns may be looked up and named.
    var tellsPlaces = true
    /// What the subject ends with; nil for nothing.
    var tag: String?
    /// What the mail asks; nil for one that asks nothing.
    var question: QuestionView?

    /// How the HTML puts the photos.
    var layout = PageLayout.cards
    /// Whether the HTML has the import code too; the text part has it always.
    var hasCode = true
    /// The most characters of a caption that the HTML shows; the text part has them all.
    var captionLimit: Int?

    /// The words of the sender, kept from being taken for a photo's.
    private var greeting: String? { message.map { LabelledValue.guarded($0.shownLines) } }

    /// The plain text, its long lines not yet broken.
    var text: String { template.render(.text, values) }
    /// The HTML document.
    var html: String { template.render(.html, values.merging(pageValues) { $1 }) }

    /// What the HTML alone takes: the photos in rows of cards, or as a list; the map.
    private var pageValues: [String: Any] {
        var values: [String: Any] = [:]
        switch layout {
        case .cards:
            values["rows"] = PageLayout.rows(photos).map { row in
                [
                    "isPair": row.count > 1,
                    "cards": row.map { index in
                        self.values(ofPhoto: index, isHalf: row.count > 1).merging(
                            ["isFirst": index == row.first]
                        ) { $1 }
                    },
                ] as [String: Any]
            }
        case .list(let most):
            let rest = photos.count - most
            values["listed"] = photos.indices.prefix(most).map { self.values(ofPhoto: $0) }
            values["hasListed"] = true
            if rest > 0 {
                values["moreAttached"] = phrase("moreAttached", ["number": String(rest)])
            }
        }
        values["map"] = map?.values(template.words)
        if !hasCode { values["importCode"] = false }
        return values
    }

    /// The names of all values that a template can take, those within others with a dot too.
    var names: Set<String> {
        var names: Set<String> = []
        func collect(_ value: Any, _ path: String) {
            if let object = value as? [String: Any] {
                for (key, value) in object {
                    names.insert(key)
                    if !path.isEmpty { names.insert(path + "." + key) }
                    collect(value, path.isEmpty ? key : path + "." + key)
                }
            } else if let list = value as? [Any] {
                for element in list { collect(element, path) }
            }
        }
        var cards = self
        cards.layout = .cards
        var list = self
        list.layout = .list(max(1, photos.count - 1))
        for view in [cards, list] {
            collect(view.values, "")
            collect(view.pageValues, "")
        }
        // Those that only some photos have, or mails of which something was cut.
        return names.union([
            "name", "caption", "date", "preview", "map", "message", "series", "question",
        ])
    }

    private func phrase(_ name: String, _ values: [String: String]) -> String? {
        template.words.phrases[name].map { DateWords.fill($0, values) }
    }

    /// The subject on one line.
    var subjectLine: String {
        var values = values
        // “3 photos and 2 more photos” would count them twice.
        if title.isCount { values["isOne"] = true }
        let line = subject ?? template.render(.subject, values)
        let tagged = line.shownLine + (tag.map { line.contains($0) ? "" : " " + $0 } ?? "")
        return tagged.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private var values: [String: Any] {
        var values: [String: Any] = [
            "language": template.language, "total": photos.count, "isOne": photos.count == 1,
            "isMany": photos.count > 1, "others": photos.count - 1,
            "othersAreMany": photos.count > 2, "title": title.text,
            "photos": photos.indices.map { self.values(ofPhoto: $0) }, "hasMessage": message != nil,
        ]
        values["message"] = greeting
        values["messageLines"] = greeting.map(Self.lines)
        values["labels"] = Dictionary(
            uniqueKeysWithValues: template.words.labels.keys.map {
                ($0, template.words.label($0))
            })
        values.merge(template.words.phrases) { own, _ in own }
        // Those with a number are filled in for each photo.
        for name in ["photoOf", "moreAttached", "whereFrom", "onePhoto", "manyPhotos", "askBy"] {
            values[name] = nil
        }
        values["subject"] = subject?.shownLine ?? title.text
        if let series {
            let words = template.words.phrases["mailOf"] ?? ""
            values["series"] = DateWords.fill(
                words, ["number": String(series.number), "total": String(series.total)])
        }
        values["question"] = question?.values(template.words)
        if !importCode.isEmpty { values["importCode"] = ["lines": importCode] }
        return values
    }

    private var title: ShareTitle { ShareTitle(photos.map(\.record), template) }

    private func name(ofPhoto index: Int) -> String {
        photos[index].record.name
            ?? DateWords.fill(template.words.unnamed, ["number": String(index + 1)])
    }

    private func values(ofPhoto index: Int, isHalf: Bool = false) -> [String: Any] {
        let photo = photos[index]
        let record = photo.record
        let words = template.words
        let block = LabelledBlock(
            record, fileName: photo.fileName, words: words, language: template.language,
            mapLink: mapLink, tellsPlaces: tellsPlaces)
        let caption = record.caption.map(shortened)
        let guarded = caption.map(LabelledValue.guarded)
        let location = record.location
        let point = location?.coordinate
        let camera = record.camera.flatMap(LabelledBlock.camera)
        let dates = DateWords(words: words)
        var values: [String: Any] = [
            "number": index + 1, "total": photos.count, "isOnly": photos.count == 1,
            "title": name(ofPhoto: index), "fileName": photo.fileName, "fields": block.fields,
            "hasKeywords": !record.keywords.isEmpty, "keywordList": record.keywords,
            "keywordTags": Self.tags(record.keywords),
            "isHalf": isHalf, "isNumbered": photos.count > 1,
            "hasSmallPrint": point != nil || camera != nil, "hasStory": block.lines.count > 1,
        ]
        values["photoOf"] = phrase(
            "photoOf", ["number": String(index + 1), "total": String(photos.count)])
        values["name"] = record.name
        values["nameLine"] = record.name.map { LabelledValue.guarded(LabelledValue.oneLine($0)) }
        values["caption"] = guarded
        // An empty line would not be seen by the reader, nor shown by some programs.
        values["captionLines"] = guarded.map { Self.lines($0).map { $0.isEmpty ? "\u{A0}" : $0 } }
        if let taken = record.taken {
            let (short, exact) = (dates.text(taken.local, seconds: false), dates.exactText(taken))
            values["date"] = exact.hasPrefix(short) ? short : exact
            values["dateRest"] = exact.hasPrefix(short) ? String(exact.dropFirst(short.count)) : ""
        }
        values["place"] = location?.place.flatMap {
            PlaceWords.text($0, language: template.language)
        }
        values["placeLines"] = block.lines.filter {
            ["place", "region", "country", "where"].contains($0.label)
        }.map { ["label": words.label($0.label), "value": $0.value] }
        values["coordinates"] = point.map { PlaceWords.text($0) }
        values["degrees"] = point.map {
            PlaceWords.degrees($0, words: words) + (location.map(LabelledBlock.precision) ?? "")
        }
        values["mapLink"] = point.map {
            mapLink.address(of: $0, precision: location?.precision)
        }
        values["altitude"] = location?.altitude.map { LabelledBlock.altitude($0, words) }
        for list in ["people", "regions", "keywords"] {
            values[list] = block.lines.first { $0.label == list }?.value
        }
        values["camera"] = camera.map(LabelledValue.guarded)
        if let preview = photo.preview {
            let shown = PageLayout.shownWidth(
                (preview.width, preview.height), isHalf: isHalf)
            values["preview"] =
                [
                    "contentID": preview.contentID, "width": preview.width,
                    "height": preview.height, "isLandscape": preview.width >= 600,
                    "shownWidth": shown,
                    "fills": shown >= (isHalf ? PageLayout.halfWidth : 600),
                    "alt": record.name ?? caption?.prefix(120).description
                        ?? name(ofPhoto: index),
                ] as [String: Any]
        }
        return values
    }

    /// Keywords one by one, with a comma behind each but the last, so that they can be told apart
    /// where a mail program makes text of them.
    private static func tags(_ keywords: [String]) -> [[String: Any]] {
        keywords.enumerated().map { index, keyword in
            [
                "text": LabelledValue.guarded(LabelledValue.element(keyword)),
                "comma": index < keywords.count - 1,
            ]
        }
    }

    private func shortened(_ text: String) -> String {
        guard let captionLimit, text.count > captionLimit else { return text }
        return text.prefix(captionLimit) + "…"
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
