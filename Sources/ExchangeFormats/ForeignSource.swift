import Foundation

/// What a file or folder is, of the things that other programs than mail programs keep photos'
/// stories in; told by what stands in it, not by its name.
public enum ForeignSource: Sendable, Hashable {
    /// A folder of a Google Takeout: photos with Google Photos' JSON beside them.
    case takeout
    /// digiKam's `digikam4.db`, or the folder that it lies in.
    case digiKam(database: String)
    /// An archive that is to be unpacked first, by its kind: `.zip`.
    case archive(String)
    /// A database of SQLite that is not digiKam's; a hint what to give instead, if there is one.
    case otherDatabase(hint: String?)

    /// Looks at a file or folder; nil for anything else, such as mails.
    public init?(at path: String) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return nil
        }
        if isFolder.boolValue {
            self.init(folder: path)
        } else {
            self.init(file: path)
        }
    }

    private init?(folder: String) {
        let database = folder + (folder.hasSuffix("/") ? "" : "/") + DigiKamDatabase.fileName
        if case .digiKam? = ForeignSource(file: database) {
            self = .digiKam(database: database)
        } else if TakeoutFolder.isTakeout(folder) {
            self = .takeout
        } else {
            return nil
        }
    }

    private init?(file: String) {
        // Only a file of its own: a pipe would lose the bytes that are read here.
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: file).resolvingSymlinksInPath().path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let handle = FileHandle(forReadingAtPath: file)
        else { return nil }
        defer { try? handle.close() }
        let head = Array((try? handle.read(upToCount: 264)) ?? Data())
        func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: bytes)
        }
        if begins(Array("SQLite format 3\0".utf8)) {
            self = DigiKamDatabase.kind(of: file)
        } else if begins([0x50, 0x4B, 3, 4]) || begins([0x50, 0x4B, 5, 6]) {
            self = .archive(".zip")
        } else if begins([0x1F, 0x8B]) {
            self = .archive(".tgz")
        } else if begins(Array("ustar".utf8), at: 257) {
            self = .archive(".tar")
        } else {
            return nil
        }
    }
}
