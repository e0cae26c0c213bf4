import Files
import Foundation
import PhotoCatalog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A way to give a finished file its name, where nothing may be replaced.
enum FileNaming: CaseIterable {
    /// A rename that fails where the name is taken (`renameat2(2)` with `RENAME_NOREPLACE`).
    case renaming
    /// A second name (`link(2)`), then away with the first.
    case linking
    /// An empty file takes the name, and the file its place: for file systems that can neither, as
    /// FAT by some drivers. The file's first name says which name it is on its way to, so that
    /// the empty one is known for what it is if the program ends in between.
    case placeholder

    /// What became of it.
    enum Outcome: Equatable {
        case done
        /// Another file has the name.
        case isTaken
        /// The system's error number.
        case failed(Int32)
    }

    /// Gives a file a name in the same folder, by the first of the ways that the file system knows.
    static func give(_ path: String, to temporary: String, _ ways: [Self]) -> Outcome {
        var last = Outcome.failed(ENOTSUP)
        for way in ways {
            last = way.give(path, to: temporary)
            guard case .failed(let error) = last, unknown.contains(error) else { return last }
        }
        return last
    }

    /// What file systems say that do not know a way.
    private static let unknown: Set<Int32> = [
        EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM, EMLINK,
    ]

    private func give(_ path: String, to temporary: String) -> Outcome {
        switch self {
        case .renaming:
            return Self.outcome(Placement.renameExclusively(temporary, to: path))
        case .linking:
            let outcome = Self.outcome(link(temporary.systemPath, path.systemPath))
            if outcome == .done { unlink(temporary.systemPath) }
            return outcome
        case .placeholder:
            let marked = temporary + Self.mark + FileSystem.name(of: path)
            guard rename(temporary.systemPath, marked.systemPath) == 0 else {
                return .failed(errno)
            }
            let descriptor = open(path.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                let error = errno
                _ = rename(marked.systemPath, temporary.systemPath)
                return error == EEXIST ? .isTaken : .failed(error)
            }
            close(descriptor)
            guard rename(marked.systemPath, path.systemPath) == 0 else {
                let error = errno
                unlink(path.systemPath)
                _ = rename(marked.systemPath, temporary.systemPath)
                return .failed(error)
            }
            return .done
        }
    }

    private static func outcome(_ status: Int32) -> Outcome {
        if status == 0 { return .done }
        return errno == EEXIST ? .isTaken : .failed(errno)
    }

    private static let mark = ".for."

    /// Removes the empty file that held the name for one that a killed program left behind.
    static func removePlaceholder(of temporary: String) {
        let last = FileSystem.name(of: temporary)
        guard let range = last.range(of: mark) else { return }
        let name = String(last[range.upperBound...])
        let path = Folder.holding(temporary) + "/" + name
        guard !name.isEmpty, let stamp = FolderWalk.stamp(of: path), stamp.size == 0 else { return }
        unlink(path.systemPath)
    }
}
