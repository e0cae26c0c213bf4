private import CSpawn
import Foundation
import Synchronization

/// A program that was started in a process group of its own.
///
/// QUIRK: Foundation's `Process` on Linux lists /proc/self/fd and copies 256 bytes of each entry, however
/// short it is: with 1,365 open files it reads beyond readdir's buffer, and the tests end. It also asks
/// for each of these files to be closed, one by one.
final class SpawnedProcess: Sendable {
    /// Where a standard stream leads.
    enum Stream {
        /// A file that is there: to be read as stdin, else to be written.
        case file(String)
        /// An open file or an end of a pipe, which stays open here.
        case descriptor(Int32)
        /// Nowhere.
        static let none = Stream.file("/dev/null")
    }

    /// Its number among the processes.
    let number: Int32
    private let status = Mutex<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - folder: where it starts; nil for the current folder.
    ///   - streams: stdin, stdout and stderr.
    /// - Throws: POSIX errors, where it cannot be started.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], in folder: String?,
        streams: [Stream]
    ) throws {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        let descriptors = try streams.enumerated().map { index, stream in
            switch stream {
            case .descriptor(let descriptor): return descriptor
            case .file(let path):
                let descriptor = open(path, (index == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC)
                guard descriptor >= 0 else { throw Self.error(errno, path) }
                opened.append(descriptor)
                return descriptor
            }
        }
        var texts = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in texts + variables { free(text) } }
        var number: Int32 = 0
        let error = wit_test_spawn(&number, path, &texts, &variables, folder, descriptors)
        guard error == 0 else { throw Self.error(error, path) }
        self.number = number
    }

    private static func error(_ number: Int32, _ path: String) -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO, userInfo: [NSFilePathErrorKey: path])
    }

    /// Whether it has not ended yet.
    var isRunning: Bool { collected(WNOHANG) == nil }

    /// Waits for its end.
    ///
    /// - Returns: the exit status; 128 and the signal's number for one that a signal ended.
    @discardableResult
    func wait() -> Int32 {
        guard let status = collected(0) else { return -1 }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Sends a signal, if it is still running.
    func send(_ signal: Int32) {
        if isRunning { kill(number, signal) }
    }

    private func collected(_ options: Int32) -> Int32? {
        status.withLock { status in
            var found: Int32 = 0
            while status == nil {
                let result = waitpid(number, &found, options)
                if result == number { status = found }
                if result >= 0 || errno != EINTR { break }
            }
            return status
        }
    }
}
