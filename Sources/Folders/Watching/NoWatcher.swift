/// Watches nothing: for systems that have no way to, everything has to be looked at.
package final class NoWatcher: FolderWatcher {
    package private(set) var unwatched: [String] = []
    package let wakeups: [Wakeup] = []

    /// Watches nothing yet.
    package init() {}

    package func watch(_ folder: String) {
        if !unwatched.contains(folder) { unwatched.append(folder) }
    }

    package func watchAlone(_ folder: String) { watch(folder) }

    package func forget(_ folder: String) { unwatched.removeAll { $0 == folder } }

    package func events(_ woken: Set<Wakeup>) -> [WatchEvent] { [] }
}
