import Foundation
import Synchronization

/// A server on loopback that does what a test tells it, line by line, so that it can do wrong.
public final class ScriptedServer: Sendable {
    /// What to do after a line.
    public enum Action: Sendable {
        case send([UInt8])
        case close
        /// Text with its own line ends.
        public static func say(_ text: String) -> Action { .send(Array(text.utf8)) }
    }

    /// The port that was free.
    public let port: Int
    private let descriptor: Int32
    private let received = Mutex<[String]>([])
    private let answer: @Sendable (String) -> [Action]

    /// The lines that clients sent, of all connections.
    public var lines: [String] { received.withLock { $0 } }

    /// Listens, and serves each connection on a thread of its own until this object goes.
    ///
    /// - Parameters:
    ///   - greeting: Sent at once; asked for by each connection anew.
    ///   - answer: What to do after each line; it comes without its end.
    public init(
        greeting: @autoclosure @escaping @Sendable () -> String,
        _ answer: @escaping @Sendable (String) -> [Action]
    ) throws {
        let (descriptor, port) = try Loopback.listen()
        self.port = port
        self.descriptor = descriptor
        self.answer = answer
        let received = Received { [weak self] line in
            self?.received.withLock { $0.append(line) }
        }
        Thread.detachNewThread {
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                Thread.detachNewThread { Self.serve(client, greeting(), received, answer) }
            }
        }
    }

    /// What this server would do after a line that came to another one: so that one can stand for
    /// several.
    public func actions(after line: String) -> [Action] {
        received.withLock { $0.append(line) }
        return answer(line)
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private struct Received: Sendable {
        let note: @Sendable (String) -> Void
        init(_ note: @escaping @Sendable (String) -> Void) { self.note = note }
    }

    private static func serve(
        _ client: Int32, _ greeting: String, _ received: Received,
        _ answer: (String) -> [Action]
    ) {
        defer { close(client) }
        guard Loopback.put(greeting.utf8, client) else { return }
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: 0x0A) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                    .trimmingCharacters(in: .newlines)
                rest.removeSubrange(...end)
                received.note(line)
                for action in answer(line) {
                    switch action {
                    case .send(let bytes): if !Loopback.put(bytes, client) { return }
                    case .close: return
                    }
                }
            }
        }
    }
}
