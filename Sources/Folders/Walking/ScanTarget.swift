/// A place that a scan looks at.
package enum ScanTarget: Sendable, Hashable {
    /// What a person named: a folder with all below it, or a file; complained of where it is
    /// not there.
    case named(String)
    /// A folder with all below it, where it is still there.
    case tree(String)
    /// A folder without the folders below it, where it is still there.
    case folder(String)
    /// What was a file, or a folder with all below it, when something happened to it.
    case entry(String)

    /// The path.
    package var path: String {
        switch self {
        case .named(let path), .tree(let path), .folder(let path), .entry(let path): path
        }
    }
}
