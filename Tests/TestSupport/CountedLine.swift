import Foundation
import Synchronization

/// A line to a server on this machine that counts what passes and, once so much has, lets something
/// happen before it passes on more: the death of the server in the middle of a mail.
public final class CountedLine: Sendable {
    /// Which bytes are counted.
    public enum Direction: Sendable {
        case fromServer, toServer
    }

    /// The port that was free.
    public let port: Int
    private let descriptor: Int32
    private let count: Count

    /// The bytes that may wait in the line at either end.
    private static let waiting: Int32 = 64 << 10

    /// Whether it has happened.
    public var hasHappened: Bool { count.event.withLock { $0 == nil } }

    /// Passes on what comes until this object goes.
    ///
    /// - Parameters:
    ///   - port: The server's; one that does not listen at the moment is like one that hangs up.
    ///   - bytes: How many pass, of all connections, before it happens.
    ///   - event: What happens, once; nothing passes meanwhile.
    public init(
        to port: Int, _ direction: Direction, after bytes: Int,
        _ event: @escaping @Sendable () -> Void
    ) throws {
        let (descriptor, own) = try Loopback.listen()
        Loopback.limit(descriptor, to: Self.waiting)
        let count = Count(bytes, event)
        (self.descriptor, self.port, self.count) = (descriptor, own, count)
        Thread.detachNewThread {
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                Thread.detachNewThread { Self.serve(client, port, direction, count) }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private final class Count: Sendable {
        private let left: Mutex<Int>
        let event: Mutex<(@Sendable () -> Void)?>

        init(_ bytes: Int, _ event: @escaping @Sendable () -> Void) {
            left = Mutex(bytes)
            self.event = Mutex(event)
        }

        func note(_ bytes: Int) {
            let isOver = left.withLock { left in
                left -= bytes
                return left <= 0
            }
            guard isOver else { return }
            event.withLock { event in
                event?()
                event = nil
            }
        }
    }

    private static func serve(_ client: Int32, _ port: Int, _ direction: Direction, _ count: Count)
    {
        defer { close(client) }
        guard let server = Loopback.connect(to: port, waiting: waiting) else { return }
        defer { close(server) }
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            pass(from: client, to: server, direction == .toServer ? count : nil)
            isOver.signal()
        }
        pass(from: server, to: client, direction == .fromServer ? count : nil)
        isOver.wait()
    }

    private static func pass(from source: Int32, to target: Int32, _ count: Count?) {
        var buffer = [UInt8](repeating: 0, count: 32 << 10)
        while case let got = recv(source, &buffer, buffer.count, 0), got > 0 {
            count?.note(got)
            guard Loopback.put(buffer[..<got], target) else { break }
        }
        for end in [source, target] { shutdown(end, Int32(SHUT_RDWR)) }
    }
}
