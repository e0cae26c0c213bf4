import Files
import Folders
import PhotoMetadata

/// What lies in folders, each of which is listed once: one listing for each photo would make the cost of a
/// folder grow with the square of its photos.
struct ListedFolders {
    private var photos: [String: [String: [String]]] = [:]
    private var names: [String: [String: [String]]] = [:]

    /// The photo of a path; of a sidecar all those beside it that it may belong to.
    mutating func photos(of path: String) -> [String] {
        guard SidecarName.isSidecar(path) else { return [path] }
        let folder = Folder.holding(path)
        if photos[folder] == nil {
            photos[folder] = Self.names(in: folder).reduce(into: [:]) { known, name in
                let photo = (folder == "/" ? "" : folder) + "/" + name
                for sidecar in SidecarName.spellings(for: photo) {
                    known[sidecar, default: []].append(photo)
                }
            }
        }
        return photos[folder]?[path] ?? []
    }

    /// Whether another photo beside one goes by the same name but for its extension.
    mutating func hasNamesake(_ path: String) -> Bool {
        let folder = Folder.holding(path)
        if names[folder] == nil {
            names[folder] = Self.names(in: folder).reduce(into: [:]) { known, name in
                guard !SidecarName.isSidecar(name), PhotoName.looksLikePhoto(name) else { return }
                known[FileSystem.stem(of: name), default: []].append(name)
            }
        }
        let own = FileSystem.name(of: path)
        return names[folder]?[FileSystem.stem(of: path)]?.contains { $0 != own } ?? false
    }

    private static func names(in folder: String) -> [String] {
        (try? FileSystem.names(in: folder)) ?? []
    }
}
