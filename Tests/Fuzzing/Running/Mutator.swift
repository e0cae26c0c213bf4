/// A small generator that a seed makes again (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Damages files as transports, disks and attackers do.
struct Mutator {
    var generator: SeededGenerator

    private static let words = [
        "--=_b", "\r\n", "\n", "=?utf-8?B?", "?=", "\"", ";", ":", "(", "--", "\0", "<", "Exif\0\0",
        "<rdf:li>", "8BIM", "meta", "iloc", "\u{1C}", "begin 644 x\n", "[[wit:1:", ":wit]]", "{",
    ]

    /// A file with one to six damages; `other` is what pieces are taken from.
    mutating func mutate(_ original: [UInt8], crossedWith other: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
            damage(&bytes, other)
        }
        return bytes
    }

    private mutating func damage(_ bytes: inout [UInt8], _ other: [UInt8]) {
        let place = place(in: bytes)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1, 2: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 3: truncate(&bytes, place)
        case 4: writeLength(&bytes, at: place)
        case 5: bytes.removeSubrange(place..<end(place, bytes, most: 4_096))
        case 6:
            let piece = Array(bytes[place..<end(place, bytes, most: 4_096)])
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes.insert(contentsOf: piece, at: place)
            }
        case 7 where !other.isEmpty:
            let from = self.place(in: other)
            let piece = other[from..<end(from, other, most: 16_384)]
            if Bool.random(using: &generator) {
                bytes.insert(contentsOf: piece, at: place)
            } else {
                bytes.replaceSubrange(place..<end(place, bytes, most: piece.count), with: piece)
            }
        case 8:
            let word = Self.words.randomElement(using: &generator) ?? ""
            bytes.insert(contentsOf: word.utf8, at: place)
        default:
            // A run of one byte, as lost blocks of a disk are.
            let fill: UInt8 = [0, 0xFF, 0x20, 0x41].randomElement(using: &generator) ?? 0
            for index in place..<end(place, bytes, most: 512) { bytes[index] = fill }
        }
    }

    /// A place, in half of the cases within the first 4 KB, where the structure stands.
    private mutating func place(in bytes: [UInt8]) -> Int {
        let reach = Bool.random(using: &generator) ? min(bytes.count, 4_096) : bytes.count
        return Int.random(in: 0..<reach, using: &generator)
    }

    private mutating func end(_ place: Int, _ bytes: [UInt8], most: Int) -> Int {
        let size = Int.random(in: 1...max(1, most), using: &generator)
        let small = Bool.random(using: &generator) ? min(size, 32) : size
        return min(bytes.count, place + small)
    }

    private mutating func truncate(_ bytes: inout [UInt8], _ place: Int) {
        guard Int.random(in: 0..<3, using: &generator) == 0 else { return }
        bytes.removeLast(bytes.count - place)
    }

    /// Writes a number where a length may stand, in either order of bytes.
    private mutating func writeLength(_ bytes: inout [UInt8], at place: Int) {
        let width = [1, 2, 4, 8].randomElement(using: &generator) ?? 4
        let values: [UInt64] = [
            0, 1, 2, 7, 8, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
            0xFFFF_FFF0, 0x7FFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, UInt64(bytes.count),
            UInt64(bytes.count - place),
        ]
        let value = values.randomElement(using: &generator) ?? 0
        let isBig = Bool.random(using: &generator)
        for step in 0..<width where place + step < bytes.count {
            let shift = UInt64(8 * (isBig ? width - 1 - step : step))
            bytes[place + step] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }
}
