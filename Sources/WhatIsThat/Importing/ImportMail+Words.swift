import CatalogDatabase
import MIMEMessage
import OutputText
import PhotoRecords
import Pictures
import ShareMail

/// What an import says of a message.
extension ImportMail {
    /// What is odd about what a photo claims to be.
    static func findings(_ photo: ReceivedPhoto, _ item: MergeTally.Item?) -> [Finding] {
        guard let claimed = item?.refuted else { return [] }
        return [
            Finding(
                .warning, .pictureNotAsClaimed, where: photo.picture?.path ?? "",
                "The mail says that this picture is the photo \(claimed.text), which shows "
                    + "something else; it becomes a separate photo.")
        ]
    }

    /// Whether pictures could be compared by their looks.
    static func looks(_ photos: [ReceivedPhoto]) -> [Finding] {
        guard photos.contains(where: { $0.picture != nil }) else { return [] }
        do throws(WitError) {
            try PictureRenderer.requireLibrary()
            return []
        } catch {
            return [
                Finding(
                    .warning, .picturesNotCompared, where: "pictures",
                    "Resized copies cannot be matched: a smaller copy of a photo that is in the "
                        + "catalog becomes a separate photo. \(error.message)")
            ]
        }
    }

    static func summary(
        _ message: MailMessage, _ count: Int, _ answer: IncomingAnswer?
    ) -> String {
        let photos = count == 1 ? "1 photo" : "\(count) photos"
        let mail = answer.map { answer in
            (count == 0 ? "a mail" : photos) + " of question \(answer.question)"
        }
        let sender = message.from.first.map { " from \($0.address)" } ?? ""
        return "import \(mail ?? photos)\(sender)" + (message.subject.map { ": \($0)" } ?? "")
    }
}

extension Finding {
    /// That a mail has the tag of a question that a catalog never asked; nil where it has none.
    init?(unknownQuestionOf message: MailMessage, in catalog: PhotoCatalog) throws(WitError) {
        if message.inReplyTo.isEmpty { return nil }
        let traces = QuestionMail.traces(of: message)
        guard let token = (traces.addressTags + traces.subjectTags).first,
            AutomaticMail(of: message) == nil, try catalog.question(of: traces) == nil
        else { return nil }
        self.init(
            .note, .questionUnknown, where: "header:Subject",
            "The mail answers the question “\(token)”, which this catalog did not ask.")
    }
}

extension FindingCode {
    /// A mail that has the tag of a question which was never asked here.
    public static let questionUnknown: FindingCode = "question-unknown"
    /// A picture that a mail says to be a photo of the catalog, and that shows another one.
    public static let pictureNotAsClaimed: FindingCode = "picture-not-as-claimed"
}
