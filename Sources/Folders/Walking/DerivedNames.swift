/// Names of files and folders that other programs make of photos: backups, previews, what was
/// thrown away. They are no photos of their own.
///
/// A list of patterns, which settings extend and shorten. In a pattern `*` stands for any bytes and
/// letters count in either case; a slash at its end makes it a folder's, further ones name the
/// folders above: `*.photoslibrary/resources/derivatives/`.
public struct DerivedNames: Sendable {
    /// One pattern, and what lies under such a name.
    public struct Rule: Sendable, Equatable {
        /// The pattern as it is written in the settings.
        public let pattern: String
        /// What it is, for a person.
        public let reason: String
        /// Whether what stands before the pattern's ending has to be the name of a photo.
        let needsPhoto: Bool
        fileprivate let parts: [[UInt8]]
        fileprivate let isFolder: Bool

        init(_ pattern: String, _ reason: String, ofPhotos needsPhoto: Bool = false) {
            self.pattern = pattern
            self.reason = reason
            self.needsPhoto = needsPhoto
            isFolder = pattern.hasSuffix("/")
            parts = pattern.split(separator: "/").map { $0.utf8.map(DerivedNames.folded) }
        }
    }

    /// The rules that hold where nobody says otherwise. Only what is certainly made of something
    /// else; hidden names (with a dot in front: `._IMG.jpg`, `.thumbnails`, `.picasaoriginals`,
    /// `.dtrash`, `.Trash-1000`) are passed over in any case.
    public static let builtIn: [Rule] = [
        Rule("*_original", "exiftool's backup", ofPhotos: true),
        Rule("*_exiftool_tmp", "exiftool's temporary file", ofPhotos: true),
        Rule("*~", "an editor's backup", ofPhotos: true),
        Rule("*.orig", "a backup", ofPhotos: true),
        Rule("*.bak", "a backup", ofPhotos: true),
        Rule("*.backup", "a backup", ofPhotos: true),
        Rule("@eaDir/", "Synology's thumbnails"),
        Rule("#recycle/", "Synology's recycle bin"),
        Rule("#snapshot/", "Synology's snapshots"),
        Rule("@Recycle/", "QNAP's recycle bin"),
        Rule("@__thumb/", "QNAP's thumbnails"),
        Rule("@Transcode/", "QNAP's smaller copies"),
        Rule("$RECYCLE.BIN/", "Windows' recycle bin"),
        Rule("RECYCLER/", "Windows' recycle bin"),
        Rule("System Volume Information/", "Windows' snapshots"),
        Rule("lost+found/", "recovered by a disk check"),
        Rule("__MACOSX/", "macOS' companion files"),
        Rule("*.lrdata/", "Lightroom's previews"),
        Rule("CaptureOne/Cache/", "Capture One's previews"),
        Rule("*.photoslibrary/resources/derivatives/", "Photos' smaller copies"),
        Rule("*.photoslibrary/Thumbnails/", "Photos' thumbnails"),
        Rule("*.photolibrary/Thumbnails/", "iPhoto's thumbnails"),
        Rule("*.photolibrary/Previews/", "iPhoto's previews"),
        Rule("*.aplibrary/Thumbnails/", "Aperture's thumbnails"),
        Rule("*.aplibrary/Previews/", "Aperture's previews"),
        Rule("appdata_*/preview/", "Nextcloud's previews"),
    ]

    /// The rules that hold.
    public let rules: [Rule]
    private let files: [Rule]
    private let folders: [Rule]
    // By the last byte of a name: most names are done with by it.
    private let lastBytes: [Bool]

    /// The built-in list, changed.
    ///
    /// - Parameters:
    ///   - more: Further patterns.
    ///   - kept: Patterns of the list that do not hold; `*` for the whole list.
    public init(leavingOut more: [String] = [], takingIn kept: [String] = []) {
        let kept = Set(kept)
        let builtIn = kept.contains("*") ? [] : Self.builtIn.filter { !kept.contains($0.pattern) }
        rules = builtIn + more.map { Rule($0, "left out by the settings") }
        files = rules.filter { !$0.isFolder && $0.parts.count == 1 }
        folders = rules.filter(\.isFolder)
        var last = [Bool](repeating: false, count: 256)
        for rule in files {
            guard let byte = rule.parts[0].last, byte != UInt8(ascii: "*") else {
                last = [Bool](repeating: true, count: 256)
                break
            }
            last[Int(byte)] = true
        }
        lastBytes = last
    }

    /// The rule by which a file of a name is left out; nil for none.
    func rule(ofFile name: UnsafeRawBufferPointer) -> Rule? {
        guard let last = name.last, lastBytes[Int(Self.folded(last))] else { return nil }
        return files.first { rule in
            guard Self.matches(rule.parts[0][...], name) else { return false }
            if !rule.needsPhoto { return true }
            let stem = name.prefix(name.count - (rule.parts[0].count - 1))
            return PhotoName.looksLikePhoto(String(decoding: stem, as: UTF8.self))
        }
    }

    /// The rule by which a folder is left out; nil for none.
    ///
    /// - Parameters:
    ///   - name: its name, without a slash.
    ///   - above: the path of the folder it lies in.
    func rule(ofFolder name: UnsafeRawBufferPointer, in above: [UInt8]) -> Rule? {
        folders.first { rule in
            guard let own = rule.parts.last, Self.matches(own[...], name) else { return false }
            var rest = above.split(separator: UInt8(ascii: "/"))
            return rule.parts.dropLast().reversed().allSatisfy { part in
                guard let folder = rest.popLast() else { return false }
                return folder.withUnsafeBytes { Self.matches(part[...], $0) }
            }
        }
    }

    /// The rule by which a path is left out when the folder that a person named is walked.
    ///
    /// - Parameters:
    ///   - root: the folder, of which the names above and its own count for nothing.
    ///   - isFolder: whether the path is a folder's.
    package func rule(ofPath path: String, below root: String, isFolder: Bool = false) -> Rule? {
        guard !rules.isEmpty, path.hasPrefix(root) else { return nil }
        var above = Array(root.utf8)
        let names = path.utf8.dropFirst(above.count).split(separator: UInt8(ascii: "/"))
        for (index, name) in names.enumerated() {
            let isLast = index == names.count - 1
            let found = Array(name).withUnsafeBytes { bytes in
                isLast && !isFolder ? rule(ofFile: bytes) : rule(ofFolder: bytes, in: above)
            }
            if let found { return found }
            above += [UInt8(ascii: "/")] + name
        }
        return nil
    }

    // MARK: Patterns

    fileprivate static func folded(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// Whether a name is as a pattern says: the last `*` that could take more does.
    private static func matches(
        _ pattern: ArraySlice<UInt8>, _ name: UnsafeRawBufferPointer
    ) -> Bool {
        var (at, index) = (pattern.startIndex, 0)
        var retry: (pattern: Int, name: Int)?
        while index < name.count {
            if at < pattern.endIndex, pattern[at] == UInt8(ascii: "*") {
                retry = (at, index)
                at += 1
            } else if at < pattern.endIndex, pattern[at] == folded(name[index]) {
                at += 1
                index += 1
            } else if let last = retry {
                retry = (last.pattern, last.name + 1)
                (at, index) = (last.pattern + 1, last.name + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
