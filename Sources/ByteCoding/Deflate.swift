private import CZlib

/// Raw deflate (RFC 1951) of whole, small buffers.
public enum Deflate {
    /// Compresses as tightly as zlib can; nil only if zlib has no memory.
    public static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        // Stored blocks of 64 KB cost 5 bytes each; the rest is room for the stream's ends.
        let capacity = bytes.count + bytes.count / 1000 + 64
        return run(bytes, capacity: capacity, wit_deflate)?.output
    }

    /// Decompresses; nil if the bytes are no deflate stream that ends where they end, or would
    /// give more than `limit` bytes. Never takes more memory than `limit`.
    public static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        run(bytes, capacity: limit, wit_inflate)?.output
    }

    /// Whether bytes are a deflate stream that gives more than `limit` bytes.
    public static func exceeds(_ bytes: [UInt8], limit: Int) -> Bool {
        guard let result = run(bytes, capacity: limit, wit_inflate) else { return false }
        return result.output == nil && result.written == limit
    }

    // The pointers live for one call of the C function, which stays within both sizes.
    private static func run(
        _ bytes: [UInt8], capacity: Int,
        _ call: (
            UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int,
            UnsafeMutablePointer<Int>?
        ) -> Int32
    ) -> (output: [UInt8]?, written: Int)? {
        guard bytes.count <= Int(Int32.max), capacity <= Int(Int32.max) else { return nil }
        var code: Int32 = Z_MEM_ERROR
        var total = 0
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            var written = 0
            code = bytes.withUnsafeBufferPointer { input in
                call(input.baseAddress, input.count, buffer.baseAddress, capacity, &written)
            }
            total = written
            count = code == Z_OK ? min(written, capacity) : 0
        }
        return (code == Z_OK ? output : nil, total)
    }
}
