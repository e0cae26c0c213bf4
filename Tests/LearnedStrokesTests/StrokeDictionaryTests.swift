import LearnedStrokes
import RegionGeometry
import Testing

@Suite
struct StrokeDictionaryTests {
    private func stroke(_ number: Int) throws -> Stroke {
        try Stroke(points: [
            Point(x: 0, y: 0), Point(x: 40, y: Double(number)), Point(x: 90, y: 0),
        ])
    }

    @Test func `a dictionary of strokes keeps the last 16 strokes of a word`() throws {
        var dictionary = StrokeDictionary()
        for number in 0..<20 {
            let learned = LearnedStroke(
                "a", use: number == 3 ? .keyword : nil, stroke: try stroke(number))
            let isLearned = dictionary.learn(learned)
            #expect(isLearned)
        }
        let entry = try #require(dictionary["a"])
        #expect(entry.strokes.count == 16)
        #expect(entry.strokes.map(\.stroke.points[1].y) == (4..<20).map(Double.init))
        #expect(entry.use == .keyword)
        #expect(dictionary.uses == ["a": .keyword])
    }

    @Test
    func `a dictionary of strokes has room for 2,000 words, and for more strokes of those`() throws
    {
        var dictionary = StrokeDictionary()
        let stroke = try stroke(50)
        for number in 0..<2_000 {
            _ = dictionary.learn(LearnedStroke("\(number)", use: nil, stroke: stroke))
        }
        let hasRoom = dictionary.learn(LearnedStroke("more", use: nil, stroke: stroke))
        let isLearned = dictionary.learn(LearnedStroke("1999", use: nil, stroke: stroke))
        #expect(!hasRoom && isLearned)
        #expect(
            dictionary.entries.count == 2_000
                && dictionary.entries.map(\.strokes.count).reduce(0, +) == 2_001)
    }

    @Test func `a dictionary of strokes forgets a word and leaves the others`() throws {
        var dictionary = StrokeDictionary()
        for word in ["a", "b", "c", "b"] {
            _ = dictionary.learn(LearnedStroke(word, use: nil, stroke: try stroke(50)))
        }
        let forgotten = [dictionary.forget("b"), dictionary.forget("b")]
        #expect(forgotten == [2, nil])
        #expect(dictionary.entries.map(\.word) == ["a", "c"])
        #expect(dictionary["c"]?.strokes.count == 1)
    }

    @Test
    func `a dictionary of strokes keeps long strokes by 64 points, in hundredths of a pixel`()
        throws
    {
        let long = try Stroke(points: (0..<1_000).map { Point(x: Double($0) / 3, y: 50) })
        let kept = LearnedStroke("a", use: nil, stroke: long).stroke
        #expect(kept.points.count == 64)
        #expect(kept.points.allSatisfy { ($0.x * 100).rounded() == ($0.x * 100) || $0.x > 0 })
        #expect(kept.points[1].x == 5.29)
        let short = try Stroke(points: [Point(x: 0.123456, y: 1), Point(x: 90, y: 1)])
        #expect(LearnedStroke("a", use: nil, stroke: short).stroke.points[0].x == 0.12)
    }

    @Test(
        "takes words of one line, trimmed and in one form",
        arguments: [
            ("kite", "kite"), ("  red kite\t", "red kite"), ("e\u{301}", "\u{E9}"), ("", nil),
            (" \n ", nil), ("a\nb", nil), ("a\u{2028}b", nil), ("a\u{7}b", nil), ("雪", "雪"),
            (String(repeating: "x", count: 200), String(repeating: "x", count: 200)),
            (String(repeating: "x", count: 201), nil),
        ] as [(String, String?)])
    func words(given: String, kept: String?) {
        let cleaned = StrokeDictionary.cleaned(given)
        #expect(cleaned.map { Array($0.utf8) } == kept.map { Array($0.utf8) })
    }
}
