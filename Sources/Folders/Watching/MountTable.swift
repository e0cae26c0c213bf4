#if canImport(Glibc)
    import Foundation

    /// Where disks are mounted (proc_pid_mountinfo(5)): a disk that is plugged in or taken away
    /// below a watched folder is told by nothing else.
    final class MountTable {
        private static let path = "/proc/self/mountinfo"

        /// Polled for `POLLPRI`: the table has changed. -1 where there is none.
        let descriptor: Int32
        private var known: Set<Line>

        /// The device and the place of a mount.
        private struct Line: Hashable {
            var identity: Substring
            var place: String
        }

        init() {
            descriptor = open(Self.path, O_RDONLY | O_CLOEXEC)
            known = Self.lines()
        }

        deinit { if descriptor >= 0 { close(descriptor) } }

        /// The places at which something was mounted or taken away since the last call.
        func changes() -> [String] {
            let lines = Self.lines()
            defer { known = lines }
            return Set(lines.symmetricDifference(known).map(\.place)).sorted()
        }

        private static func lines() -> Set<Line> {
            guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
            var found: Set<Line> = []
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                // The number of the mount, of its parent, the device, the root, the place.
                let words = line.split(separator: " ", maxSplits: 5)
                if words.count > 4 {
                    found.insert(Line(identity: words[0], place: unescaped(words[4])))
                }
            }
            return found
        }

        /// Blanks, tabs, line ends and backslashes stand there as a backslash and three octal
        /// digits.
        static func unescaped(_ text: Substring) -> String {
            var bytes: [UInt8] = []
            var rest = text.utf8[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "\\"), rest.count >= 3,
                    let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
                {
                    bytes.append(code)
                    rest = rest.dropFirst(3)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
