import Foundation

/// A sound file that inputs are grown from.
struct SeedFile {
    let name: String
    let bytes: [UInt8]
    let isMail: Bool

    private static let photoKinds: Set<String> = [
        "jpg", "jpeg", "heic", "heif", "hif", "avif", "cr3", "png", "webp", "tif", "tiff", "dng",
        "cr2", "nef", "arw", "pef", "orf", "rw2", "raf", "jxl", "gif", "xmp",
    ]
    private static let mailKinds: Set<String> = ["eml", "mbox", "msg", "txt", "mail", "email", ""]

    /// Every photo, sidecar and message below some folders, in the order of their names.
    ///
    /// - Parameter longest: Larger files are left out if they are mail, else cut: the end of a
    ///   photo is pixels.
    static func below(_ folders: [String], longest: Int) -> [SeedFile] {
        var files: [SeedFile] = []
        for folder in folders {
            let names = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? [])
                .compactMap { $0 as? String }.sorted()
            for name in names {
                let url = URL(filePath: folder).appending(path: name)
                let kind = url.pathExtension.lowercased()
                let isMail = mailKinds.contains(kind) && url.path.contains("mail")
                guard isMail || photoKinds.contains(kind),
                    let handle = try? FileHandle(forReadingFrom: url)
                else { continue }
                defer { try? handle.close() }
                guard let data = try? handle.read(upToCount: longest + 1), !data.isEmpty,
                    !isMail || data.count <= longest
                else { continue }
                files.append(
                    SeedFile(name: name, bytes: Array(data.prefix(longest)), isMail: isMail))
            }
        }
        return files
    }
}

extension FuzzTarget {
    /// The inputs this target begins with.
    func seedInputs(from files: [SeedFile]) -> [[UInt8]] {
        let inputs: [[UInt8]] =
            switch seeds {
            case .photos(let begins):
                files.filter { !$0.isMail && begins($0.bytes) }.map(\.bytes)
            case .blocks(let blocks): files.filter { !$0.isMail }.flatMap { blocks($0.bytes) }
            case .mails: files.filter(\.isMail).map(\.bytes)
            case .pieces(let pieces): files.filter(\.isMail).flatMap { pieces($0.bytes) }
            case .made(let texts): texts.map { Array($0.utf8) }
            }
        return Array(Set(inputs.map { Array($0.prefix(longest)) }))
    }
}
