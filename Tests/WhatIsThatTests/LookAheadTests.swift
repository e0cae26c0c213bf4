import Foundation
import Synchronization
import Testing

@testable import WhatIsThat

struct LookAheadTests {
    @Test(arguments: [1, 2, 5])
    func `results come in the list's order, each item worked on once`(cores: Int) {
        let worked = Atomic(0)
        let ahead = LookAhead(Array(0..<5_000), cores: cores) { number in
            worked.add(1, ordering: .relaxed)
            // Some take longer than others.
            return (0..<(number % 7 == 0 ? 2_000 : 1)).reduce(number) { sum, _ in sum }
        }
        var results: [Int] = []
        while let result = ahead.next() { results.append(result) }
        #expect(results == Array(0..<5_000))
        #expect(worked.load(ordering: .relaxed) == 5_000)
        #expect(ahead.next() == nil)
        #expect(LookAhead([Int]()) { $0 }.next() == nil)
    }

    @Test
    func `no more is worked on ahead than there is room for`() {
        let worked = Atomic(0)
        let ahead = LookAhead(Array(0..<5_000), cores: 4) { number in
            worked.add(1, ordering: .relaxed)
            return number
        }
        for number in 0..<1_000 {
            #expect(ahead.next() == number)
            // The room, and what each thread had begun with.
            #expect(worked.load(ordering: .relaxed) <= number + 1 + 256 + 4 * 16)
        }
        ahead.stop()
        #expect(ahead.next() == nil)
    }

    @Test
    func `no more is worked on ahead than the results that wait may weigh`() {
        let worked = Atomic(0)
        let ahead = LookAhead(
            Array(0..<5_000), cores: 2, mostWaiting: 100, weight: { _ in 10 }
        ) { number in
            worked.add(1, ordering: .relaxed)
            return number
        }
        for number in 0..<5_000 {
            #expect(ahead.next() == number)
            // What weighs 100, and what each thread had begun with.
            #expect(worked.load(ordering: .relaxed) <= number + 1 + 10 + 2 * 16)
        }
        #expect(ahead.next() == nil)
    }

    @Test func `who is stopped finishes the item that it is at, and begins no other`() {
        let worked = Atomic(0)
        let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let ahead = LookAhead(Array(0..<64), cores: 1) { number in
            worked.add(1, ordering: .relaxed)
            begun.signal()
            goesOn.wait()
            return number
        }
        begun.wait()
        ahead.stop()
        #expect(ahead.next() == nil)
        for _ in 0..<64 { goesOn.signal() }
        Thread.sleep(forTimeInterval: 0.2)
        #expect(worked.load(ordering: .relaxed) == 1)
    }
}
