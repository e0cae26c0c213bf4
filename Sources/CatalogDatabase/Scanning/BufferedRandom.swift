#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's random numbers, fetched 32 at a time: a scan wants one for each photo, and each
/// fetch is a call of the system.
struct BufferedRandom: RandomNumberGenerator {
    private var numbers: [UInt64] = []

    mutating func next() -> UInt64 {
        if let number = numbers.popLast() { return number }
        var fetched = [UInt64](repeating: 0, count: 32)
        // getentropy gives at most 256 bytes at once (getentropy(3)).
        guard getentropy(&fetched, 256) == 0 else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        numbers = fetched
        return numbers.removeLast()
    }
}
