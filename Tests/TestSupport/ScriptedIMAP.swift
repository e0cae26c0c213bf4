import Foundation

/// An IMAP server of a few messages on loopback, without TLS, that can be told to do wrong.
public struct ScriptedIMAP: Sendable {
    /// The server.
    public let server: ScriptedServer

    /// The address for an account.
    public var address: String { "imap+plain://127.0.0.1:\(server.port)" }

    /// Serves messages under the UIDs 1, 2, ….
    ///
    /// - Parameters:
    ///   - structure: Each one's BODYSTRUCTURE; one with a picture where nothing is given.
    ///   - wrong: Asked first at each command, with its tag and the rest; nil does right.
    public init(
        _ messages: [[UInt8]], structure: String? = nil,
        wrong: @escaping @Sendable (String, String) -> [ScriptedServer.Action]? = { _, _ in nil }
    ) throws {
        let picture =
            "((\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 10 1)"
            + "(\"IMAGE\" \"JPEG\" (\"NAME\" \"a.jpg\") NIL NIL \"BASE64\" 999) \"MIXED\")"
        server = try ScriptedServer(greeting: "* OK ready\r\n") { line in
            let words = line.split(separator: " ", maxSplits: 1)
            let tag = String(words.first ?? "")
            let command = words.count > 1 ? String(words[1]) : ""
            if let actions = wrong(tag, command) { return actions }
            let done = ScriptedServer.Action.say("\(tag) OK done\r\n")
            let upper = command.uppercased()
            if upper == "CAPABILITY" {
                return [.say("* CAPABILITY IMAP4rev1 IDLE\r\n"), done]
            } else if upper.hasPrefix("EXAMINE") {
                return [
                    .say(
                        "* \(messages.count) EXISTS\r\n* OK [UIDVALIDITY 7] so\r\n"
                            + "* OK [UIDNEXT \(messages.count + 1)] next\r\n"),
                    done,
                ]
            } else if upper.hasPrefix("UID SEARCH") {
                let all = (1...max(1, messages.count)).map(String.init).joined(separator: " ")
                return [.say("* SEARCH" + (messages.isEmpty ? "" : " " + all) + "\r\n"), done]
            } else if upper.hasPrefix("UID FETCH"), upper.contains("BODYSTRUCTURE") {
                return messages.indices.map { index in
                    .say(
                        "* \(index + 1) FETCH (BODYSTRUCTURE \(structure ?? picture) UID "
                            + "\(index + 1) RFC822.SIZE \(messages[index].count))\r\n")
                } + [done]
            } else if upper.hasPrefix("UID FETCH"), upper.contains("BODY.PEEK[]") {
                guard let uid = Int(upper.split(separator: " ")[2]), messages.indices ~= uid - 1
                else { return [done] }
                let message = messages[uid - 1]
                return [
                    .say("* \(uid) FETCH (UID \(uid) BODY[] {\(message.count)}\r\n"),
                    .send(message), .say(" FLAGS ())\r\n"), done,
                ]
            } else if upper == "LOGOUT" {
                return [.say("* BYE\r\n"), done, .close]
            }
            return [done]
        }
    }
}
