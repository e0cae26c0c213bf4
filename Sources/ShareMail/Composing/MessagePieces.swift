import Foundation
import MailTemplates
import OutputText
import PhotoRecords
import Pictures
import Privacy

/// Everything of a message, before it is written.
struct MessagePieces {
    var message: ShareMessage
    var payload: SharePayload
    var codes: [ImportCode]
    /// The JSON-LD of the HTML; empty where that would be too long with it.
    var linked: [LinkedDataPhoto]
    /// What the readable text tells of the photos.
    var readable: [PhotoRecord]
    var photos: [SharedPhoto]
    /// What single channels do not carry of the photos.
    var omissions: [Omissions]
    /// The records as they were before anything was left out.
    var originals: [PhotoRecord]
    /// The photos of the other mails of a series.
    var others: [LeakSearch.Photo] = []
    /// The words that none of the series' mails may hold.
    var words = SeriesWords()
    /// The originals' masks, taken apart.
    var masks: [BareMasks] = []
    var template: TemplateSet
    var findings: [Finding]
    /// How the enlarged spot looks that is asked about.
    var spotHash: PerceptualHash?

    /// The pieces of a message of some of the photos.
    ///
    /// - Parameters:
    ///   - series: which of several mails it is; its identities are told apart by that.
    ///   - generator: what the payload names as its writer.
    init(
        of preparation: SharePreparation, _ range: Range<Int>, series: ShareSeries?,
        generator: String
    ) {
        let template = preparation.template
        var options = preparation.options
        // A series is one thread: its other mails refer to the first.
        let first = ShareMessage.messageID(options, number: 1)
        if let series {
            options.messageKey = ShareMessage.key(options, number: series.number)
            options.subject = "\(preparation.subject) (\(series.number)/\(series.total))"
        }
        var findings = range.lowerBound == 0 ? preparation.findings : []
        let chosen = Self.withinBudget(preparation.photos[range])
        let parts = chosen.enumerated().map { PhotoPieces($1, number: $0 + 1, options) }
        findings += parts.flatMap(\.findings)
        let photos = chosen.map { SharedPhoto($0) }
        let spotID = ShareMessage.contentID(ShareMessage.previewPrefix, 2, options)
        var previews = parts.compactMap(\.preview)
        if let spot = preparation.spot, let photo = photos.first {
            previews.append(
                ShareMessage.Picture(
                    contentID: spotID, fileName: ShareMessage.spotFileName(photo.fileName),
                    content: spot.content))
        }
        let written = options.message.map(CleanText.clean).flatMap { $0.isEmpty ? nil : $0 }
        let payload = SharePayload(
            photos: parts.map(\.entry), generator: generator,
            created: Self.timestamp(options.date), message: written, series: series,
            question: options.question.map { PayloadQuestion($0) })
        let codes = ImportCode.codes(for: zip(chosen, parts).map { $1.coded($0) })
        findings += preparation.findings(ofWordsWith: range)
        let map = MapView.drawn(of: chosen.map(\.record), options, template, &findings)
        var view = ShareView(
            photos: parts.map(\.view), message: written, subject: options.subject,
            importCode: codes.compactMap(\.lines).flatMap(\.self), template: template,
            series: series, map: map?.view, mapLink: options.mapLink,
            tellsPlaces: options.tellsPlaces, tag: options.question?.subjectTag)
        if let question = options.question, let spot = preparation.spot {
            view.question = ShareComposer.view(
                of: question, spot: spot, contentID: spotID, subject: view.subjectLine, options)
        }
        let page = ShareComposer.Page(view, zip(chosen, parts).map { $1.linked($0) }, &findings)
        message = ShareMessage(
            options: options, subject: view.subjectLine, text: view.text, html: page.html,
            previews: previews, photos: parts.map(\.attachment), payload: payload.bytes,
            references: series.flatMap { $0.number == 1 ? nil : [first] } ?? [],
            map: map?.picture)
        self.payload = payload
        self.codes = codes
        linked = page.linked
        readable = parts.map(\.view.record)
        self.photos = photos
        omissions = chosen.map(\.omissions)
        originals = chosen.map(\.original)
        others = preparation.others(than: range)
        words = preparation.words
        masks = chosen.map(\.redacted.masks)
        self.template = template
        self.findings = findings
        spotHash = preparation.spotHash
    }

    /// Photos whose longest values stay out of the payload, where it would be too long for readers.
    private static func withinBudget(_ photos: ArraySlice<PreparedPhoto>) -> [PreparedPhoto] {
        var photos = Array(photos)
        for (photo, field) in PayloadBudget().omitted(of: photos.map { $0.record(in: .payload) }) {
            photos[photo].omissions.insert(.payload, field)
        }
        return photos
    }

    private static func timestamp(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        return LocalDateTime(secondsSince1970: seconds).map { $0.iso + "Z" } ?? ""
    }
}
