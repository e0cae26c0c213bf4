#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One conversion of the C library from a charset to UTF-8; owns its handle.
struct IconvDecoder: ~Copyable {
    private let handle: iconv_t

    /// Opens a conversion; nil where the C library does not know the charset.
    init?(_ charset: String) {
        let opened = iconv_open("UTF-8", charset)
        // The C library returns (iconv_t) -1.
        guard let opened, Int(bitPattern: opened) != -1 else { return nil }
        handle = opened
    }

    deinit { _ = iconv_close(handle) }

    /// Decodes octets; each one that is invalid or unfinished becomes U+FFFD.
    func decode(_ octets: [UInt8]) -> (text: String, isValid: Bool) {
        var isValid = true
        var utf8: [UInt8] = []
        utf8.reserveCapacity(octets.count * 2)
        var input = octets
        // `iconv` takes a pointer that it moves and never writes through.
        input.withUnsafeMutableBytes { input in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
                guard let inputBase = input.baseAddress, let outputBase = buffer.baseAddress else {
                    return
                }
                var next: UnsafeMutablePointer<CChar>? =
                    inputBase.assumingMemoryBound(to: CChar.self)
                var left = input.count
                // Without input at the end: of windows-1255, windows-1258 and others the converter
                // holds a letter back until it knows that no mark follows.
                var isFlushed = false
                while left > 0 || !isFlushed {
                    isFlushed = left == 0
                    var output: UnsafeMutablePointer<CChar>? = outputBase
                    var room = buffer.count
                    let result =
                        isFlushed
                        ? iconv(handle, nil, nil, &output, &room)
                        : iconv(handle, &next, &left, &output, &room)
                    let failure = errno
                    utf8 += UnsafeRawBufferPointer(
                        start: outputBase, count: buffer.count - room)
                    if result == -1, failure != E2BIG, left > 0 {
                        // EILSEQ or EINVAL: pass over one octet.
                        isValid = false
                        utf8 += [0xEF, 0xBF, 0xBD]
                        next = next?.advanced(by: 1)
                        left -= 1
                    }
                }
            }
        }
        return (String(decoding: utf8, as: UTF8.self), isValid)
    }
}
