import Foundation
import OutputText

/// Where messages come from: one message, an mbox file, a Maildir, or a stream of octets.
///
/// ```swift
/// try MailSource.path(path).forEach { item in inspect(item.octets) }
/// ```
public enum MailSource: Sendable {
    /// A file or folder: an `.eml` or mbox file by its octets; a Maildir, or a folder of messages
    /// and Maildirs, by its structure.
    case path(String)
    /// Octets at hand, as from standard input: a message or an mbox.
    case bytes([UInt8], name: String)
    /// Standard input: a message or an mbox, read as it comes.
    case standardInput

    /// One message and where it was.
    public struct Item: Sendable {
        /// The file; `-` for standard input.
        public var file: String
        /// The message's number in the file, from 1, where that is an mbox; nil otherwise.
        public var number: Int?
        /// The file and the number: `inbox.mbox#3`.
        public var name: String { number.map { "\(file)#\($0)" } ?? file }
        /// The message's octets, the escapes of mbox undone; of a long one, where they stand.
        public var octets: MailOctets
        /// The message's octets in memory; of a long one a copy.
        public var bytes: [UInt8] { octets.bytes }
    }

    /// The longest message that is taken, in octets: 2 GiB.
    public static let messageLimit = 2 << 30

    /// Hands over one message after another; no more than one is in memory, and of one
    /// longer than ``MailOctets/maximumOctetsInMemory`` a piece.
    ///
    /// Files of a folder come in the order of their names.
    ///
    /// - Parameters:
    ///   - limit: The longest message that is taken, in octets.
    ///   - onFailure: What to do about a file in a folder that cannot be read, or a message in an
    ///     mbox that is too long; by default that error is thrown, else the next one comes.
    ///   - body: Takes each message.
    /// - Throws: ``WitError`` if the source cannot be read, and what `body` throws. Folders
    ///   with nothing in them give no message and no error.
    public func forEach(
        limit: Int = MailSource.messageLimit,
        onFailure: (WitError) throws -> Void = { throw $0 },
        _ body: (Item) throws -> Void
    ) throws {
        let splitter = MailSplitter(limit: limit)
        switch self {
        case .standardInput:
            try splitter.split(FileOctets.standardInput(), name: "-", onFailure, body)
        case .bytes(let bytes, let name):
            try splitter.split(MailOctets(bytes), name: name, onFailure, body)
        case .path(let path) where FileOctets.isFolder(path):
            for file in try MailFolder(path: path).files() {
                do {
                    try splitter.split(FileOctets(path: file), name: file, onFailure, body)
                } catch {
                    let error = WitError(error)
                    guard error.subject?.kind == .file else { throw error }
                    try onFailure(error)
                }
            }
        case .path(let path):
            try splitter.split(FileOctets(path: path), name: path, onFailure, body)
        }
    }

    /// The one message of a small file.
    ///
    /// - Parameters:
    ///   - file: The file's path.
    ///   - limit: The most octets that it may have.
    /// - Returns: nil where the file is larger, an mbox, or cannot be read: ``forEach(limit:onFailure:_:)``
    ///   says what there is then.
    public static func message(inSmallFile file: String, upTo limit: Int) -> Item? {
        guard let octets = try? FileOctets(path: file), let length = octets.length,
            length <= limit, let bytes = try? octets.read(upTo: length + 1),
            bytes.count == length
        else { return nil }
        let whole = MailOctets(bytes)
        return MboxReader.isMbox(whole) ? nil : Item(file: file, number: nil, octets: whole)
    }

    /// Whether a path leads to a folder.
    public static func isFolder(_ path: String) -> Bool { FileOctets.isFolder(path) }

    /// The message and mbox files that a folder holds, in the order they are handed over; none
    /// where it cannot be read.
    public static func files(inFolder path: String) -> [String] {
        (try? files(in: path)) ?? []
    }

    /// The message and mbox files that a folder holds, in the order they are handed over.
    ///
    /// - Throws: ``WitError`` where the folder cannot be read.
    public static func files(in folder: String) throws(WitError) -> [String] {
        try MailFolder(path: folder).files()
    }
}

/// Splits one source into messages and hands each over.
private struct MailSplitter {
    let limit: Int

    typealias Failure = (WitError) throws -> Void
    typealias Body = (MailSource.Item) throws -> Void

    func split(_ file: FileOctets, name: String, _ onFailure: Failure, _ body: Body) throws {
        if file.length != nil {
            // An mbox file may be as long as it likes; its messages meet the limit one by one.
            let octets = try MailOctets(reading: file, limit: Int.max, name: name)
            return try split(octets, name: name, onFailure, body)
        }
        var octets = MailOctets(try file.read(upTo: 64 << 10))
        if MboxReader.isMbox(octets) {
            var reader = MboxReader(head: octets, file: file, limit: limit)
            return try number(&reader, name: name, onFailure, body)
        }
        while case let more = try file.read(upTo: 1 << 20), !more.isEmpty {
            guard octets.count + more.count <= limit else {
                throw WitError.tooLong(name, limit)
            }
            try octets.append(more)
        }
        try hand(over: octets, name: name, body)
    }

    func split(_ octets: MailOctets, name: String, _ onFailure: Failure, _ body: Body) throws {
        guard MboxReader.isMbox(octets) else { return try hand(over: octets, name: name, body) }
        var reader = MboxReader(octets, limit: limit)
        try number(&reader, name: name, onFailure, body)
    }

    private func hand(over octets: MailOctets, name: String, _ body: Body) throws {
        guard octets.count <= limit else { throw WitError.tooLong(name, limit) }
        try body(MailSource.Item(file: name, number: nil, octets: octets))
    }

    private func number(
        _ reader: inout MboxReader, name: String, _ onFailure: Failure, _ body: Body
    ) throws {
        var number = 0
        while true {
            number += 1
            let octets: MailOctets?
            do throws(WitError) {
                octets = try reader.next()
            } catch {
                guard error.code == .tooLong else { throw error }
                try onFailure(.tooLong("\(name)#\(number)", limit))
                continue
            }
            guard let octets else { return }
            try body(MailSource.Item(file: name, number: number, octets: octets))
        }
    }
}
