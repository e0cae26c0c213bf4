import Foundation

/// Where tests find the project's own files, and the corpora that may lie beside it.
public enum Checkout {
    /// The project's top folder.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The project's own fixtures.
    public static let fixtures = root.appending(path: "Fixtures")

    /// The folder of real photos beside the checkout; nil where it is not there.
    public static let photoCorpus = folder(root.appending(path: "../shared/corpus/photos"))

    /// The folder of real messages beside the checkout; nil where it is not there.
    public static let mailCorpus = folder(root.appending(path: "../shared/corpus/mail"))

    /// The folder of drawn strokes beside the checkout; nil where it is not there.
    public static let strokeCorpus = folder(root.appending(path: "../shared/corpus/strokes"))

    private static func folder(_ url: URL) -> URL? {
        var isFolder: ObjCBool = false
        let url = url.standardizedFileURL
        let there = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        return there && isFolder.boolValue ? url : nil
    }
}
