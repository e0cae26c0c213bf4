import Foundation
import OutputText

internal import CCurl

/// A connection that libcurl makes, logs in at and hands over (`CURLOPT_CONNECT_ONLY`): with
/// IMAP, POP3 and SMTP that ends after the login, seen with libcurl 7.88.
extension CurlHandle {
    /// Connects and logs in.
    func open() throws(WitError) {
        try set(CURLOPT_CONNECT_ONLY, 1)
        try perform()
        isHandedOver = true
    }

    /// Sends bytes, all of them.
    ///
    /// - Parameter seconds: How long nothing may move.
    func send(_ bytes: [UInt8], within seconds: Double) throws(WitError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            var count = 0
            let code = rest.withUnsafeBytes {
                curl_easy_send(pointer, $0.baseAddress, $0.count, &count)
            }
            if code == CURLE_AGAIN {
                guard try wait(for: Int16(POLLOUT), seconds: seconds) else {
                    throw error(CURLE_OPERATION_TIMEDOUT)
                }
            } else if code != CURLE_OK {
                throw error(code)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives what there is, waiting for the first byte.
    ///
    /// - Parameters:
    ///   - buffer: Where it goes.
    ///   - seconds: How long to wait.
    /// - Returns: The number of bytes; 0 where nothing came in time.
    /// - Throws: `connection-lost` where the server closed the connection.
    func receive(
        into buffer: UnsafeMutableRawBufferPointer, within seconds: Double
    ) throws(WitError) -> Int {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            // A server that never pauses is left, too.
            if shouldStop { throw error(CURLE_ABORTED_BY_CALLBACK) }
            var count = 0
            let code = curl_easy_recv(pointer, buffer.baseAddress, buffer.count, &count)
            if code == CURLE_OK, count > 0 { return count }
            // TLS may hold bytes back that the socket has given already: receive first, then wait.
            guard code == CURLE_AGAIN else {
                throw error(code == CURLE_OK ? CURLE_RECV_ERROR : code)
            }
            let left = (deadline - ContinuousClock.now) / .seconds(1)
            guard left > 0, try wait(for: Int16(POLLIN), seconds: left) else { return 0 }
        }
    }

    /// Waits until the connection can be read from or written to; false where it takes too long.
    private func wait(for events: Int16, seconds: Double) throws(WitError) -> Bool {
        var socket = curl_socket_t(-1)
        guard witCurlGetSocket(pointer, &socket) == CURLE_OK, socket >= 0 else {
            throw error(CURLE_RECV_ERROR)
        }
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if shouldStop { throw error(CURLE_ABORTED_BY_CALLBACK) }
            let left = (deadline - ContinuousClock.now) / .milliseconds(1)
            guard left > 0 else { return false }
            var wanted = pollfd(fd: socket, events: events, revents: 0)
            if poll(&wanted, 1, Int32(min(left + 1, 500))) > 0 { return true }
        }
    }
}
