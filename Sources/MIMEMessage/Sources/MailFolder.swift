import Files
import OutputText

/// A folder of mail: a Maildir, or any tree of message files, mbox files and Maildirs.
struct MailFolder {
    let path: String

    init(path: String) { self.path = path }

    /// The message and mbox files in it and below, in the order of their names.
    ///
    /// In a Maildir those are the files of `new` and `cur`: `tmp` holds unfinished ones, and what
    /// else lies there belongs to mail servers. Files whose names begin with a dot are left out,
    /// folders as well, save those of Maildir++ (`.Sent`) beside `cur`.
    func files() throws(WitError) -> [String] {
        var files: [String] = []
        var waiting = [path]
        while let folder = waiting.popLast() {
            let names = try Self.names(in: folder)
            let isMaildir = names.contains("cur") && names.contains("new")
            var subfolders: [String] = []
            for name in names {
                let full = folder + (folder.hasSuffix("/") ? "" : "/") + name
                let isFolder = FileOctets.isFolder(full)
                let isHidden = name.hasPrefix(".")
                if isMaildir {
                    if isFolder, name != "tmp" { subfolders.append(full) }
                } else if !isHidden {
                    if isFolder { subfolders.append(full) } else { files.append(full) }
                }
            }
            waiting += subfolders.reversed().filter { !Self.isLink($0) }
        }
        return files.sorted()
    }

    private static func names(in folder: String) throws(WitError) -> [String] {
        do throws(SystemError) {
            return try FileSystem.names(in: folder).sorted()
        } catch {
            throw WitError(
                code: .unreadable, path: folder, message: "\(folder): The folder cannot be read.")
        }
    }

    /// Links to folders are not followed: they may lead in a circle.
    private static func isLink(_ path: String) -> Bool {
        FileSystem.isLink(path)
    }
}
