import RegionGeometry
import Testing

@Suite
struct BoxIndexTests {
    @Test(arguments: [0, 1, 15, 16, 17, 257, 5000])
    func `the index of boxes finds what looking at each box finds`(count: Int) {
        var draw = Draw(seed: UInt64(count))
        let boxes: [Box?] = (0..<count).map { index in
            if index % 50 == 49 { return nil }
            let size = index % 7 == 0 ? 0.5 : 0.02
            return Box(
                x: draw.number(), y: draw.number(), width: draw.number(0...size),
                height: draw.number(0...size))
        }
        let index = BoxIndex(boxes)
        for _ in 0..<200 {
            let spot = draw.point(-0.1...1.2)
            let around = Box(x: spot.x, y: spot.y, width: draw.number(0...0.1), height: 0)
            let expected = boxes.indices.filter { boxes[$0]?.meets(around) ?? false }
            let found = index.numbers(near: around)
            #expect(expected.allSatisfy(Set(found).contains))
            let reach = around.grown(by: 1e-6, 1e-6)
            #expect(found.allSatisfy { boxes[$0]?.meets(reach) ?? false })
        }
    }

    @Test func `the index of boxes holds boxes in one spot, and none that are not finite`() {
        let same = [Box?](repeating: Box(x: 1, y: 1, width: 0, height: 0), count: 1000)
        let odd: [Box?] = [Box(x: .nan, y: 0, width: 1, height: 1), nil]
        let index = BoxIndex(odd + same)
        #expect(index.count == 1000)
        let everywhere = Box(left: -9, top: -9, right: 9, bottom: 9)
        #expect(index.numbers(near: everywhere) == Array(2..<1002))
        let nowhere = Box(x: .nan, y: 0, width: 1, height: 1)
        #expect(index.numbers(near: nowhere).isEmpty)
    }
}
