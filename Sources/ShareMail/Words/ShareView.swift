import MailTemplates
import PhotoRecord

/// A photo as the templates see it.
struct PhotoView {
    /// The record as it leaves.
    var record: PhotoRecord
    /// The attachment's file name.
    var fileName: String
    /// The preview's Content-ID and size in pixels; nil without a preview.
    var preview: (contentID: String, width: Int, height: Int)?
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

    /// The most characters of a caption that the HTML shows; the text part has them all.
    var captionLimit: Int?

    /// The plain text, its long lines not yet broken.
    var text: String { template.render(.text, values) }
    /// The HTML document.
    var html: String { template.render(.html, values) }

    /// The subject on one line.
    var subjectLine: String {
        let line = subject ?? template.render(.subject, values)
        return line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private var values: [String: Any] {
        var values: [String: Any] = [
            "language": template.language, "total": photos.count, "isOne": photos.count == 1,
            "isMany": photos.count > 1, "others": photos.count - 1,
            "othersAreMany": photos.count > 2, "title": title,
            "photos": photos.indices.map(values(ofPhoto:)), "hasMessage": message != nil,
        ]
        values["message"] = message
        values["messageLines"] = message.map(Self.lines)
        values["subject"] = subject ?? title
        if !importCode.isEmpty { values["importCode"] = ["lines": importCode] }
        return values
    }

    private var title: String { photos.isEmpty ? "" : name(ofPhoto: 0) }

    private func name(ofPhoto index: Int) -> String {
        photos[index].record.name
            ?? DateWords.fill(template.words.unnamed, ["number": String(index + 1)])
    }

    private func values(ofPhoto index: Int) -> [String: Any] {
        let photo = photos[index]
        let record = photo.record
        let words = template.words
        let block = LabelledBlock(
            record, fileName: photo.fileName, words: words, language: template.language)
        let caption = record.caption.map(shortened)
        let point = record.location?.coordinate
        let camera = record.camera.flatMap(LabelledBlock.camera)
        let regions = record.regions.compactMap(\.name)
        var values: [String: Any] = [
            "number": index + 1, "total": photos.count, "isOnly": photos.count == 1,
            "title": name(ofPhoto: index), "fileName": photo.fileName, "fields": block.fields,
            "hasKeywords": !record.keywords.isEmpty, "keywordList": record.keywords,
            "hasSmallPrint": point != nil || camera != nil, "hasStory": block.lines.count > 1,
        ]
        values["name"] = record.name
        values["caption"] = caption
        values["captionLines"] = caption.map(Self.lines)
        values["date"] = record.taken.map {
            DateWords(words: words).text($0.local, seconds: false)
        }
        values["place"] = record.location?.place.flatMap {
            PlaceWords.text($0, language: template.language)
        }
        values["coordinates"] = point.map { PlaceWords.text($0) }
        values["degrees"] = point.map(PlaceWords.degrees)
        values["mapLink"] = point.map(PlaceWords.mapLink)
        values["people"] = record.people.isEmpty ? nil : list(record.people)
        values["regions"] = regions.isEmpty ? nil : list(regions)
        values["camera"] = camera
        if let preview = photo.preview {
            values["preview"] =
                [
                    "contentID": preview.contentID, "width": preview.width,
                    "height": preview.height, "isLandscape": preview.width >= 600,
                    "alt": record.name ?? caption?.prefix(120).description
                        ?? name(ofPhoto: index),
                ] as [String: Any]
        }
        return values
    }

    /// `Anna, Ben and Carla`
    private func list(_ texts: [String]) -> String {
        guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + template.words.and + last
    }

    private func shortened(_ text: String) -> String {
        guard let captionLimit, text.count > captionLimit else { return text }
        return text.prefix(captionLimit) + "…"
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
