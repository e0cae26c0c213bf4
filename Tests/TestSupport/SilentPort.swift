import Foundation

/// A port that takes no connection and refuses none, as behind a firewall: those that may wait there
/// wait already. So on Linux.
public final class SilentPort: Sendable {
    /// The port.
    public let port: Int
    private let descriptors: [Int32]

    /// Listens until this object goes.
    public init() throws {
        let (listener, port) = try Loopback.listen()
        self.port = port
        // Only one may wait now.
        guard Foundation.listen(listener, 0) == 0 else { throw CocoaError(.fileNoSuchFile) }
        descriptors =
            [listener] + (0..<1).compactMap { _ in Loopback.connect(to: port, waiting: 4096) }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }
}
