import CatalogDatabase
import Files
import Foundation
import OutputText
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
    private let path: String
    private let state: Mutex<State>

    private init(_ path: String, descriptor: Int32) {
        self.path = path
        state = Mutex(State(descriptor: descriptor))
    }

    /// The locks of a catalog's outbox.
    ///
    /// - Throws: a `WitError` where the file cannot be made.
    static func of(_ catalog: PhotoCatalog) throws(WitError) -> SendingLocks {
        // A link to the catalog is the same catalog. What a mount hides is left to the claim: see
        // `PhotoCatalog.noteHandedOver`.
        let real = realpath(catalog.path, nil)
        defer { free(real) }
        let path = (real.map { String(cString: $0) } ?? catalog.path) + "-sending"
        let locks: SendingLocks? = all.withLock { all in
            if let known = all[path] { return known }
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return nil }
            PrivateFile.narrow(path, keepingGroup: PrivateFile.isShared(Folder.holding(path)))
            let locks = SendingLocks(path, descriptor: descriptor)
            all[path] = locks
            return locks
        }
        guard let locks else {
            throw WitError(
                item: path,
                reason:
                    "the file that keeps a mail from being sent twice can't be created; can you "
                    + "write to its folder?")
        }
        return locks
    }

    /// Refuses a catalog that has a second name by a hard link: SQLite keeps what was written last
    /// in a file beside each name, so that neither knows what the other has sent.
    ///
    /// - Throws: a `WitError`.
    static func requireOneName(_ catalog: PhotoCatalog) throws(WitError) {
        var status = stat()
        guard stat(catalog.path, &status) == 0, status.st_nlink > 1 else { return }
        throw WitError(
            item: catalog.path,
            reason: "has another name too (a hard link), through which a mail could be sent twice; "
                + "nothing is sent until one of them is removed or replaced by a copy")
    }

    /// Takes the lock of a mail, if nobody has it.
    ///
    /// - Throws: a `WitError` where the file system has no locks.
    func take(_ number: Int64) throws(WitError) -> Bool {
        let trouble: Int32? = state.withLock { state in
            if state.held.contains(number) { return EAGAIN }
            guard Self.set(F_WRLCK, number, state.descriptor) else { return errno }
            state.held.insert(number)
            return nil
        }
        guard let trouble else { return true }
        // POSIX leaves it open which of the two says that another has it.
        if trouble == EAGAIN || trouble == EACCES { return false }
        throw WitError(
            item: path,
            reason: "can't be locked, so a mail could be sent twice; move the catalog to a "
                + "disk of this computer")
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
