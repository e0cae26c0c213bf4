import ArgumentParser

/// `wit questions list|show|comment|due|settle|withdraw|reopen|remind`
struct QuestionsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "questions",
        abstract: "Track questions about photos and their answers.",
        discussion: """
            Example: wit questions --open
                     wit questions show 3
                     wit questions remind 3 --send
                     wit questions --format ics > questions.ics

            A question is open until somebody answers, answered until you accept an answer (“wit \
            review”) or settle it, and undeliverable where its mail reached nobody. Its state \
            follows from its conversation, which “wit questions show” prints. “wit undo” \
            reverts what you decide.
            """,
        subcommands: [
            QuestionsList.self, QuestionsShow.self, QuestionsComment.self, QuestionsDue.self,
            QuestionsSettle.self, QuestionsWithdraw.self, QuestionsReopen.self,
            QuestionsRemind.self,
        ], defaultSubcommand: QuestionsList.self)
}
