import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecords

/// A question as the templates see it.
struct QuestionView {
    var question: ShareQuestion
    /// The enlarged spot: its Content-ID and size in pixels.
    var spot: (contentID: String, width: Int, height: Int)
    /// The mail's subject.
    var subject: String
    /// The address that answers go to; nil where only the mail program knows.
    var answersTo: String?
    /// The mail's identity.
    var messageID: MessageID

    /// What the templates take: `lines`, `by` (the due date in words), `answerLink`, `spot`.
    func values(_ words: TemplateWords) -> [String: Any] {
        let lines = QuestionLabels.Line.allCases.compactMap { line in
            words.phrases[line.phrase].map { $0 + words.colon }
        }
        // No higher than the whole picture, mostly.
        let width = min(spot.width, 640, 400 * spot.width / max(1, spot.height))
        var values: [String: Any] = [
            "lines": lines,
            "spot": [
                "contentID": spot.contentID, "width": spot.width, "height": spot.height,
                "shownWidth": width, "alt": words.phrases["askSpot"] ?? "",
            ] as [String: Any],
        ]
        if let due = question.due.flatMap({ LocalDateTime(iso: $0) }) {
            let day = DateWords(words: words).text(due, seconds: false)
            values["by"] = DateWords.fill(words.phrases["askBy"] ?? "{date}", ["date": day])
        }
        if let answersTo {
            values["answerLink"] =
                AnswerLink(
                    address: answersTo, subject: subject, messageID: messageID, lines: lines
                ).text
        }
        return values
    }

    /// A question that nobody asked, to see templates with.
    static let sample = QuestionView(
        question: ShareQuestion(
            token: "sample234567",
            region: Region(shape: .ellipse(RegionBox(x: 0.4, y: 0.4, width: 0.2, height: 0.2))),
            due: "2026-12-01"),
        spot: ("wit-preview-2.sample@whatisthat.invalid", 640, 480), subject: "What is that?",
        answersTo: "anna@example.org", messageID: MessageID(rawValue: "1@whatisthat.invalid"))
}
