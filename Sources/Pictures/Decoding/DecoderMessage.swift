private import CSandbox
import Foundation
import OutputText

/// The numbers and bytes that go between a decoder's child process and its parent.
///
/// A request is eight numbers; the picture itself lies in the file that both share. An answer is a
/// kind and seven numbers, of which some say how many bytes follow. Numbers are of 64 bits, in the
/// order of the machine: both ends are one program.
struct DecoderMessage: Hashable, Sendable {
    /// What kind of message it is.
    enum Kind: Int {
        /// The child is ready: its version of this protocol, its locks; or why it is not.
        case hello = 1
        case header, picture, renditions, hash, pixels, map
        /// The picture can't be decoded: which code, and a sentence.
        case failure
        /// What the child could not do: for tests of its locks.
        case tried
    }

    /// How many numbers there are, the kind among them.
    static let count = 8
    /// Changes with what is sent.
    static let version = 2
    /// The longest sentence, in bytes.
    static let longestText = 1000

    var kind: Int
    var numbers: [Int]

    init(_ kind: Kind, _ numbers: [Int] = []) {
        self.init(kind: kind.rawValue, numbers)
    }

    init(kind: Int, _ numbers: [Int]) {
        self.kind = kind
        self.numbers =
            Array(numbers.prefix(Self.count - 1))
            + Array(repeating: 0, count: max(0, Self.count - 1 - numbers.count))
    }

    /// The message as bytes.
    var bytes: [UInt8] {
        ([kind] + numbers).flatMap { number in
            withUnsafeBytes(of: Int64(number)) { Array($0) }
        }
    }

    /// Reads a message of `count` numbers.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count * 8 else { return nil }
        let numbers = (0..<Self.count).map { index in
            bytes.withUnsafeBytes {
                Int(truncatingIfNeeded: $0.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
            }
        }
        self.init(kind: numbers[0], Array(numbers[1...]))
    }

    /// The codes that a child may give as its reason.
    static let codes: [WitError.Code] = [
        .pictureDamaged, .pictureEmpty, .notAPicture, .tooManyPixels, .cannotWrite, .unavailable,
        .tooMuchMemory,
        .tooMuchTime, .notAMask,
    ]
}

/// One end of the socket between the two.
struct DecoderSocket: Sendable {
    /// Why nothing more comes.
    enum Failure: Error {
        /// The other end was closed.
        case closed
        /// The time is over.
        case late
        /// Who waited does not want to any more.
        case stopped
    }

    let descriptor: Int32

    /// Milliseconds after which it is asked again whether to wait on.
    private static let slice = 100.0

    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws(Failure) {
        let isSent = bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = wit_send(
                    descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
        if !isSent { throw .closed }
    }

    /// Receives exactly so many bytes.
    ///
    /// - Parameters:
    ///   - deadline: when to give up; nil for never.
    ///   - isOver: asked several times a second whether to give up before.
    func receive(
        _ count: Int, until deadline: ContinuousClock.Instant? = nil,
        unless isOver: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                if let deadline {
                    let left = ContinuousClock.now.duration(to: deadline)
                    let milliseconds = left / .milliseconds(1)
                    guard milliseconds > 0 else {
                        failure = .late
                        return
                    }
                    let ready = wit_wait_readable(
                        descriptor, Int32(min(milliseconds.rounded(.up), Self.slice)))
                    if ready <= 0 {
                        guard !isOver() else {
                            failure = .stopped
                            return
                        }
                        continue
                    }
                }
                let got = read(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
                if got < 0 && errno == EINTR { continue }
                guard got > 0 else {
                    failure = .closed
                    return
                }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
