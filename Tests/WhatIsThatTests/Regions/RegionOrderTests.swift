import Foundation
import PhotoRecords
import RegionGeometry
import Testing

@testable import WhatIsThat

@Suite
struct RegionOrderTests {
    private static func square(_ name: String, _ side: Double) -> Region {
        Region(
            name: name, shape: .rectangle(RegionBox(x: 0, y: 0, width: side, height: side)))
    }

    private func names(_ order: RegionOrder) -> [String] { order.regions.compactMap(\.name) }

    @Test func `the stack of regions puts a new region above those it is smaller than`() {
        var order = RegionOrder([])
        for (name, side) in [("b", 0.5), ("d", 0.1), ("a", 0.9), ("c", 0.3), ("b2", 0.5)] {
            order.add(Self.square(name, side), nil)
        }
        #expect(names(order) == ["a", "b", "b2", "c", "d"])
        // Above every larger one, even where a smaller one lies under that.
        order.move(1, .toFront)
        order.add(Self.square("x", 0.4), nil)
        #expect(names(order) == ["a", "b2", "c", "d", "b", "x"])
        order.add(Self.square("top", 1), .toFront)
        order.add(Self.square("bottom", 0.01), .toBack)
        #expect(names(order) == ["bottom", "a", "b2", "c", "d", "b", "x", "top"])
    }

    @Test func `the stack of regions moves a region up and down, and no farther than the ends`() {
        var order = RegionOrder([("a", 0.9), ("b", 0.5), ("c", 0.1)].map(Self.square))
        order.move(0, .raise)
        #expect(names(order) == ["b", "a", "c"])
        order.move(2, .raise)
        #expect(names(order) == ["b", "a", "c"])
        order.move(2, .lower)
        #expect(names(order) == ["b", "c", "a"])
        order.move(0, .lower)
        order.move(2, .toBack)
        #expect(names(order) == ["a", "b", "c"])
    }

    @Test func `the stack of regions knows what shapes cover`() {
        let box = RegionBox(x: 0, y: 0, width: 0.5, height: 0.2)
        let square = [(0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.5)].map {
            RegionPoint(x: $0.0, y: $0.1)
        }
        let hole = [(0.1, 0.1), (0.1, 0.2), (0.2, 0.2), (0.2, 0.1)].map {
            RegionPoint(x: $0.0, y: $0.1)
        }
        #expect(RegionShape.rectangle(box, rotation: 30).area == 0.1)
        #expect(abs((RegionShape.ellipse(box).area ?? 0) - 0.0785398) < 1e-6)
        #expect(abs((RegionShape.polygon(square, holes: [hole]).area ?? 0) - 0.24) < 1e-12)
        #expect(RegionShape.unknown([:]).area == nil)
    }

    @Test
    func `outlines that cross are found, and those that only meet are left alone`() {
        func points(_ pairs: (Double, Double)...) -> [Point] {
            pairs.map { Point(x: $0.0, y: $0.1) }
        }
        let square = points((0, 0), (4, 0), (4, 4), (0, 4))
        #expect(OutlineCrossing([square]) == nil)
        #expect(OutlineCrossing([square, points((1, 1), (2, 1), (1, 2))]) == nil)
        #expect(
            OutlineCrossing([points((0, 0), (1, 1), (1, 0), (0, 1))])?.reason
                == "the outline crosses itself: the line from point 1 to 2 meets that from point 3 to 4"
        )
        #expect(
            OutlineCrossing([square, points((3, 3), (6, 3), (6, 6))])?.reason
                == "hole 1 crosses the outline")
        // A spike that runs back over itself, and a corner on another line.
        #expect(OutlineCrossing([points((0, 0), (4, 0), (2, 0))]) != nil)
        #expect(OutlineCrossing([points((0, 0), (4, 0), (4, 4), (2, 0), (0, 4))]) != nil)
        // Ten thousand points on a circle, in a moment.
        let circle = (0..<10_000).map { step in
            let angle = Double(step) / 10_000 * 2 * .pi
            return Point(x: 1 + 0.5 * sin(angle), y: 1 + 0.5 * cos(angle))
        }
        #expect(OutlineCrossing([circle]) == nil)
    }
}
