private import CBrotli

/// A brotli stream (RFC 7932) that holds a metadata box.
enum BrotliStream {
    /// Decompresses; nil if the bytes are no such stream or would give more than a limit.
    /// Memory grows with what the stream gives and not with the limit.
    static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        var capacity = min(limit, max(4_096, bytes.count * 8))
        while true {
            var isWhole = false
            // The pointers live for one call of the C function, which stays within both sizes.
            let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                var written = capacity
                let result = BrotliDecoderDecompress(
                    bytes.count, bytes, &written, buffer.baseAddress)
                isWhole = result == BROTLI_DECODER_RESULT_SUCCESS
                count = isWhole ? min(written, capacity) : 0
            }
            if isWhole { return output }
            // The one-call decoder does not say whether the room or the stream was at fault.
            guard capacity < limit else { return nil }
            capacity = min(limit, capacity * 8)
        }
    }
}
