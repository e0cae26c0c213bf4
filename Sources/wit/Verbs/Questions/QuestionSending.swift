import CatalogDatabase
import JSON
import MIMEMessage
import OutputText
import PhotoRecords
import ShareMail
import WhatIsThat

/// Makes the mail of a question, and says what became of it.
struct QuestionSending {
    let mail: QuestionMailOptions
    let speech: SpeechOptions

    func run(_ ask: AskPhoto) async throws {
        let bar = ProgressBar("photos", quiet: speech.quiet)
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped; no mail was made." }) {
            waitForWork in
            try await ask.run { progress in
                if progress.stage == .writing {
                    waitForWork()
                    bar.clear()
                } else {
                    bar.show(progress)
                }
            }
        }
        bar.clear()
        guard let message = report.messages.first, let question = report.question else {
            throw Interrupted(said: "wit: stopped; no mail was made.")
        }
        if mail.output != "-" { say(message, question) }
        guard let sent = message.mail, sent.state != .sent else { return }
        Output.complain("wit: mail \(sent.number) \(sent.outcome)")
        throw ExitStatus.someFailed
    }

    private func say(_ message: ShareReport.Message, _ question: Question) {
        if let trouble = message.trouble { speech.complain(of: trouble, message.path ?? "") }
        if speech.json {
            var object = message.json.object ?? [:]
            object["question"] = question.json
            return Output.json(.object(object))
        }
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
