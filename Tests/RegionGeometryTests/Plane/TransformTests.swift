import RegionGeometry
import Testing

@Suite
struct TransformTests {
    @Test func `a transform goes there and back`() throws {
        var draw = Draw(seed: 3)
        for _ in 0..<1000 {
            let transform = Transform(
                a: draw.number(-9...9), b: draw.number(-9...9), c: draw.number(-9...9),
                d: draw.number(-9...9), tx: draw.number(-9...9), ty: draw.number(-9...9))
            guard abs(transform.a * transform.d - transform.b * transform.c) > 0.01 else {
                continue
            }
            let back = try #require(transform.inverse)
            let point = draw.point(-5...5)
            #expect(back(transform(point)).distance(to: point) < 1e-10)
            #expect(transform.then(back)(point).distance(to: point) < 1e-10)
        }
    }

    @Test func `a transform has no way back where it flattens the plane, or is not finite`() {
        #expect(Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
        #expect(Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
        #expect(Transform(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0).inverse == nil)
    }

    @Test func `a transform joins in the order that is said`() {
        let moved = Transform(a: 1, b: 0, c: 0, d: 1, tx: 10, ty: 0)
        let point = Point(x: 1, y: 1)
        #expect(moved.then(.scale(2, 3))(point) == Point(x: 22, y: 3))
        #expect(Transform.scale(2, 3).then(moved)(point) == Point(x: 12, y: 3))
    }
}
