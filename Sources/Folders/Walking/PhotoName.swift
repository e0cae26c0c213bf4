/// Names of files as photos have them.
package enum PhotoName {
    /// Whether a file's name promises a photo that is read here.
    package static func looksLikePhoto(_ path: String) -> Bool {
        guard let dot = path.lastIndex(of: ".") else { return false }
        return extensions.contains(path[path.index(after: dot)...].lowercased())
    }

    private static let extensions: Set<String> = [
        "arw", "avif", "cr2", "cr3", "dng", "gif", "heic", "heif", "hif", "jfif", "jpe", "jpeg",
        "jpg", "jxl", "nef", "orf", "pef", "png", "raf", "rw2", "tif", "tiff", "webp",
    ]
}
