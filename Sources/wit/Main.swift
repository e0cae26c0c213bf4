import ArgumentParser
import Files
import Pictures

/// Runs the verb and turns what it throws into words and an exit status.
@main
enum Main {
    static func main() async {
        PictureDecoding.serveIfAsked()
        FreeMemory.giveBackLargeBlocks()
        Output.prepare()
        do {
            var command = try Wit.parseAsRoot(ProposalArgument.completed(ProcessArguments.texts))
            if var waiting = command as? any AsyncParsableCommand {
                try await waiting.run()
            } else {
                try command.run()
            }
            Output.flush()
        } catch {
            Output.flush()
            ExitStatus.leave(after: error)
        }
    }
}
