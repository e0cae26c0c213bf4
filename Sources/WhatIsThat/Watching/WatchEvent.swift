/// Something that happened below a watched folder, by its path.
enum WatchEvent: Equatable, Sendable {
    /// A file stands there whole: closed after writing, moved in, or linked.
    case settled(String)
    /// A file has other attributes: its times, say, or who may read it.
    case attributes(String)
    /// A program writes to a file, and has not closed it.
    case written(String)
    /// A file or a folder went away, or another one took its name.
    case gone(String)
    /// A folder came, or everything below one may have changed.
    case folderCame(String)
    /// A disk was mounted at a place, or taken away from it.
    case mounted(String)
    /// A watched folder itself was moved or removed.
    case lost(String)
    /// The system lost count: anything may have changed.
    case overflow

    /// The path of what may be a file; nil for what is told of folders alone.
    var file: String? {
        switch self {
        case .settled(let path), .attributes(let path), .written(let path), .gone(let path): path
        case .folderCame, .mounted, .lost, .overflow: nil
        }
    }
}

/// Watches folders for the follower.
protocol FolderWatcher: AnyObject {
    /// Folders that can't be watched, with all below them: somebody has to look from time to time.
    var unwatched: [String] { get }

    /// Watches a folder and all below it.
    func watch(_ folder: String)

    /// Watches a folder without those below it.
    func watchAlone(_ folder: String)

    /// Forgets a folder and all below it.
    func forget(_ folder: String)

    /// What to wait for.
    var wakeups: [Wakeup] { get }

    /// What happened since the last call.
    ///
    /// - Parameter woken: which of the wakeups came, after a wait for them.
    func events(_ woken: Set<Wakeup>) -> [WatchEvent]
}

/// Watches nothing: for systems that have no way to, everything has to be looked at.
final class NoWatcher: FolderWatcher {
    private(set) var unwatched: [String] = []
    let wakeups: [Wakeup] = []

    func watch(_ folder: String) {
        if !unwatched.contains(folder) { unwatched.append(folder) }
    }

    func watchAlone(_ folder: String) { watch(folder) }

    func forget(_ folder: String) { unwatched.removeAll { $0 == folder } }

    func events(_ woken: Set<Wakeup>) -> [WatchEvent] { [] }
}
