import CatalogDatabase
import JSON
import MIMEMessage
import OutputText
import PhotoRecords
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

/// The use cases of questions run, tell, stop and fail as all others do.
@Suite struct QuestionUseCasesTests {
    private let scene: AskingScene

    init() throws { scene = try AskingScene() }

    /// What a use case tells while it runs.
    private func told(
        _ run: (@escaping ProgressHandler) async throws -> Void
    ) async throws -> [WorkProgress] {
        let told = SoFar<[WorkProgress]>([])
        try await run { progress in told.update { $0.append(progress) } }
        return told.value
    }

    @Test func `a list that is cancelled says that it is not whole`() async throws {
        _ = try await scene.ask()
        let anna = scene.anna
        let list = ListQuestions(of: [{ anna }, { anna }])
        let whole = try await list.run()
        #expect(whole.items.count == 2 && !whole.wasInterrupted)
        #expect(whole.json["interrupted"] == false)
        let task = Task {
            try await list.run { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        let part = try await task.value
        #expect(part.items.count == 1 && part.wasInterrupted)
    }

    @Test func `a list tells how many catalogs it has looked through, and which cannot be read`()
        async throws
    {
        let anna = scene.anna
        let list = ListQuestions(of: [{ anna }, { throw WitError(.noCatalog, "no catalog") }])
        let told = try await told { _ = try await list.run(progress: $0) }
        #expect(told.map(\.done) == [1, 2] && told.map(\.total) == [2, 2])
        guard case .failed(let error) = told.last?.event else {
            Issue.record("nothing failed")
            return
        }
        #expect(error.code == .noCatalog)
    }

    @Test func `shown and changed questions are told as items`() async throws {
        _ = try await scene.ask()
        let shown = try await told {
            _ = try await ShowQuestion(1, of: scene.anna).run(progress: $0)
        }
        #expect(shown.count == 1)
        let changed = try await told {
            _ = try await ChangeQuestions(.settle, on: [1], in: scene.anna).run(progress: $0)
        }
        guard case .item(let item as ListQuestions.Item) = changed.first?.event else {
            Issue.record("no item")
            return
        }
        #expect(item.question.state == .settled)
    }

    @Test func `a decision that is cancelled is not made`() async throws {
        _ = try await scene.ask()
        let change = ChangeQuestions(.settle, on: [1], in: scene.anna)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await change.run()
        }
        await #expect(throws: WitError.stopped) { try await task.value }
        #expect(try scene.anna.question(1).state == .open)
    }

    @Test func `a comment that says nothing is refused`() async throws {
        _ = try await scene.ask()
        await #expect(throws: WitError(.emptyComment, "")) {
            try await ChangeQuestions(.comment(" \n"), on: [1], in: scene.anna).run()
        }
    }

    private func reminder(_ number: Int64 = 1) -> RemindOfQuestion {
        var options = ShareOptions(from: nil, to: [])
        options.template = ShareQuestion.template
        options.size = .small
        var delivery = ShareDelivery()
        delivery.output = .file(scene.folder.path("again.eml"), replacing: false)
        let anna = scene.anna
        return RemindOfQuestion(number, options, delivery, in: anna)
    }

    @Test func `a reminder goes to those who were asked, in their language, from who asked`()
        async throws
    {
        _ = try await scene.ask("Which bird?", language: "de")
        let report = try await reminder().run()
        #expect(report.question?.number == 1)
        #expect(report.messages.first?.json["question"]?["number"] == 1)
        let mail = MailMessage(
            parsing: try MailOctets(contentsOfFile: scene.folder.path("again.eml")))
        #expect(mail.to.map(\.address) == ["ben@example.org"])
        #expect(mail.from.map(\.address) == ["anna@example.org"])
        let text = mail.leafParts.first?.decodedText() ?? ""
        #expect(text.contains("Which bird?") && text.contains("Antwort"), "\(text)")
    }

    @Test func `a reminder of what is settled, or was never asked, is refused`() async throws {
        _ = try await scene.ask()
        _ = try await ChangeQuestions(.settle, on: [1], in: scene.anna).run()
        await #expect(throws: WitError(.notForQuestion, "")) { try await reminder().run() }
        await #expect(throws: WitError(.noSuchQuestion, "")) { try await reminder(7).run() }
    }
}
