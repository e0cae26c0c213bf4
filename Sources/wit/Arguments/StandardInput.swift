import Files
import Foundation
import Synchronization

/// Lists on stdin, line by line.
enum StandardInput {
    private struct Buffer: Sendable {
        var octets: [UInt8] = []
        var next = 0
        var isAtEnd = false
    }

    private static let buffer = Mutex(Buffer())

    /// The next line without its end, as `PathEncoding` writes it; nil at the end.
    static func line() -> String? {
        buffer.withLock { buffer in
            var searched = buffer.next
            while true {
                if let end = buffer.octets[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                    defer { buffer.next = end + 1 }
                    return text(buffer.octets[buffer.next..<end])
                }
                searched = buffer.octets.count
                if buffer.isAtEnd {
                    defer { buffer.next = buffer.octets.count }
                    return buffer.next < buffer.octets.count
                        ? text(buffer.octets[buffer.next...]) : nil
                }
                buffer.octets.removeFirst(buffer.next)
                searched -= buffer.next
                buffer.next = 0
                refill(&buffer)
            }
        }
    }

    private static func refill(_ buffer: inout Buffer) {
        let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, filled in
            var count: Int
            repeat {
                count = read(0, room.baseAddress, room.count)
            } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        buffer.octets += piece
        buffer.isAtEnd = piece.isEmpty
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        PathEncoding.text(of: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
}
