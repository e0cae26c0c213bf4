import CatalogDatabase
import MIMEMessage
import OutputText
import PhotoRecords
import Pictures
import ShareMail

/// Mails a question about a marked spot of a photo to somebody who needs no program to answer
/// (<doc:Asking>), and keeps it.
///
/// ```swift
/// var options = ShareOptions(from: anna, to: [ben], message: "Which bird is that?")
/// options.template = ShareQuestion.template
/// let ask = AskPhoto("IMG_1.jpg", at: .point(Spot(x: .plain(0.4), y: .plain(0.3))), …)
/// let question = try await ask.run().question
/// ```
public struct AskPhoto: Sendable {
    private let share: SharePhotos

    /// Gets ready to ask.
    ///
    /// - Parameters:
    ///   - photo: the photo; exactly one.
    ///   - spot: what of it is asked about.
    ///   - due: the day by which an answer is wanted: `2026-12-01`; nil for any time.
    ///   - tagsAddress: whether answers go to the sender's address with the question's tag in it.
    ///   - options: what the sender chose; `message` is the question in words, nil for the template's.
    ///   - delivery: where the mail goes.
    ///   - catalog: opened for writing.
    public init(
        _ photo: PhotoSelection, at spot: QuestionSpot, due: String? = nil,
        tagsAddress: Bool = false, _ options: ShareOptions, _ delivery: ShareDelivery,
        in catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog
    ) {
        var options = options
        options.maximumBytes = nil
        share = SharePhotos(
            photo, options, delivery,
            asking: Asking(spot: spot, due: due, tagsAddress: tagsAddress), in: catalog)
    }

    /// Makes the mail, keeps the question, and delivers it.
    ///
    /// - Parameter progress: as `SharePhotos` tells.
    /// - Throws: `WitError` where the photo, its spot or its picture is not to be had, or the mail
    ///   cannot be made.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> ShareReport {
        try await share.run(progress: progress)
    }
}

/// What a share asks.
struct Asking: Sendable {
    var spot: QuestionSpot
    var due: String?
    var tagsAddress: Bool
    /// The question that is mailed once more; nil for a new one.
    var reminded: Question?

    /// What is kept of a question once its mail is made.
    struct Plan {
        var draft: Question.Draft
        var reminded: Int64?
    }

    /// The options that make a mail of it, and what is to be kept.
    func plan(
        _ photo: RecordID, of catalog: PhotoCatalog, _ options: inout ShareOptions
    ) throws -> Plan {
        guard let record = try catalog.record(photo) else {
            throw WitError(.noSuchPhoto, "there is no photo \(photo.text)")
        }
        if let error = reminded?.reminderRefusal { throw error }
        let name = record.name ?? record.file ?? photo.text
        let (region, isNew) =
            try reminded.map { (Self.now($0.region, of: record), false) }
            ?? spot.region(of: record, named: name)
        let token = reminded?.token ?? ShareQuestion.newToken()
        options.question = ShareQuestion(token: token, region: region, due: due)
        if tagsAddress, let from = options.from {
            options.replyTo = [ShareQuestion.tagged(from, token: token)]
        }
        let people = (options.to + options.cc).map {
            Question.Recipient(address: $0.address, name: $0.name)
        }
        var draft = Question.Draft(
            token: token, photo: photo, title: name, region: region,
            words: options.message ?? "", language: options.language, recipients: people,
            messageID: "")
        draft.addsRegion = isNew
        draft.sender = options.from?.address
        draft.due = due
        return Plan(draft: draft, reminded: reminded?.number)
    }

    /// A region as it is by now; as it was where the photo has it no more.
    private static func now(_ region: Region, of record: PhotoRecord) -> Region {
        record.regions.first { $0.id != nil && $0.id == region.id } ?? region
    }
}

extension Asking.Plan {
    /// Keeps the question of a mail that is made.
    func keep(_ share: ComposedShare, in catalog: PhotoCatalog) throws -> Question {
        var draft = draft
        draft.messageID = share.messageID.rawValue
        draft.labels = share.questionLabels
        if let reminded { return try catalog.noteReminder(of: reminded, draft) }
        draft.spotHash = share.spotHash?.text
        if draft.words.isEmpty { draft.words = share.question ?? "" }
        return try catalog.ask(draft)
    }

    /// Forgets a question whose mail did not leave after all.
    func forget(_ question: Question, _ share: ComposedShare, in catalog: PhotoCatalog) throws {
        try catalog.forgetAsking(question.number, messageID: share.messageID.rawValue)
    }
}
