/// Watches folders for the follower.
package protocol FolderWatcher: AnyObject {
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
