import ArgumentParser
import Foundation
import OutputText
import WhatIsThat

/// `wit manual --output FOLDER`: for those who install the program.
struct ManualVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write the manual's pages.",
        discussion: """
            Example: wit manual --output /tmp/man

            The pages go into the folders man1 and man5 inside the given one. Their prose comes \
            from a checkout of the sources.
            """,
        shouldDisplay: false)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the pages go.", valueName: "folder"),
        completion: .directory)
    var output: String

    @Option(
        help: ArgumentHelp("The checkout that the prose comes from.", valueName: "folder"),
        completion: .directory)
    var checkout = "."

    func validate() throws {
        try requireNonEmpty(output, "--output")
        try requireNonEmpty(checkout, "--checkout")
    }

    func run() throws {
        let folder = URL(filePath: absolutePath(output))
        for page in try Manual(checkout: URL(filePath: absolutePath(checkout))).pages() {
            let file = folder.appending(path: page.path)
            do {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            } catch {
                throw WitError(item: folder.path, reason: "can't be made")
            }
            try OutputFile(file.path, replacing: true).write(Array(page.text.utf8))
        }
    }
}
