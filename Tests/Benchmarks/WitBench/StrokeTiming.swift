import Foundation
import JSON
import RegionGeometry

/// Times the recognition of strokes: what each means by its shape, and which word it says.
enum StrokeTiming {
    /// Prints strokes per second, and how many of 1,000 were given their word.
    ///
    /// - Parameters:
    ///   - path: what `make-drawn-strokes` made.
    ///   - count: how many strokes are recognised: those of the file, over and over.
    static func run(_ path: String, count: Int) throws {
        var words: [LearnedWord] = []
        var drawn: [(word: String, stroke: Stroke)] = []
        let text = Array(try Data(contentsOf: URL(filePath: path)))
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let value = try JSONValue(parsing: line)
            let points = (value["points"]?.array ?? []).map { point in
                let numbers = (point.array ?? []).compactMap(\.double)
                return StrokePoint(x: numbers[0], y: numbers[1], milliseconds: numbers.last)
            }
            let stroke = try Stroke(points)
            let word = value["word"]?.string ?? ""
            if value["learn"] == nil {
                drawn.append((word, stroke))
            } else {
                words.append(LearnedWord(word, strokes: [stroke]))
            }
        }
        let recognizer = StrokeRecognizer(words)
        var right = 0
        let elapsed = ContinuousClock().measure {
            for turn in 0..<count {
                let (word, stroke) = drawn[turn % drawn.count]
                if case .tap = stroke.meaning { continue }
                if recognizer.match(for: stroke)?.word == word { right += 1 }
            }
        }
        let rate = Int(Double(count) / (elapsed / .seconds(1)))
        print("\(rate) strokes/s, \(1_000 * right / count) of 1,000 right")
    }
}
