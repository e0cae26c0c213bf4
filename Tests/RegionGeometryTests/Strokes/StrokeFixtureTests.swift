import RegionGeometry
import Testing

/// What another program says of strokes holds here, too.
@Suite
struct StrokeFixtureTests {
    private let fixture: StrokeFixture

    init() throws { fixture = try StrokeFixture.all.get() }

    @Test func `the strokes of the fixtures are all there`() {
        #expect(fixture.strokes.count == 28)
        #expect(fixture.pairs.count == 45)
        #expect(Set(fixture.strokes.map(\.kind)).count == 5)
    }

    @Test
    func `the strokes of the fixtures have the times, lengths and gaps that they should have`()
        throws
    {
        for each in fixture.strokes {
            let stroke = try each.stroke
            #expect(stroke.milliseconds == each.milliseconds, "\(each.name)")
            #expect(abs(stroke.length - each.length) < 1e-6, "\(each.name)")
            #expect(abs(stroke.gap - each.gap) < 1e-9, "\(each.name)")
        }
    }

    @Test
    func `the strokes of the fixtures are resampled, smoothed and simplified to the same points`()
        throws
    {
        for each in fixture.strokes {
            let stroke = try each.stroke
            #expect(distance(stroke.resampled(to: 7), each.resampled) < 1e-6, "\(each.name)")
            let simplified = Simplification.line(
                stroke.points, tolerance: Stroke.outlineTolerance)
            #expect(distance(simplified, each.simplified) < 1e-9, "\(each.name)")
            guard let smoothed = each.smoothed else { continue }
            // Half of each side: the curve goes through the middle once.
            let sides = stroke.smoothed(step: 1e6)
            let halves = try halved(stroke)
            #expect(sides.count * 2 - 1 == smoothed.count, "\(each.name)")
            #expect(distance(halves, smoothed) < 1e-6, "\(each.name)")
        }
    }

    /// The curve with one point between each two of the stroke.
    private func halved(_ stroke: Stroke) throws -> [Point] {
        var knots: [Point] = []
        for point in stroke.points where point != knots.last { knots.append(point) }
        let curve = stroke.smoothed(step: 1e-9)
        #expect(curve.count == (knots.count - 1) * 16 + 1)
        return stride(from: 0, to: curve.count, by: 8).map { curve[$0] }
    }

    @Test func `the strokes of the fixtures go through the same cells`() throws {
        for each in fixture.strokes {
            #expect(StrokeCells(try each.stroke).digits == each.cells, "\(each.name)")
        }
    }

    @Test func `the strokes of the fixtures mean the same`() throws {
        for each in fixture.strokes {
            let meaning = try each.stroke.meaning
            #expect(meaning.kind == each.kind, "\(each.name)")
            switch meaning {
            case .swipe(let direction): #expect(direction.rawValue == each.direction)
            case .outline(let corners):
                #expect(distance(corners, each.outline ?? []) < 1e-9, "\(each.name)")
            case .ellipse(let found):
                let wanted = try #require(each.ellipse, "\(each.name)")
                #expect(distance([found.center], [wanted.center]) < 1e-6, "\(each.name)")
                #expect(abs(found.majorRadius - wanted.major) < 1e-6, "\(each.name)")
                #expect(abs(found.minorRadius - wanted.minor) < 1e-6, "\(each.name)")
                #expect(abs(found.rms - wanted.rms) < 1e-8, "\(each.name)")
                // A circle is turned by nothing that could be told.
                if wanted.major > wanted.minor * 1.01 {
                    #expect(abs(found.rotation - wanted.rotation) < 1e-5, "\(each.name)")
                }
            case .tap, .word: break
            }
        }
    }

    @Test
    func `the strokes of the fixtures are as much alike by their points and by their cells`() throws
    {
        let features = try fixture.strokes.reduce(into: [:]) {
            $0[$1.name] = StrokeFeatures(try $1.stroke)
        }
        for pair in fixture.pairs {
            let one = try #require(features[pair.one])
            let other = try #require(features[pair.other])
            #expect(
                abs(one.vector.similarity(to: other.vector) - pair.similarity) < 1e-6,
                "\(pair.one), \(pair.other)")
            let longest = Double(max(one.cells.cells.count, other.cells.cells.count))
            #expect(
                abs(one.cells.distance(to: other.cells) - Double(pair.edits) / longest) < 1e-12,
                "\(pair.one), \(pair.other)")
        }
    }
}
