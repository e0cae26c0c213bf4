import Foundation
import Testing

@testable import RegionGeometry

@Suite
struct StrokeRecognizerTests {
    private func features(_ name: String) throws -> StrokeFeatures {
        let cases = try StrokeFixture.all.get().strokes
        let found = try #require(cases.first { $0.name == name })
        return StrokeFeatures(try found.stroke)
    }

    private func recognizer() throws -> StrokeRecognizer {
        StrokeRecognizer([
            LearnedWord("yes", examples: [try features("check")]),
            LearnedWord("over", examples: [try features("caret")]),
            LearnedWord("last", examples: [try features("letter Z")]),
            LearnedWord("never", examples: []),
        ])
    }

    @Test
    func `a word is known whose example is drawn smaller, elsewhere, a little turned`() throws {
        let recognizer = try recognizer()
        let caret = try Stroke.through((20, 120), (76, 20), (120, 113))
        #expect(recognizer.match(for: caret)?.word == "over")
        for degrees in [-18.0, 0, 18] {
            let angle = degrees * .pi / 180
            let turned = caret.points.map {
                Point(
                    x: 500 + 0.2 * ($0.x * cos(angle) - $0.y * sin(angle)),
                    y: 0.2 * ($0.x * sin(angle) + $0.y * cos(angle)))
            }
            let match = try #require(recognizer.match(for: try Stroke(points: turned)))
            #expect(match.word == "over")
            #expect(match.score > 0.999)
        }
    }

    @Test
    func `the recogniser takes a stroke drawn the other way, or on its side, for another one`()
        throws
    {
        let recognizer = try recognizer()
        let backwards = try Stroke.through((120, 113), (76, 20), (20, 120))
        #expect(recognizer.match(for: backwards) == nil)
        let upsideDown = try Stroke.through((20, 20), (76, 120), (120, 27))
        #expect(recognizer.match(for: upsideDown)?.word != "over")
    }

    @Test
    func `what is like nothing that was learned is unknown, and the nearest is named`() throws {
        let recognizer = try recognizer()
        let round = try features("twice round")
        #expect(recognizer.match(for: round) == nil)
        let nearest = recognizer.matches(for: round, count: 2)
        #expect(nearest.count == 2)
        #expect(nearest.allSatisfy { !$0.isKnown && $0.score >= 0 && $0.score <= 1 })
        #expect(nearest[0].score >= nearest[1].score)
        #expect(StrokeRecognizer([]).match(for: round) == nil)
    }

    @Test func `the recogniser asks for more likeness the more examples a word has`() throws {
        let check = try features("check")
        let thresholds = (1...5).map {
            LearnedWord("yes", examples: [StrokeFeatures](repeating: check, count: $0)).threshold
        }
        #expect(thresholds == [0.83, 0.88, 0.91, 0.91, 0.91])
    }

    @Test
    func `of very many words those with the nearest cells are compared`() throws {
        var draw = Numbers(state: 7)
        let words = try (0..<400).map { number in
            // Ways through five random corners.
            let corners = (0..<5).map { _ in
                Point(x: draw.next(0...200), y: draw.next(0...200))
            }
            return (word: "word \(number)", stroke: try Stroke(points: corners))
        }
        let recognizer = StrokeRecognizer(words.map { LearnedWord($0.word, strokes: [$0.stroke]) })
        for (word, stroke) in words {
            let shaken = stroke.points.map {
                Point(x: $0.x + draw.next(-4...4), y: $0.y + draw.next(-4...4))
            }
            #expect(recognizer.match(for: try Stroke(points: shaken))?.word == word)
        }
    }
}

/// Numbers that look random and are the same every time (SplitMix64).
struct Numbers {
    var state: UInt64

    mutating func next(_ range: ClosedRange<Double>) -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        let part = Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
        return range.lowerBound + part * (range.upperBound - range.lowerBound)
    }
}
