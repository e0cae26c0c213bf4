import TestSupport
import Testing

/// Tests of growth can fail: on any machine, by either measure that it has.
@Suite struct GrowthTests {
    /// What is done again and again: nothing that the compiler could reckon at once.
    @inline(never) private func step(_ value: inout UInt64) {
        value = (value ^ (value >> 29)) &* 0xBF58_476D_1CE4_E5B9
    }

    private func turns(_ count: Int) {
        var value: UInt64 = 1
        for _ in 0..<count { step(&value) }
        #expect(value != 0)
    }

    private static let measures: [[WorkMeter.Unit]] = [WorkMeter.Unit.allCases, [.nanoseconds]]

    @Test(arguments: measures)
    func `work that grows with its size is linear`(units: [WorkMeter.Unit]) {
        #expect(
            Growth.isLinear(from: 2_000_000, to: 8_000_000, below: 10, by: units) { turns($0) })
    }

    @Test(arguments: measures)
    func `work that grows with the square of its size is not`(units: [WorkMeter.Unit]) {
        #expect(
            !Growth.isLinear(from: 2_000, to: 8_000, below: 10, by: units) { turns($0 * $0) })
    }

    @Test func `work that grows with the square passes for linear by no default`() {
        #expect(!Growth.isLinear(from: 2_000) { turns($0 * $0) })
    }

    @Test func `a machine that counts nothing passes nothing`() {
        #expect(!Growth.isLinear(from: 1, to: 4, below: 10, by: []) { turns($0) })
    }
}
