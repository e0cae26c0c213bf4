import Foundation
import RegionGeometry
import TestSupport

/// The strokes of six writers, three speeds and 16 shapes, as the corpus has them.
struct StrokeCorpus {
    struct Drawn {
        /// The number of its line, from 1.
        var number: Int
        var gesture, subject: String
        var stroke: Stroke
    }

    private struct Line: Decodable {
        var gesture, subject: String
        var points: [[Double]]
    }

    /// The strokes in the corpus's order.
    let strokes: [Drawn]
    /// The writers, by their names.
    var writers: [String] { Set(strokes.map(\.subject)).sorted() }
    /// The shapes, by their names.
    var gestures: [String] { Set(strokes.map(\.gesture)).sorted() }

    init(_ folder: URL) throws {
        let text = try String(
            contentsOf: folder.appending(path: "strokes.jsonl"), encoding: .utf8)
        let decoder = JSONDecoder()
        strokes = try text.split(separator: "\n").enumerated().map { index, text in
            let line = try decoder.decode(Line.self, from: Data(text.utf8))
            let points = line.points.map {
                StrokePoint(x: $0[0], y: $0[1], milliseconds: $0[2])
            }
            return Drawn(
                number: index + 1, gesture: line.gesture, subject: line.subject,
                stroke: try Stroke(points))
        }
    }
}
