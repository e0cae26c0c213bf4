import Foundation
import PhotoCatalog
import Synchronization

/// Says which mails of an outbox are being sent at this moment, by any process: the locks go with
/// the process that holds them, however it ends.
///
/// They are record locks (POSIX fcntl §F_SETLK) in an empty file beside the catalog: byte N for
/// mail N. The system gives all of a process's locks back when it closes the file, so it stays
/// open; and they do not keep a process from itself, so that is kept here.
final class SendingLocks: Sendable {
    private struct State {
        var descriptor: Int32
        var held: Set<Int64> = []
    }

    private static let all = Mutex<[String: SendingLocks]>([:])
    private let state: Mutex<State>

    private init(descriptor: Int32) { state = Mutex(State(descriptor: descriptor)) }

    /// The locks of a catalog's outbox.
    ///
    /// - Throws: an `ItemFailure` where the file cannot be made.
    static func of(_ catalog: PhotoCatalog) throws(ItemFailure) -> SendingLocks {
        let path = catalog.path + "-sending"
        let locks: SendingLocks? = all.withLock { all in
            if let known = all[path] { return known }
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return nil }
            let locks = SendingLocks(descriptor: descriptor)
            all[path] = locks
            return locks
        }
        guard let locks else {
            throw ItemFailure(item: path, reason: String(cString: strerror(errno)))
        }
        return locks
    }

    /// Takes the lock of a mail, if nobody has it.
    func take(_ number: Int64) -> Bool {
        state.withLock { state in
            guard !state.held.contains(number), Self.set(F_WRLCK, number, state.descriptor)
            else { return false }
            state.held.insert(number)
            return true
        }
    }

    /// Gives the lock of a mail back.
    func giveBack(_ number: Int64) {
        state.withLock { state in
            if state.held.remove(number) != nil {
                _ = Self.set(F_UNLCK, number, state.descriptor)
            }
        }
    }

    private static func set(_ type: Int32, _ number: Int64, _ descriptor: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(number)
        lock.l_len = 1
        return fcntl(descriptor, F_SETLK, &lock) == 0
    }
}
