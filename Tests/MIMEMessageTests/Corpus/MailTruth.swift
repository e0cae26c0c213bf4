import Foundation

/// One row of the corpus of real mail: what most of five other parsers say of a message.
struct MailTruth: Decodable {
    struct File: Decodable {
        var sha256: String
    }

    var file: String
    var subject: String
    var from: String
    var tree: String
    var filenames: String
    var attachments: [File]
    var subjectVotes: Int
    var fromVotes: Int
    var treeVotes: Int
    var attVotes: Int
    var filenameVotes: Int

    /// The rows of a corpus.
    static func rows(in corpus: URL) throws -> [MailTruth] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try Data(contentsOf: corpus.appending(path: "truth.jsonl"))
            .split(separator: UInt8(ascii: "\n"))
            .map { try decoder.decode(MailTruth.self, from: $0) }
    }
}
