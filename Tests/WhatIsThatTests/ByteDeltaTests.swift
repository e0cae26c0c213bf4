import Testing

@testable import WhatIsThat

@Suite struct ByteDeltaTests {
    @Test func `the way back leads to the former bytes, whatever became of them`() {
        var generator = SystemRandomNumberGenerator()
        for round in 0..<200 {
            let count = Int.random(in: 0...5_000, using: &generator)
            let former = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var new = former
            for _ in 0..<Int.random(in: 0...6, using: &generator) where !new.isEmpty {
                let start = Int.random(in: 0..<new.count, using: &generator)
                let end = min(new.count, start + Int.random(in: 0...300, using: &generator))
                let more = Int.random(in: 0...300, using: &generator)
                new.replaceSubrange(
                    start..<end,
                    with: (0..<more).map { _ in UInt8.random(in: 0...3, using: &generator) })
            }
            let delta = ByteDelta.make(from: new, to: former)
            #expect(ByteDelta.apply(delta, to: new) == former, "round \(round)")
        }
    }

    @Test func `a small change costs few bytes`() {
        let former = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 5) }
        var new = former
        new[30_000] ^= 1
        new.insert(contentsOf: [1, 2, 3], at: 100)
        #expect(ByteDelta.make(from: new, to: former).count < 200)
    }

    @Test(arguments: [
        [5, 0], [255, 255, 255, 255, 255, 255, 255, 255, 127], [200, 1, 5], [4, 9],
    ])
    func `a delta that does not belong to the bytes is refused`(delta: [Int]) {
        #expect(ByteDelta.apply(delta.map(UInt8.init), to: [1, 2, 3]) == nil)
    }
}
