import Foundation

/// One row of the corpus of real mail: what most of five other parsers say of a message.
public struct MailTruth: Decodable {
    /// An attachment.
    public struct File: Decodable {
        /// SHA-256 of what it decodes to, in hexadecimal digits.
        public var sha256: String
    }

    /// The message's path below the corpus.
    public var file: String
    /// The subject, blanks folded.
    public var subject: String
    /// The first sender's address, in lower case.
    public var from: String
    /// The media types: `multipart/mixed(text/plain,image/jpeg)`.
    public var tree: String
    /// The attachments' names, joined by `|`.
    public var filenames: String
    /// The leaves that are no text, multipart or message.
    public var attachments: [File]
    /// How many parsers say so of the subject.
    public var subjectVotes: Int
    /// How many say so of the sender.
    public var fromVotes: Int
    /// How many say so of the tree.
    public var treeVotes: Int
    /// How many say so of the attachments.
    public var attVotes: Int
    /// How many say so of the file names.
    public var filenameVotes: Int

    /// The rows of a corpus.
    public static func rows(in corpus: URL) throws -> [MailTruth] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try Data(contentsOf: corpus.appending(path: "truth.jsonl"))
            .split(separator: UInt8(ascii: "\n"))
            .map { try decoder.decode(MailTruth.self, from: $0) }
    }
}
