import Foundation

/// Sockets on 127.0.0.1, for the servers that tests make themselves.
enum Loopback {
    /// Lets no more wait in a socket, or in those that it accepts, than about so many bytes: what
    /// waits there arrives although its sender is dead.
    static func limit(_ descriptor: Int32, to bytes: Int32) {
        var bytes = bytes
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Listens on a port that is free.
    static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = stream()
        var address = address(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && Foundation.listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileNoSuchFile) }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Connects to a port; nil where nobody listens.
    ///
    /// - Parameter waiting: See `limit`.
    static func connect(to port: Int, waiting: Int32) -> Int32? {
        let descriptor = stream()
        limit(descriptor, to: waiting)
        var address = address(port)
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }

    /// Sends bytes, all of them; false where the other end is gone.
    static func put(_ bytes: some Sequence<UInt8>, _ descriptor: Int32) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, noSignal)
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func stream() -> Int32 {
        #if canImport(Darwin)
            socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    #if canImport(Darwin)
        private static let noSignal: Int32 = 0
    #else
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}
