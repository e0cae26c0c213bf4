import PhotoRecords
import Testing

@testable import ShareMail

/// A payload stays within what readers take: the longest values are left to the photos themselves.
@Suite struct PayloadBudgetTests {
    private static func records() -> [PhotoRecord] {
        (0..<20).map { index in
            var record = PhotoRecord()
            record.name = "Photo \(index)"
            record.caption = String(repeating: "Waves. ", count: 10_000 + index)
            record.keywords = (0..<500).map { "k\($0)" }
            return record
        }
    }

    @Test func `what fits stays whole`() {
        #expect(PayloadBudget().omitted(of: Self.records()).isEmpty)
    }

    @Test func `the longest values are left out until the rest fits`() {
        var budget = PayloadBudget()
        budget.limits.bytes = 1_000_000
        let omitted = budget.omitted(of: Self.records())
        #expect(omitted.map(\.photo) == Array((20 - omitted.count..<20).reversed()))
        #expect(omitted.allSatisfy { $0.field == .caption })
        #expect((8...12).contains(omitted.count))
    }

    @Test func `values are counted, not bytes alone`() {
        var budget = PayloadBudget()
        budget.limits.values = 6_000
        let omitted = budget.omitted(of: Self.records())
        #expect(omitted.contains { $0.field == .keywords })
    }
}
