import Testing

@testable import MIMEMessage

@Suite struct LineMeterTests {
    /// Where the first line begins that has more than 998 octets, looked for line by line.
    private static func longLine(in octets: [UInt8]) -> Int? {
        var start = 0
        while start < octets.count {
            let end = octets[start...].firstIndex(of: 0x0A) ?? octets.count
            var length = end - start
            // At the very end a CR may yet prove to belong to a line break.
            if end > start, octets[end - 1] == 0x0D { length -= 1 }
            if end == octets.count, octets[end - 1] != 0x0D { length -= 1 }
            if length > 998 { return start }
            start = end + 1
        }
        return nil
    }

    private static func measured(_ octets: [UInt8], cuts: [Int]) -> Int? {
        var meter = LineMeter()
        var start = 0
        for end in cuts + [octets.count] where end > start {
            meter.take(octets[start..<end])
            start = end
        }
        return meter.longLine
    }

    @Test(arguments: ["\n", "\r\n"], [996, 997, 998, 999, 1_000, 1_001, 5_000])
    func `a line of 998 octets is short enough, one of 999 is not`(ends: String, length: Int) {
        let before = String(repeating: "short\(ends)\(ends)", count: 30)
        let line = String(repeating: "a", count: length)
        let octets = Array((before + line + ends + "more" + ends).utf8)
        let due = length > 998 ? before.utf8.count : nil
        #expect(Self.measured(octets, cuts: []) == due)
        for cut in before.utf8.count - 2...octets.count {
            #expect(Self.measured(octets, cuts: [cut]) == due, "cut at \(cut)")
        }
    }

    @Test func `lines of any length in pieces of any size are measured as one by one`() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix(state: seed)
        for _ in 0..<2_000 {
            var octets: [UInt8] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let isLong = Int.random(in: 0..<4, using: &random) == 0
                let length = Int.random(in: isLong ? 995...1_001 : 0...300, using: &random)
                octets += [UInt8](repeating: 0x61, count: length)
                octets += [[0x0A], [0x0D, 0x0A], [0x0D], []].randomElement(using: &random) ?? []
            }
            let cuts = (0..<3).map { _ in Int.random(in: 0...octets.count, using: &random) }
            #expect(
                Self.measured(octets, cuts: cuts.sorted()) == Self.longLine(in: octets),
                "seed \(seed)")
        }
    }
}
