import CatalogDatabase
import MIMEMessage
import OutputText
import PhotoRecords
import ShareMail
import WhatIsThat

/// Makes the mail of a question, and says what became of it.
struct QuestionSending {
    let mail: QuestionMailOptions
    let speech: SpeechOptions

    /// - Parameter make: the use case that makes the mail.
    func run(
        _ make: @escaping @Sendable (@escaping ProgressHandler) async throws -> ShareReport
    ) async throws {
        let bar = ProgressBar("photos", quiet: speech.quiet)
        let report = try await CtrlC.cancels(endingAnyhow: { ShareWords.stopped.said }) {
            waitForWork in
            try await make { progress in
                if progress.stage == .writing {
                    waitForWork()
                    bar.clear()
                } else {
                    bar.show(progress)
                }
            }
        }
        bar.clear()
        guard let message = report.messages.first, let question = message.question else {
            throw ShareWords.stopped
        }
        if mail.output != "-" { say(message, question) }
        if question.sender == nil, !mail.knowsOwnAddress, !speech.quiet { Self.complainOfNobody() }
        try ShareWords.complain(of: report)
    }

    /// Says what becomes of replies if the question names no sender.
    private static func complainOfNobody() {
        Output.complain(
            "wit: the question names no sender. Replies will still be recognised, but another mail of "
                + "yours could be mistaken for one: use --from, or add an account to the settings")
    }

    private func say(_ message: ShareReport.Message, _ question: Question) {
        if let trouble = message.trouble { speech.complain(of: trouble, message.path ?? "") }
        if speech.json { return Output.json(message.json) }
        if speech.quiet { return }
        // Others may have been asked before.
        let people = (question.told(by: message.share.messageID.rawValue) ?? [])
            .joined(separator: ", ")
        Output.line("Question \(question.number) to \(people): “\(question.words)”")
        if let path = message.path { Output.line("\(path): \(message.share.summary).") }
        for finding in message.share.findings {
            Output.line(
                ShownLine("  · ").yellow
                    + "\(finding.message)\(Advice.words(for: finding, asking: true))")
        }
        if let sent = message.mail, sent.state == .sent {
            Output.line("Mail \(sent.number) \(sent.outcome).")
        }
    }
}
