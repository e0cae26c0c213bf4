/// Something that happened below a watched folder, by its path.
package enum WatchEvent: Equatable, Sendable {
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
