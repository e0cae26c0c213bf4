private import CFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What belongs to a file beside its content: owner, group, mode, access lists and extended
/// attributes.
public enum FileAttributes {
    /// Gives a new file those of the one in whose place it comes.
    ///
    /// - Parameters:
    ///   - source: The former file, open for reading; -1 where its attributes can't be read.
    ///   - status: What the system says of it.
    ///   - output: The new file, open for writing.
    /// - Returns: What could not be kept: “the owner”, “the extended attribute user.tag”.
    public static func copy(from source: Int32, _ status: stat, to output: Int32) -> [String] {
        var lost: [String] = []
        var now = stat()
        // Owner first: a change of it takes mode bits and capabilities away.
        if fstat(output, &now) == 0, now.st_uid != status.st_uid || now.st_gid != status.st_gid,
            fchown(output, status.st_uid, status.st_gid) != 0
        {
            // Anybody may give a file to a group that he is in.
            _ = fchown(output, uid_t.max, status.st_gid)
        }
        _ = fchmod(output, status.st_mode & 0o7777)
        lost += copyExtended(from: source, to: output)
        guard fstat(output, &now) == 0 else { return lost }
        if now.st_uid != status.st_uid { lost.append("the owner") }
        if now.st_gid != status.st_gid { lost.append("the group") }
        if now.st_mode & 0o7777 != status.st_mode & 0o7777 { lost.append("the mode") }
        return lost
    }

    #if canImport(Darwin)
        private static func copyExtended(from source: Int32, to output: Int32) -> [String] {
            if source < 0 || witCopyAttributes(source, output) == 0 { return [] }
            return ["the extended attributes"]
        }
    #else
        /// Signatures of the former content (Linux, IMA and EVM): the kernel makes those of the new.
        private static let signatures: Set<String> = ["security.ima", "security.evm"]
        private static let accessList = "system.posix_acl_access"

        private static func copyExtended(from source: Int32, to output: Int32) -> [String] {
            guard source >= 0 else { return [] }
            var lost: [String] = []
            let names = names(source)
            for name in names where !signatures.contains(name) {
                guard let value = value(name, source), value != self.value(name, output) else {
                    continue
                }
                if witSetAttribute(output, name, value, value.count) != 0 {
                    lost.append(
                        name == accessList ? "the access list" : "the extended attribute \(name)")
                }
            }
            // A folder may give each new file an access list, where the former file had none.
            if !names.contains(accessList), value(accessList, output) != nil {
                _ = witRemoveAttribute(output, accessList)
            }
            return lost
        }

        private static func names(_ file: Int32) -> [String] {
            let size = witListAttributes(file, nil, 0)
            guard size > 0 else { return [] }
            var list = [CChar](repeating: 0, count: size + 4_096)
            let count = witListAttributes(file, &list, list.count)
            guard count > 0 else { return [] }
            return list[..<count].split(separator: 0).map { name in
                String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
        }

        private static func value(_ name: String, _ file: Int32) -> [UInt8]? {
            let size = witGetAttribute(file, name, nil, 0)
            guard size >= 0 else { return nil }
            var value = [UInt8](repeating: 0, count: size + 1)
            let count = witGetAttribute(file, name, &value, value.count)
            return count < 0 ? nil : Array(value.prefix(count))
        }
    #endif
}
