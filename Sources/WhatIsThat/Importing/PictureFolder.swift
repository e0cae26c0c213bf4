import CatalogDatabase
import Files
import Folders
import OutputText

/// The folder that a person's pictures from mails go into, looked at before the first mail is.
struct PictureFolder {
    /// The folder as it was named; a relative path counts from the current folder.
    let name: String
    /// Its path.
    var path: String { absolutePath(name) }

    /// - Throws: `not-a-folder` where a file lies in its place.
    func refuseFile() throws(WitError) {
        guard FileSystem.exists(path), !FileSystem.isFolder(path) else { return }
        throw WitError(item: name, code: .notAFolder, reason: "a file")
    }

    /// Takes the catalog's own folder of pictures from others: it is for its owner alone, also where it
    /// is there with wider rights.
    ///
    /// - Returns: What the owner should know, in one sentence; nil where nothing was changed.
    func narrow(besides catalog: PhotoCatalog) -> String? {
        guard path == DefaultPaths.receivedFolder(catalog: catalog.path) else { return nil }
        let isShared = PrivateFile.isShared(Folder.holding(path))
        return PrivateFile.narrow(path, keepingGroup: isShared).map { $0.sentence + "." }
    }
}

extension WitError.Code {
    /// A file lies where a folder is needed.
    public static let notAFolder: Self = "not-a-folder"
}
