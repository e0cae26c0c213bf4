import LearnedStrokes
import RegionGeometry
import Testing

@Suite
struct OurStrokesTests {
    private let dictionary = StrokeFile.ours.dictionary

    @Test func `our own strokes are all read: eight commands of four strokes`() {
        #expect(StrokeFile.ours.faults.isEmpty && StrokeFile.ours.unread.isEmpty)
        #expect(
            dictionary.entries.map(\.word) == [
                "accept", "ask", "delete", "name", "redo", "share", "undo", "zoom",
            ])
        #expect(dictionary.entries.allSatisfy { $0.use == .command && $0.strokes.count == 4 })
    }

    @Test
    func `our own strokes are open, and each is known by the three others of its word`() throws {
        for entry in dictionary.entries {
            for left in entry.strokes.indices {
                let stroke = entry.strokes[left].stroke
                #expect(stroke.meaning == .word)
                let words = dictionary.entries.map { other in
                    LearnedWord(
                        other.word,
                        strokes: other.strokes.indices
                            .filter { other.word != entry.word || $0 != left }
                            .map { other.strokes[$0].stroke })
                }
                #expect(StrokeRecognizer(words).match(for: stroke)?.word == entry.word)
            }
        }
    }

    @Test func `our own strokes are unlike each other: the next word is far behind`() {
        for entry in dictionary.entries {
            for learned in entry.strokes {
                let features = StrokeFeatures(learned.stroke)
                let matches = dictionary.recognizer.matches(for: features, count: 2)
                #expect(matches[0].word == entry.word)
                #expect(matches[1].score < 0.85, "\(matches)")
            }
        }
    }
}
