import CatalogDatabase
import MIMEMessage
import OutputText
import PhotoRecords
import ShareMail

/// Mails a question once more, in the same thread, to those who were asked or to others
/// (<doc:Asking>).
///
/// ```swift
/// let remind = RemindOfQuestion(3, ShareOptions(), delivery, in: catalog)
/// let question = try await remind.run().question
/// ```
public struct RemindOfQuestion: Sendable {
    private let number: Int64
    private let tagsAddress: Bool
    private let keepsLanguage: Bool
    private let options: ShareOptions
    private let delivery: ShareDelivery
    private let open: @Sendable () throws -> PhotoCatalog

    /// Gets ready to remind.
    ///
    /// - Parameters:
    ///   - number: the question's number.
    ///   - tagsAddress: whether answers go to the sender's address with the question's tag in it.
    ///   - keepsLanguage: whether the mail is in the language of the question's first one, whatever
    ///     `options` says.
    ///   - options: what the sender chose: without recipients those who were asked, without a sender
    ///     the one of before, without a message the question's words. A due date that is past is not
    ///     repeated.
    ///   - delivery: where the mail goes.
    ///   - catalog: opened for writing.
    public init(
        _ number: Int64, tagsAddress: Bool = false, keepsLanguage: Bool = true,
        _ options: ShareOptions, _ delivery: ShareDelivery,
        in catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog
    ) {
        self.number = number
        self.tagsAddress = tagsAddress
        self.keepsLanguage = keepsLanguage
        self.options = options
        self.delivery = delivery
        open = catalog
    }

    /// Makes the mail, notes it in the question's conversation, and delivers it.
    ///
    /// - Parameter progress: as `SharePhotos` tells.
    /// - Throws: `no-such-question`; `not-for-question` where its photo is gone, or it is settled or
    ///   withdrawn; what `AskPhoto` throws.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> ShareReport {
        let (question, catalog) = try await BlockingWork.run { _ in
            let catalog = try open()
            return (try catalog.question(number), catalog)
        }
        if let error = question.reminderRefusal { throw error }
        let share = SharePhotos(
            PhotoSelection([question.photo.text], from: "/"), completed(by: question), delivery,
            asking: Asking(
                spot: .onlyRegion,
                due: question.due.flatMap { $0 < ListQuestions.today() ? nil : $0 },
                tagsAddress: tagsAddress, reminded: question),
            in: { catalog })
        return try await share.run(progress: progress)
    }

    /// What the sender chose, and what the question says where they chose nothing.
    private func completed(by question: Question) -> ShareOptions {
        var options = options
        if options.to.isEmpty {
            options.to = question.recipients.map { Mailbox(name: $0.name, address: $0.address) }
        }
        if keepsLanguage { options.language = question.language }
        if options.from == nil { options.from = question.sender.map { Mailbox(address: $0) } }
        options.maximumBytes = nil
        options.message = options.message ?? question.words
        options.references = question.messageIDs.map(MessageID.init(rawValue:))
        return options
    }
}
