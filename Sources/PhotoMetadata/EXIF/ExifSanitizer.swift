/// Makes an EXIF block harmless for libexif: takes the maker notes and the thumbnail's directory
/// out of our copy, and with them every field that is not read, for each of which libexif would
/// allocate three times.
enum ExifSanitizer {
    private enum Round {
        case clean, changed, endless
    }

    // The maker note and where the thumbnail lies are among what is not read.
    // Number 0 stands in entries that are cleared already.
    private static func isUnwanted(_ tag: Int) -> Bool {
        guard tag != 0 else { return false }
        let number = UInt16(truncatingIfNeeded: tag)
        return ExifTag.slot(number, in: .image) == nil && ExifTag.slot(number, in: .gps) == nil
    }

    // Tags that point to directories, which libexif follows wherever they stand.
    private static func isPointer(_ tag: Int) -> Bool {
        tag == 0x8769 || tag == 0x8825 || tag == 0xA005
    }

    private static let directoryLimit = 32
    private static let rounds = 5

    /// Clears every unwanted entry that can be reached; false if there is no end of them
    /// (directories that lie over each other on purpose).
    static func sanitize(_ block: inout [UInt8]) -> Bool {
        guard block.count >= 14 else { return true }
        for _ in 0..<rounds {
            switch clear(&block) {
            case .clean: return true
            case .changed: continue
            case .endless: return false
            }
        }
        return false
    }

    private static func clear(_ block: inout [UInt8]) -> Round {
        let little = block[6] == 0x49
        let first = long(10, block, little)
        // The directories that were looked at, and those that wait behind them.
        var directories = [first]
        directories.reserveCapacity(8)
        var seen = 0
        var round = Round.clean
        while seen < directories.count {
            let offset = directories[seen]
            let start = offset + 6  // Offsets count from the byte order, behind `Exif\0\0`.
            guard start + 2 <= block.count, !directories[..<seen].contains(offset) else {
                directories.remove(at: seen)
                continue
            }
            guard seen < directoryLimit, directories.count - seen <= directoryLimit else {
                return .endless
            }
            seen += 1
            let count = short(start, block, little)
            for index in 0..<count {
                let at = start + 2 + 12 * index
                guard at + 12 <= block.count else { break }
                let tag = short(at, block, little)
                let isPointer = isPointer(tag)
                guard isPointer || isUnwanted(tag) else { continue }
                let target = long(at + 8, block, little)
                if !isPointer || target + 6 >= block.count {
                    // libexif drops an empty entry; it would give the directory up at a pointer
                    // that leaves the block.
                    for byte in at..<at + 12 { block[byte] = 0 }
                    round = .changed
                } else {
                    directories.append(target)
                }
            }
            let next = start + 2 + 12 * count
            if offset == first, next + 4 <= block.count, long(next, block, little) != 0 {
                for byte in next..<next + 4 { block[byte] = 0 }
                round = .changed
            }
        }
        return round
    }

    private static func short(_ at: Int, _ block: [UInt8], _ little: Bool) -> Int {
        little
            ? Int(block[at + 1]) << 8 | Int(block[at]) : Int(block[at]) << 8 | Int(block[at + 1])
    }

    private static func long(_ at: Int, _ block: [UInt8], _ little: Bool) -> Int {
        little
            ? short(at + 2, block, little) << 16 | short(at, block, little)
            : short(at, block, little) << 16 | short(at + 2, block, little)
    }
}
