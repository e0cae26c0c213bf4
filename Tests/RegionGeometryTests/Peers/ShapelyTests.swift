import Foundation
import RegionGeometry
import TestSupport
import Testing

@Suite(.needs(PeerPython.requirement))
struct ShapelyTests {
    @Test
    func `shapely and Pillow answer 102,400 touches of 200 pictures alike`() throws {
        let python = try #require(PeerPython.program)
        let folder = try TemporaryFolder()
        let encoder = JSONEncoder()
        var lines = Data()
        var seed: UInt64 = 0
        for _ in 0..<5 {
            for orientation in Orientation.allCases {
                for content in ContentMode.allCases {
                    seed += 1
                    var draw = Draw(seed: seed)
                    let picture = try PeerPicture(
                        orientation: orientation, content: content, touches: 512, draw: &draw)
                    lines += try encoder.encode(picture) + Data("\n".utf8)
                }
            }
        }
        let file = folder.url.appending(path: "pictures.jsonl")
        try lines.write(to: file)
        let script = Checkout.root.appending(path: "Tests/Peers/hits-shapely").path
        let outcome = try python([script, file.path])
        #expect(outcome.status == 0, "\(outcome.lines)\n\(outcome.errors)")
        let summary = try #require(outcome.lines.last)
        print(summary)
        #expect(summary.hasPrefix("200 pictures, 102400 touches, "))
        #expect(summary.hasSuffix(" 0 faults"))
        // A peer that sees nothing would find no fault.
        let counts = summary.split(separator: ", ").compactMap { words in
            words.split(separator: " ").first.flatMap { Int($0) }
        }
        #expect(counts.count == 8 && counts[2] > 50_000 && counts[3] > 5_000)
        #expect(counts[5] > 20_000 && counts[6] > 20_000)
        // One wrong answer is found.
        let line = try #require(String(decoding: lines, as: UTF8.self).split(separator: "\n").first)
        let spoilt = folder.url.appending(path: "spoilt.jsonl")
        let wrong = line.replacing(#/"zoom":[0-9.e]+/#, with: "\"zoom\":1.01")
        try Data(wrong.utf8).write(to: spoilt)
        #expect(try python([script, spoilt.path]).status == 1)
    }
}
