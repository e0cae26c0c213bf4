import Files
import Testing

@Suite struct PathEncodingTests {
    @Test(arguments: ["", "a.jpg", "Zürich", "東京", "e\u{301}"])
    func `a name in UTF-8 is its own text`(_ name: String) {
        #expect(PathEncoding.text(of: Array(name.utf8)).utf8.elementsEqual(name.utf8))
        #expect(PathEncoding.octets(of: name) == Array(name.utf8))
        #expect(PathEncoding.legible(name) == name)
        #expect(PathEncoding.isUTF8(name))
    }

    @Test func `octets that are not UTF-8 become characters of their own and come back`() {
        let latin1: [UInt8] = [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67]
        let text = PathEncoding.text(of: latin1)
        #expect(text == "caf\u{EFE9}.jpg")
        #expect(PathEncoding.octets(of: text) == latin1)
        #expect(PathEncoding.legible(text) == "caf\\xE9.jpg")
        #expect(!PathEncoding.isUTF8(text))
        #expect(text.systemPath == latin1.map { CChar(bitPattern: $0) } + [0])
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xFF, 0xFE],
        ] as [[UInt8]])
    func `sequences that UTF-8 forbids are escaped octet by octet`(_ octets: [UInt8]) {
        let text = PathEncoding.text(of: octets)
        #expect(text.unicodeScalars.map(\.value) == octets.map { 0xEF00 + UInt32($0) })
        #expect(PathEncoding.octets(of: text) == octets)
    }

    @Test func `the characters that escape are escaped themselves`() {
        for value in [UInt32(0xEF80), 0xEFC3, 0xEFFF] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let octets = Array(String(Character(scalar)).utf8)
            let text = PathEncoding.text(of: octets)
            #expect(text.unicodeScalars.count == 3)
            #expect(PathEncoding.octets(of: text) == octets)
        }
        let beside = "\u{EF7F}\u{F000}"
        #expect(PathEncoding.text(of: Array(beside.utf8)) == beside)
        #expect(PathEncoding.isUTF8(beside))
    }

    @Test func `a text that spells UTF-8 octet by octet has one normal form`() {
        #expect(PathEncoding.normalized("\u{EFC3}\u{EFA9}") == "é")
        #expect(PathEncoding.normalized("caf\u{EFE9}") == "caf\u{EFE9}")
    }

    @Test func `any octets come back and no two names share a text`() {
        var generator = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: .min ... .max, using: &generator)
        print("path encoding: seed \(seed)")
        var random = SplitMix(state: seed)
        var texts: [[UInt8]: [UInt8]] = [:]
        let likely: [UInt8] = [0x61, 0x80, 0xBE, 0xBF, 0xC3, 0xA9, 0xEE, 0xE9, 0xED, 0xF0]
        for _ in 0..<20_000 {
            let octets = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? likely[Int.random(in: 0..<likely.count, using: &random)]
                    : UInt8.random(in: 1...255, using: &random)
            }
            let text = PathEncoding.text(of: octets)
            #expect(PathEncoding.octets(of: text) == octets)
            #expect(
                texts.updateValue(octets, forKey: Array(text.utf8)).map { $0 == octets } ?? true)
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): a generator that a seed sets.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
