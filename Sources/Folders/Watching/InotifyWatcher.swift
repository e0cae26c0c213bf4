#if canImport(Glibc)
    import Files
    import Glibc

    /// Watches folders by Linux's inotify (inotify(7)), and the table of mounts beside it.
    ///
    /// A watch holds for one folder, so each folder below gets its own. One is added before the
    /// folder is listed: a folder made meanwhile is either in the listing or told of. Hidden
    /// folders are passed over, as a scan passes them over.
    ///
    /// The one owner of its descriptor; used from one thread at a time.
    package final class InotifyWatcher: FolderWatcher {
        package var unwatched: [String] { beyondLimit.sorted() }
        /// The folders that no watch was left for.
        private var beyondLimit: Set<String> = []
        private let descriptor: Int32
        private let mounts: MountTable
        private let maximum: Int
        private let derived: DerivedNames
        private var paths: [Int32: String] = [:]
        private var buffer = [UInt8](repeating: 0, count: 1 << 16)

        private static let mask = UInt32(
            IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MODIFY
                | IN_MOVE_SELF | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR | IN_EXCL_UNLINK)

        /// - Parameters:
        ///   - maximum: how many folders are watched at most, below what the system allows.
        ///   - derived: names of folders that are left out.
        /// - Returns: nil where the system allows this user no more watchers.
        package init?(maximum: Int = .max, leavingOut derived: DerivedNames = DerivedNames()) {
            let opened = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard opened >= 0 else { return nil }
            descriptor = opened
            self.maximum = maximum
            self.derived = derived
            mounts = MountTable()
        }

        deinit { close(descriptor) }

        /// How many folders are watched.
        var count: Int { paths.count }

        package func watch(_ folder: String) { add(folder, descends: true) }

        package func watchAlone(_ folder: String) { add(folder, descends: false) }

        package func forget(_ folder: String) {
            let inner = folder == "/" ? "/" : folder + "/"
            for (number, path) in paths where path == folder || path.hasPrefix(inner) {
                inotify_rm_watch(descriptor, number)
                paths[number] = nil
            }
            beyondLimit = beyondLimit.filter { $0 != folder && !$0.hasPrefix(inner) }
        }

        private func add(_ folder: String, descends: Bool) {
            beyondLimit.remove(folder)
            var waiting = [folder]
            while let next = waiting.popLast() {
                // A limit that is reached once is not asked about again for every folder.
                // Where a file system does not tell what is a folder, a link is not followed: it may
                // lead round in a circle.
                let mask = next == folder ? Self.mask : Self.mask | UInt32(IN_DONT_FOLLOW)
                let number =
                    paths.count < maximum
                    ? inotify_add_watch(descriptor, next.systemPath, mask) : -1
                guard number >= 0 else {
                    // What went away or can't be read, the scan sees and says.
                    let isLimit = paths.count >= maximum || errno == ENOSPC || errno == ENOMEM
                    if isLimit { beyondLimit.insert(next) }
                    continue
                }
                paths[number] = next
                guard descends else { continue }
                waiting += Self.folders(in: next).filter {
                    derived.rule(ofPath: $0, below: next, isFolder: true) == nil
                }
            }
        }

        private static func folders(in folder: String) -> [String] {
            guard let handle = opendir(folder.systemPath) else { return [] }
            defer { closedir(handle) }
            var found: [String] = []
            let prefix = folder == "/" ? "/" : folder + "/"
            while let entry = readdir(handle) {
                let kind = Int32(entry.pointee.d_type)
                guard kind == Int32(DT_DIR) || kind == Int32(DT_UNKNOWN) else { continue }
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { FileSystem.text($0) }
                }
                if !name.hasPrefix(".") { found.append(prefix + name) }
            }
            return found
        }

        package var wakeups: [Wakeup] {
            [
                Wakeup(descriptor: descriptor, events: Int16(POLLIN)),
                Wakeup(descriptor: mounts.descriptor, events: Int16(POLLPRI)),
            ]
        }

        package func events(_ woken: Set<Wakeup>) -> [WatchEvent] {
            var events: [WatchEvent] = []
            if woken.contains(where: { $0.descriptor == mounts.descriptor }) {
                events += mounts.changes().map(WatchEvent.mounted)
            }
            while true {
                let count = buffer.withUnsafeMutableBytes {
                    read(descriptor, $0.baseAddress, $0.count)
                }
                guard count > 0 else { return events }
                take(count, into: &events)
            }
        }

        /// Reads the records of inotify(7): watch, mask, cookie, the length of the name, the name
        /// and NULs behind it.
        private func take(_ count: Int, into events: inout [WatchEvent]) {
            buffer.withUnsafeBytes { bytes in
                var place = 0
                while place + 16 <= count {
                    let watch = bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)
                    let mask = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                    let length = Int(
                        bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                    let end = min(place + 16 + length, count)
                    let name = bytes[place + 16..<end].prefix { $0 != 0 }
                    place = end
                    note(watch, mask, name, into: &events)
                }
            }
        }

        private func note(
            _ watch: Int32, _ mask: UInt32, _ name: Slice<UnsafeRawBufferPointer>,
            into events: inout [WatchEvent]
        ) {
            func has(_ bit: Int32) -> Bool { mask & UInt32(bitPattern: bit) != 0 }
            if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                events.append(.overflow)
                return
            }
            guard let folder = paths[watch] else { return }
            if has(Int32(IN_IGNORED)) {
                paths[watch] = nil
                return
            }
            if has(Int32(IN_DELETE_SELF)) || has(Int32(IN_MOVE_SELF)) || has(Int32(IN_UNMOUNT)) {
                events.append(.lost(folder))
                return
            }
            guard !name.isEmpty, name.first != UInt8(ascii: ".") else { return }
            let path = (folder == "/" ? "" : folder) + "/" + PathEncoding.text(of: name)
            if mask & UInt32(IN_ISDIR) != 0 {
                noteFolder(path, has, into: &events)
            } else if has(Int32(IN_DELETE)) || has(Int32(IN_MOVED_FROM)) {
                events.append(.gone(path))
            } else if has(Int32(IN_CREATE)) {
                events.append(Self.isWhole(path) ? .settled(path) : .written(path))
            } else if has(Int32(IN_MODIFY)) {
                events.append(.written(path))
            } else if has(Int32(IN_ATTRIB)) {
                events.append(.attributes(path))
            } else {
                events.append(.settled(path))
            }
        }

        private func noteFolder(
            _ path: String, _ has: (Int32) -> Bool, into events: inout [WatchEvent]
        ) {
            if has(Int32(IN_MOVED_FROM)) { forget(path) }
            if has(Int32(IN_DELETE)) || has(Int32(IN_MOVED_FROM)) {
                events.append(.gone(path))
            } else if has(Int32(IN_CREATE)) || has(Int32(IN_MOVED_TO)) || has(Int32(IN_ATTRIB)) {
                events.append(.folderCame(path))
            }
        }

        /// Whether a file that was created is no fresh one that somebody is about to fill: a link
        /// to another, of either kind.
        private static func isWhole(_ path: String) -> Bool {
            var status = stat()
            guard lstat(path.systemPath, &status) == 0 else { return false }
            return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
        }
    }
#endif
