/// The way from some bytes back to others that are much like them: which parts are copied, and
/// what is new. A few hundred bytes say how a file's metadata were before a change.
///
/// At rest: runs, each of a number n (LEB128). An even one copies n/2 bytes from an offset that
/// follows; an odd one brings (n-1)/2 bytes of its own, which follow.
enum ByteDelta {
    private static let blockSize = 24

    /// What makes `target` of `source`.
    static func make(from source: [UInt8], to target: [UInt8]) -> [UInt8] {
        // The first place of every whole block of the source.
        var blocks: [ArraySlice<UInt8>: Int] = [:]
        for start in stride(from: 0, to: max(0, source.count - blockSize + 1), by: blockSize) {
            let block = source[start..<start + blockSize]
            if blocks[block] == nil { blocks[block] = start }
        }
        var result: [UInt8] = []
        var fresh = 0
        var index = 0
        // Where the last copy would go on: what did not move is found without a look-up.
        var hint = 0
        func flush(_ end: Int) {
            guard fresh < end else { return }
            put((end - fresh) * 2 + 1, &result)
            result += target[fresh..<end]
        }
        while index + blockSize <= target.count {
            let block = target[index..<index + blockSize]
            var found: Int?
            if hint + blockSize <= source.count,
                source[hint..<hint + blockSize].elementsEqual(block)
            {
                found = hint
            } else {
                found = blocks[block]
            }
            guard let found else {
                index += 1
                hint += 1
                continue
            }
            var length = blockSize
            while index + length < target.count, found + length < source.count,
                target[index + length] == source[found + length]
            {
                length += 1
            }
            var (start, place) = (index, found)
            while start > fresh, place > 0, target[start - 1] == source[place - 1] {
                start -= 1
                place -= 1
                length += 1
            }
            flush(start)
            put(length * 2, &result)
            put(place, &result)
            index = start + length
            hint = place + length
            fresh = index
        }
        flush(target.count)
        return result
    }

    /// What a delta makes of the bytes; nil if it does not belong to them.
    static func apply(_ delta: [UInt8], to source: [UInt8], limit: Int = 128 << 20) -> [UInt8]? {
        var result: [UInt8] = []
        var offset = 0
        while offset < delta.count {
            guard let run = number(delta, &offset) else { return nil }
            let length = run / 2
            guard length <= limit - result.count else { return nil }
            if run % 2 == 1 {
                guard length <= delta.count - offset else { return nil }
                result += delta[offset..<offset + length]
                offset += length
            } else {
                guard let start = number(delta, &offset), start <= source.count,
                    length <= source.count - start
                else { return nil }
                result += source[start..<start + length]
            }
        }
        return result
    }

    private static func put(_ value: Int, _ bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func number(_ bytes: [UInt8], _ offset: inout Int) -> Int? {
        var value = 0
        var shift = 0
        while offset < bytes.count, shift < 56 {
            let byte = bytes[offset]
            offset += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}
