import Foundation

/// A file that takes one message, and is gone with this object.
final class MessageFile {
    let path: String
    private let handle: FileHandle
    /// Why it does not take any more; nil while it does.
    private(set) var failure: ItemFailure?

    init() throws(ItemFailure) {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "\(Self.prefix)\(getpid())-\(UUID().uuidString)")
        path = url.path
        let isMade = FileManager.default.createFile(
            atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard isMade, let handle = FileHandle(forWritingAtPath: path) else {
            throw ItemFailure(item: path, reason: "the file for a message cannot be made")
        }
        self.handle = handle
    }

    /// Adds bytes; false where they could not be written.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do {
            try handle.write(contentsOf: bytes)
            return true
        } catch {
            failure = ItemFailure(
                item: path,
                reason: "the message cannot be written; is the disk full? TMPDIR names another "
                    + "folder for it")
            return false
        }
    }

    private static let prefix = "wit-fetch-"

    /// Removes what fetches left behind that were killed more than an hour ago.
    static func removeLeftovers() {
        let folder = FileManager.default.temporaryDirectory.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let digits = name.dropFirst(prefix.count).prefix { $0 != "-" }
            let path = folder + "/" + name
            guard let process = Int32(digits), process > 0, kill(process, 0) != 0, errno == ESRCH,
                let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                let changed = attributes[.modificationDate] as? Date,
                changed.timeIntervalSinceNow < -3600
            else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    deinit {
        try? handle.close()
        try? FileManager.default.removeItem(atPath: path)
    }
}
