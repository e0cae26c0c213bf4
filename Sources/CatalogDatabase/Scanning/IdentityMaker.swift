import Foundation

/// Makes identities by the thousand: UUIDs of version 7 whose 12 bits after the milliseconds
/// count up (RFC 9562 §6.2, method 1), so that they sort as they were made and their index
/// grows at its end.
final class IdentityMaker {
    private var generator = BufferedRandom()
    private var milliseconds: UInt64 = 0
    private var counter: UInt64 = 0

    /// The 16 bytes of a new identity.
    func make() -> [UInt8] {
        let now = UInt64(max(0, Date().timeIntervalSince1970 * 1000))
        if now > milliseconds {
            milliseconds = now
            counter = UInt64.random(in: 0...0x7FF, using: &generator)
        } else {
            counter += 1
            if counter > 0xFFF {
                milliseconds += 1
                counter = 0
            }
        }
        let high = (milliseconds << 16) | 0x7000 | counter
        let low = (UInt64.random(in: 0...UInt64.max, using: &generator) >> 2) | (0b10 << 62)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: high >> UInt64(shift)))
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: low >> UInt64(shift)))
        }
        return bytes
    }
}
