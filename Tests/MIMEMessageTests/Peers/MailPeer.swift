import Foundation
import TestSupport
import Testing

/// Another mail program that reads a folder of messages and writes each anew.
struct MailPeer: Sendable, CustomTestStringConvertible {
    /// What it said of one message.
    struct Reading {
        var tree: String
        var defects: [String]
        var leaves: [Leaf]
    }

    /// What it said of one leaf.
    struct Leaf: Hashable {
        var fileName: String
        var sha256: String
    }

    var name: String
    private var program: Program
    private var more: [String] = []

    var testDescription: String { name }

    /// Those that this machine has; each of the others is named, with the reason.
    static let all: [MailPeer] = {
        var peers: [MailPeer] = []
        if let python = python(strict: false) { peers.append(python) }
        if let gmime { peers.append(gmime) }
        return peers
    }()

    /// Python's `email`.
    static func python(strict: Bool) -> MailPeer? {
        guard Program.installed("python3") != nil else {
            print("python3 is not there: Python's email is not asked")
            return nil
        }
        let path = Checkout.root.appending(path: "Tests/Peers/mail-python").path
        return MailPeer(
            name: "python", program: Program(path: path), more: strict ? ["strict"] : [])
    }

    /// GMime, as a test needs it.
    static let requirement = Requirement(.tools, "a C compiler, pkg-config or gmime-3.0") {
        gmime != nil
    }

    /// GMime, compiled from `Tests/Peers/mail-gmime.c`; nil where there is no compiler or GMime.
    static let gmime: MailPeer? = {
        guard let compiler = Program.installed("cc"), let config = Program.installed("pkg-config"),
            let flags = try? config(["--cflags", "--libs", "gmime-3.0"]), flags.status == 0,
            let folder
        else {
            print("cc, pkg-config or gmime-3.0 is not there: GMime is not asked")
            return nil
        }
        let source = Checkout.root.appending(path: "Tests/Peers/mail-gmime.c").path
        let target = folder.path("mail-gmime")
        let words = flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let made = try? compiler(["-O1", "-o", target, source] + words), made.status == 0
        else {
            print("GMime's peer does not compile: GMime is not asked")
            return nil
        }
        return MailPeer(name: "gmime", program: Program(path: target))
    }()

    private static let folder = try? TemporaryFolder()

    /// Reads messages, each by its name; gives what it said and what it wrote.
    func read(
        _ mails: [String: [UInt8]]
    ) throws -> [String: (reading: Reading, written: [UInt8])] {
        let folder = try TemporaryFolder()
        for (name, mail) in mails {
            try Data(mail).write(to: folder.url.appending(path: name + ".eml"))
        }
        let outcome = try program([folder.url.path] + more)
        var results: [String: (reading: Reading, written: [UInt8])] = [:]
        for line in outcome.output.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            guard fields.count >= 3 else { continue }
            let leaves = stride(from: 3, to: fields.count - 1, by: 2).map {
                Leaf(fileName: fields[$0], sha256: fields[$0 + 1])
            }
            let written = folder.url.appending(path: "\(fields[0]).\(name)")
            results[String(fields[0].dropLast(4))] = (
                Reading(
                    tree: fields[1],
                    defects: fields[2].isEmpty ? [] : fields[2].components(separatedBy: ","),
                    leaves: leaves),
                (try? Data(contentsOf: written)).map(Array.init) ?? []
            )
        }
        return results
    }
}
