private import CZlib

/// A zlib stream (RFC 1950) of a whole buffer.
public enum ZlibStream {
    /// Decompresses; nil if the bytes are no such stream or would give more than a limit.
    /// Memory grows with what the stream gives and not with the limit. The checksum behind the data is
    /// not compared: what holds streams has sums of its own, and damaged text is better than none.
    public static func inflate(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        // CMF and FLG: deflate, a multiple of 31, no preset dictionary; Adler-32 at the end.
        guard bytes.count > 6, bytes[0] & 15 == 8, bytes[1] & 0x20 == 0,
            (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0, bytes.count < Int(Int32.max)
        else { return nil }
        let body = Array(bytes[2..<bytes.count - 4])
        var capacity = min(limit, max(4_096, body.count * 4))
        while true {
            var code: Int32 = Z_MEM_ERROR
            // The pointers live for one call of the C function, which stays within both sizes.
            let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                var written = 0
                code = body.withUnsafeBufferPointer { input in
                    wit_inflate(
                        input.baseAddress, input.count, buffer.baseAddress, capacity, &written)
                }
                count = code == Z_OK ? min(written, capacity) : 0
            }
            if code == Z_OK { return output }
            guard code == Z_BUF_ERROR, capacity < limit else { return nil }
            capacity = min(limit, capacity * 4)
        }
    }
}
