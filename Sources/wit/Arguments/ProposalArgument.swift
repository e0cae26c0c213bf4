import ArgumentParser

/// The number of a proposal, or nothing: those that another option chooses.
enum ProposalArgument: ExpressibleByArgument, Hashable, CustomStringConvertible {
    case number(Int64)
    case chosen

    init?(argument: String) {
        if argument == Self.word {
            self = .chosen
        } else if let number = Int64(argument) {
            self = .number(number)
        } else {
            return nil
        }
    }

    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .chosen: Self.word
        }
    }

    /// The number; nil for those that another option chooses.
    var number: Int64? { if case .number(let number) = self { number } else { nil } }

    private static let word = "all"

    /// Command-line arguments with the word where `--accept` or `--reject` of `review` stands
    /// without a number: the parser wants a value behind every option that takes one.
    static func completed(_ arguments: [String]) -> [String] {
        guard arguments.first == "review" else { return arguments }
        var completed: [String] = []
        for (index, argument) in arguments.enumerated() {
            completed.append(argument)
            let next = arguments.dropFirst(index + 1).first
            if ["--accept", "--reject"].contains(argument), next?.hasPrefix("-") ?? true {
                completed.append(word)
            }
        }
        return completed
    }
}
