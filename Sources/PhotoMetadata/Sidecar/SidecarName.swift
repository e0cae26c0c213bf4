/// Where the XMP sidecar of a photo lies, and what it is called (“Reading a photo's metadata”).
public enum SidecarName {
    private static let suffixes = [".xmp", ".XMP"]

    /// The paths at which a photo's sidecar may lie, the first that is there counts:
    /// `photo.jpg.xmp` (darktable, digiKam), then `photo.xmp` (Adobe).
    ///
    /// Empty for a path that is a sidecar's own.
    public static func spellings(for path: String) -> [String] {
        guard !isSidecar(path) else { return [] }
        var result = suffixes.map { path + $0 }
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        if let dot = name.lastIndex(of: "."), dot > name.startIndex {
            result += suffixes.map { path[..<dot] + $0 }
        }
        return result
    }

    /// Whether a file's name is that of a sidecar.
    public static func isSidecar(_ path: String) -> Bool {
        path.utf8.suffix(4).elementsEqual(".xmp".utf8)
            || path.suffix(4).lowercased() == ".xmp"
    }
}
