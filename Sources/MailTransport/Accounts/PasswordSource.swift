import Foundation
import OutputText

/// Where a password or an access token is to be had; never the password itself.
public enum PasswordSource: Hashable, Sendable {
    /// The first line that a shell command prints, as `pass mail/anna`.
    case command(String)
    /// A variable of the environment.
    case environment(String)

    /// How long a command may take, in seconds.
    public static let patience = 30.0

    /// Gets the password.
    ///
    /// A command runs by `/bin/sh -c`, with nothing to read and with the program's environment;
    /// what it prints goes nowhere but into the answer, not even into an error.
    ///
    /// - Parameters:
    ///   - environment: The program's environment.
    ///   - patience: How long a command may take, in seconds.
    ///   - shouldStop: Asked many times a second while a command runs: whether to give up.
    /// - Throws: `WitError` of code `password-unavailable`, or `interrupted`.
    public func secret(
        environment: [String: String],
        patience: Double = Self.patience, shouldStop: () -> Bool = { false }
    ) throws(WitError) -> Secret {
        switch self {
        case .environment(let name):
            guard let value = environment[name], !value.isEmpty else {
                throw Self.unavailable("the environment variable \(name) is not set")
            }
            return try Self.checked(value, from: "the variable \(name)")
        case .command(let command):
            let line = try Self.firstLine(
                of: command, environment, patience: patience, shouldStop: shouldStop)
            return try Self.checked(line, from: "the output of the password command")
        }
    }

    /// A server would take a control character for the end of something.
    private static func checked(_ text: String, from source: String) throws(WitError)
        -> Secret
    {
        guard !text.isEmpty else { throw unavailable("\(source) is an empty line") }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw unavailable("\(source) contains a control character")
        }
        return Secret(text)
    }

    private static func unavailable(_ why: String) -> WitError {
        WitError.server(.passwordUnavailable, "cannot get the password: \(why.printableLine)")
    }

    private static func firstLine(
        of command: String, _ environment: [String: String], patience: Double,
        shouldStop: () -> Bool
    ) throws(WitError) -> String {
        let advice = "try it in a terminal"
        let shell = ShellCommand(text: command, environment: environment)
        switch shell.run(patience: patience, shouldStop: shouldStop) {
        case .stopped: throw WitError.server(.interrupted, "stopped", transient: true)
        case .notStarted: throw unavailable("/bin/sh cannot be started")
        case .signalled: throw unavailable("the password command was killed; \(advice)")
        case .late:
            throw unavailable(
                "the password command did not end within \(Int(patience.rounded(.up))) seconds; "
                    + advice)
        case .exited(0, let bytes):
            let line = bytes.prefix { $0 != 0x0A }
            let text = String(
                validating: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            guard let text else {
                throw unavailable("the output of the password command is not UTF-8")
            }
            return text
        case .exited(let status, _):
            throw unavailable("the password command failed (status \(status)); \(advice)")
        }
    }
}
