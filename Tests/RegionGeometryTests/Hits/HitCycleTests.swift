import RegionGeometry
import Testing

@Suite
struct HitCycleTests {
    private let hits = [Hit(index: 5), Hit(index: 2), Hit(index: 0, distance: 2, isExact: false)]

    @Test func `hitting the same spot again goes one deeper and around`() {
        var cycle = HitCycle()
        let touched = (0..<5).map { step in
            cycle.next(hits, at: Point(x: 10 + Double(step % 2), y: 10))?.index
        }
        #expect(touched == [5, 2, 0, 5, 2])
    }

    @Test
    func `hits begin at the top elsewhere, where something else is hit, and after a miss`() {
        var cycle = HitCycle()
        let here = Point(x: 10, y: 10)
        #expect(cycle.next(hits, at: here)?.index == 5)
        #expect(cycle.next(hits, at: Point(x: 14, y: 10))?.index == 5)
        #expect(cycle.next(hits, at: Point(x: 14, y: 10))?.index == 2)
        #expect(cycle.next([Hit(index: 2), Hit(index: 5)], at: Point(x: 14, y: 10))?.index == 2)
        #expect(cycle.next([], at: Point(x: 14, y: 10)) == nil)
        #expect(cycle.next(hits, at: Point(x: 14, y: 10))?.index == 5)
    }
}
