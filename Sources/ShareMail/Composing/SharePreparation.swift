import OutputText
import PhotoRecords
import Pictures
import Privacy
import MailTemplates

/// Photos made ready for one message or several.
struct SharePreparation {
    var photos: [PreparedPhoto] {
        didSet { words = SeriesWords() }
    }
    /// The words of these photos that none of the messages may hold.
    private(set) var words = SeriesWords()
    var template: TemplateSet
    var options: ShareOptions
    var findings: [Finding]
    /// The subject of a message of all photos.
    var subject: String
    /// The photos that could not be made ready and are left out.
    var failures: [WitError] = []
    /// The enlarged spot that is asked about; nil where nothing is asked.
    var spot: PreparedPhoto.Preview?
    /// How that looks.
    var spotHash: PerceptualHash?

    /// What the sender's own words for the whole message tell of what stays at home; said with
    /// the first of several mails, of all photos.
    func findings(ofWordsWith range: Range<Int>) -> [Finding] {
        let words = DisclosureHints(options)
        guard range.lowerBound == 0, !words.texts.isEmpty else { return [] }
        var findings: [Finding] = []
        for photo in photos where !photo.redacted.isWhole {
            for finding in photo.redacted.findings(of: words, telling: photo.original)
            where !findings.contains(finding) {
                findings.append(finding)
            }
            if findings.count >= Self.mostFindings { break }
        }
        return findings
    }

    private static let mostFindings = 20

    /// The photos of other mails than that of a range.
    func others(than range: Range<Int>) -> [LeakSearch.Photo] {
        photos.indices.filter { !range.contains($0) }.map { index in
            LeakSearch.Photo(
                original: photos[index].original, redacted: photos[index].redacted)
        }
    }
}
