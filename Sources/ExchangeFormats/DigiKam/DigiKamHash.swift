import ByteCoding
import Crypto
import Foundation

/// The hash by which digiKam recognises a file that was moved (`uniqueHashVersion` 2): MD5 of the
/// file's first 100 KiB followed by its last.
public enum DigiKamHash {
    private static let part = 100 << 10

    /// The hash of a file in 32 hexadecimal digits; nil where it can't be read.
    public static func of(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        guard let size = try? handle.seekToEnd() else { return nil }
        let count = Int(min(size, UInt64(part)))
        var hash = Insecure.MD5()
        for offset in [0, size - UInt64(count)] {
            guard (try? handle.seek(toOffset: offset)) != nil,
                let bytes = try? handle.read(upToCount: count), bytes.count == count
            else { return nil }
            hash.update(data: bytes)
        }
        return HexDigits.text(of: hash.finalize())
    }
}
