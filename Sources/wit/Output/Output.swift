import Foundation
import Gazetteer
import JSON
import OutputText
import PhotoRecords
import Synchronization
import WhatIsThat

/// Words and JSON Lines to stdout, complaints to stderr.
///
/// A reader that goes away (`wit find | head`) ends the program quietly.
enum Output {
    private static let pending = Mutex<[UInt8]>([])

    /// Writes a line to stdout.
    static func line(_ line: ShownLine = "") { export(line.text + "\n") }

    /// Writes to stdout what a format for other programs makes of foreign text.
    static func export(_ text: String) {
        let full = pending.withLock { bytes in
            bytes += text.utf8
            return bytes.count > 1 << 15
        }
        if full || isatty(1) == 1 { flush() }
    }

    /// Writes one JSON value as a line of JSON Lines.
    static func json(_ value: JSONValue) { line(ShownLine(value)) }

    /// Writes bytes to stdout as they are.
    static func bytes(_ bytes: [UInt8]) {
        flush()
        write(bytes, to: 1)
    }

    /// Writes bytes that lie in memory to stdout as they are.
    static func bytes(_ bytes: UnsafeRawBufferPointer) { self.bytes(Array(bytes)) }

    /// Hands everything pending to the system.
    static func flush() {
        let bytes = pending.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        if !bytes.isEmpty { write(bytes, to: 1) }
    }

    /// Writes one line to stderr, after what stdout has to say; file names and other foreign text in it
    /// can do no harm.
    static func complain(_ text: String) { say(ShownLine(text)) }

    /// Writes one line to stderr at once, though stdout has more to say: whoever reads that may have stopped.
    static func lastWord(_ text: String) { write(Array((ShownLine(text).text + "\n").utf8), to: 2) }

    /// Writes why something could not be done, and each error that came with it, to stderr: with what to
    /// do about it on the command line.
    static func complain(_ error: WitError) {
        for each in error.each { complain("wit: " + each.message + Advice.words(for: each)) }
    }

    /// Writes an explanation of several lines to stderr.
    static func explain(_ text: String) { say(ShownLine(lines: text)) }

    private static func say(_ line: ShownLine) {
        flush()
        write(Array((line.text + "\n").utf8), to: 2)
    }

    /// Makes sure that no file which is opened later becomes stdin, stdout or stderr by taking
    /// the number of one that was closed, and that a reader who goes away shows as an error of
    /// the write instead of a signal.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        allowManyFiles()
        for descriptor in [Int32(0), 1, 2] where fcntl(descriptor, F_GETFD) < 0 {
            // Opened the wrong way round for 0 and 1: using them fails, as it should.
            _ = open("/dev/null", descriptor == 1 ? O_RDONLY : O_WRONLY)
        }
    }

    /// A mail may bring a thousand pictures, each of which is an open file until all have names;
    /// many systems allow 1,024 unless a program asks for more.
    private static func allowManyFiles() {
        var limit = rlimit()
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 8_192))
        _ = setrlimit(resource, &limit)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                #if canImport(Darwin)
                    Darwin.write(descriptor, $0.baseAddress, $0.count)
                #else
                    Glibc.write(descriptor, $0.baseAddress, $0.count)
                #endif
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EINTR {
                continue
            } else if errno == EPIPE {
                exit(ExitStatus.allWell.rawValue)
            } else if descriptor == 1 {
                // stdout can't take it (a full disk, say): what was asked for is not there.
                let reason = String(cString: strerror(errno))
                complain("wit: the output can't be written: \(reason)")
                exit(ExitStatus.someFailed.rawValue)
            } else {
                return
            }
        }
    }
}

extension Output {
    /// Says why no places can be looked up, where a file of them is damaged or was named in vain.
    static func complainOfPlaces() {
        if InstalledGazetteer.path() != nil, case .failure(let error) = InstalledGeocoder.gazetteer
        {
            complain("wit: \(error.message); places are not named and time zones not looked up")
        }
    }
}
