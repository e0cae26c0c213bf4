import Files
import Foundation
import PhotoMetadata

/// What is watched, and what has happened there that nobody looked at yet.
package struct Watch {
    private var roots: [WatchedRoot]
    private let watcher: any FolderWatcher
    private let isIgnored: (String) -> Bool
    private let pollingSeconds: Double
    private var pending = PendingChanges()
    private var lastLook: Int64
    private var lastPoll: Int64
    private var saidLimit = false

    /// How often the system is asked whether the named folders are still the same: a disk that is
    /// mounted over one is not told of everywhere.
    private static let lookNanoseconds: Int64 = 2_000_000_000
    /// The longest wait, after which the interruption is looked at.
    private static let longestWait: Int64 = 500_000_000

    /// - Parameter isIgnored: whether what happens to the file at a path counts for nothing.
    package init(
        _ paths: [String], watcher: any FolderWatcher, pollingSeconds: Double,
        leavingOut derived: DerivedNames = DerivedNames(),
        ignoring isIgnored: @escaping (String) -> Bool = { _ in false }
    ) {
        self.isIgnored = isIgnored
        roots = paths.map { WatchedRoot($0, leavingOut: derived) }
        self.watcher = watcher
        self.pollingSeconds = pollingSeconds
        lastLook = Self.now()
        lastPoll = lastLook
    }

    /// Nanoseconds since 1970, as file stamps count them.
    private static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000_000) }

    /// Begins to watch.
    ///
    /// - Parameter notice: told what a person should know, in a sentence.
    package mutating func begin(_ notice: (String) -> Void) {
        for index in roots.indices {
            _ = roots[index].look()
            watch(roots[index])
        }
        sayLimit(notice)
    }

    /// Waits a moment for something to happen.
    package func wait() async -> Set<Wakeup> {
        let wait = min(max(0, (pending.nextMoment ?? .max) - Self.now()), Self.longestWait)
        return await Wakeup.wait(for: watcher.wakeups, atMost: .nanoseconds(wait))
    }

    /// Takes in what happened.
    ///
    /// - Parameters:
    ///   - woken: what `wait` answered.
    ///   - notice: told what a person should know, in a sentence.
    /// - Returns: what to look at; nil where there is nothing yet.
    package mutating func nextRound(
        _ woken: Set<Wakeup>, _ notice: (String) -> Void
    ) -> PendingChanges.Round? {
        for event in watcher.events(woken) { take(event) }
        let now = Self.now()
        if now - lastLook >= Self.lookNanoseconds { lookAtRoots() }
        if Double(now - lastPoll) >= pollingSeconds * 1e9 { poll() }
        sayLimit(notice)
        return pending.take(at: now)
    }

    /// Files that a round left for later.
    package mutating func postpone(_ paths: [String]) { pending.postpone(paths, at: Self.now()) }

    private func watch(_ root: WatchedRoot) {
        guard let folder = root.folder else { return }
        if root.isFile { watcher.watchAlone(folder) } else { watcher.watch(folder) }
    }

    /// Whether nothing has happened that nobody looked at yet.
    var isIdle: Bool { pending.isEmpty }

    /// Takes in one thing that happened.
    mutating func take(_ event: WatchEvent) {
        if let path = event.file, isIgnored(path) { return }
        let now = Self.now()
        switch event {
        case .settled(let path): forEachPhoto(at: path) { $0.settled($1, at: now) }
        case .attributes(let path): forEachPhoto(at: path) { $0.touched($1, at: now) }
        case .gone(let path): forEachPhoto(at: path) { $0.gone($1, at: now) }
        case .written(let path):
            // A sidecar that is being written is looked at when it is closed.
            if !SidecarName.isSidecar(path), covered(path) != nil { pending.written(path, at: now) }
        case .folderCame(let path): folderCame(path)
        case .mounted(let path):
            watcher.forget(path)
            folderCame(path)
            lookAtRoots()
        case .lost(let folder): lookAtRoots(lost: folder)
        case .overflow:
            for root in roots {
                if let folder = root.folder, !root.isFile {
                    // Folders may have come and moved unheard.
                    watcher.forget(folder)
                }
                watch(root)
                pending.addTree(root.path, at: now)
            }
        }
    }

    /// The photo of this root's at a path, or whose sidecar stands there.
    private func covered(_ path: String) -> String? {
        for root in roots {
            if let photo = root.covered(path) { return photo }
        }
        return nil
    }

    /// Whether a folder lies in a named one.
    private func isCovered(_ folder: String) -> Bool {
        roots.contains { !$0.isFile && $0.covered(folder, isFolder: true) != nil }
    }

    private mutating func forEachPhoto(
        at path: String, _ body: (inout PendingChanges, String) -> Void
    ) {
        guard let photo = covered(path) else { return }
        if photo == path, SidecarName.isSidecar(path) {
            // It may belong to several photos of its folder: those of the same stem.
            pending.addFolder(Folder.holding(path), at: Self.now())
        } else {
            body(&pending, photo)
        }
    }

    private mutating func folderCame(_ path: String) {
        guard isCovered(path) else { return }
        watcher.watch(path)
        pending.addTree(path, at: Self.now())
    }

    /// - Parameter lost: a folder that is no longer watched: another one may have its path by
    ///   now, and even its number.
    private mutating func lookAtRoots(lost: String? = nil) {
        if lost != nil, !roots.contains(where: { $0.folder == lost }) { return }
        lastLook = Self.now()
        for index in roots.indices {
            let former = roots[index]
            let isLost = lost != nil && former.folder == lost
            guard roots[index].look() || isLost else { continue }
            if let folder = former.folder, !former.isFile { watcher.forget(folder) }
            watch(roots[index])
            pending.addTree(former.path, at: lastLook)
        }
    }

    /// Looks through what can't be watched, unless it can be by now.
    private mutating func poll() {
        lastPoll = Self.now()
        for folder in watcher.unwatched {
            watcher.watch(folder)
            pending.addTree(folder, at: lastPoll)
        }
    }

    private mutating func sayLimit(_ notice: (String) -> Void) {
        guard !saidLimit, !(watcher is NoWatcher), let folder = watcher.unwatched.first else {
            return
        }
        saidLimit = true
        notice(
            "the system allows no more watched folders (fs.inotify.max_user_watches); "
                + "\(folder) and others are checked every \(Int(pollingSeconds)) "
                + "seconds instead. To watch them too, raise the limit: "
                + "sudo sysctl fs.inotify.max_user_watches=1000000")
    }
}
