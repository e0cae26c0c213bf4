/// One entry point that takes foreign bytes, and what must hold of it whatever they are.
struct FuzzTarget: Sendable {
    /// What seeds a target is grown from.
    enum Seeds: Sendable {
        /// Photos that begin like one of a format.
        case photos(@Sendable (_ head: [UInt8]) -> Bool)
        /// What is found inside the photos.
        case blocks(@Sendable (_ photo: [UInt8]) -> [[UInt8]])
        /// Messages as they are.
        case mails
        /// What is found inside the messages.
        case pieces(@Sendable (_ mail: [UInt8]) -> [[UInt8]])
        /// Made here.
        case made([String])
    }

    /// The name it is asked for by.
    let name: String
    /// The longest input; longer seeds are cut.
    let longest: Int
    /// The dictionary of its family.
    let dictionary: String
    let seeds: Seeds
    /// Takes an input; what must not be ends the process.
    let run: @Sendable ([UInt8]) -> Void

    /// Every target, in the order in which they are run.
    static let all: [FuzzTarget] =
        containers + blocks + writers + mail + building + codings + texts + replies + shares
        + stories + files

    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Ends the process where something does not hold that must: the fuzzer keeps the input.
func hold(
    _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
) {
    guard !condition else { return }
    fatalError("Does not hold: \(sentence())", file: file, line: line)
}
