import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// What we read of each format beside what exiftool prints for the same fields: over the
/// fixtures, a raw file of each kind built here, and the corpus.
struct ExifToolTableTests {
    private struct Sample {
        let name: String
        let path: String
        var isCorpus = false
    }

    private static func samples(in folder: TemporaryFolder) throws -> [Sample] {
        var result: [Sample] = []
        for name in ["formats", "photos"] {
            let base = Checkout.fixtures.appending(path: name)
            for file in try FileManager.default.contentsOfDirectory(atPath: base.path).sorted() {
                result.append(Sample(name: file, path: base.appending(path: file).path))
            }
        }
        var builder = JPEGBuilder()
        builder.size = (1_620, 1_080)
        for kind in RawFileBuilder.Kind.allCases {
            let path = folder.path("built.\(kind.rawValue)")
            try Data(RawFileBuilder(kind, jpeg: builder.bytes).bytes).write(to: URL(filePath: path))
            result.append(Sample(name: "built.\(kind.rawValue)", path: path))
        }
        // Both spellings of a sidecar are the same bytes; what differs is how they are found.
        for name in ["photo.jpg.xmp", "photo.xmp"] {
            let path = folder.path(name)
            try Data(RawFileBuilder.packet.utf8).write(to: URL(filePath: path))
            result.append(Sample(name: name, path: path))
        }
        guard let corpus = Checkout.photoCorpus else { return result }
        let json = try JSONValue(parsing: Data(contentsOf: corpus.appending(path: "expected.json")))
        return result
            + (json.array ?? []).compactMap { $0["file"]?.string }.map {
                Sample(name: $0, path: corpus.appending(path: $0).path, isCorpus: true)
            }
    }

    @Test(.needs(.tool("exiftool")))
    func `each format reads as exiftool prints it, but for what the rules say otherwise`() throws {
        let folder = try TemporaryFolder()
        let samples = try Self.samples(in: folder)
        let output = try ExifTool.run(
            ["-q", "-q", "-j", "-n", "-G1", "-struct", "-api", "largefilesupport=1"]
                + samples.map(\.path))
        var printed: [String: JSONValue] = [:]
        for value in try JSONValue(parsing: Data(output.utf8)).array ?? [] {
            if let path = value["SourceFile"]?.string { printed[path] = value }
        }
        var cells: [String: [String: (agreed: Int, explained: Int, of: Int)]] = [:]
        for sample in samples {
            let reading = try? PhotoReader().readAlone(path: sample.path)
            guard let record = reading?.record, let theirs = printed[sample.path] else {
                Issue.record("\(sample.name): not read by both")
                continue
            }
            let type = record.image?.mediaType ?? "–"
            for field in ExifToolField.allCases {
                guard let value = field.printed(theirs) else { continue }
                cells[type, default: [:]][field.rawValue, default: (0, 0, 0)].of += 1
                let ours = field.ours(record)
                if ExifToolField.agree(ours, value) {
                    cells[type]?[field.rawValue]?.agreed += 1
                } else if let reason = field.reason(record, value, sample.name) {
                    cells[type]?[field.rawValue]?.explained += 1
                    print("\(sample.name): \(field) \(ours.text) ≠ \(value.text): \(reason)")
                } else {
                    Issue.record("\(sample.name): \(field) \(ours.text) ≠ \(value.text)")
                }
            }
        }
        Self.show(cells)
        let wanted =
            FormatFixturesTests.fixtures.map(\.mediaType) + ["image/jpeg", XMPFileWalk.mediaType]
            + RawKind.allCases.map(\.mediaType) + ["image/x-canon-cr3", "image/x-fujifilm-raf"]
        for type in wanted {
            #expect(cells[type]?.isEmpty == false, "\(type) was not compared")
        }
    }

    private static func show(
        _ cells: [String: [String: (agreed: Int, explained: Int, of: Int)]]
    ) {
        print("exiftool: fields agreeing / compared (+ explained)")
        for (type, row) in cells.sorted(by: { $0.key < $1.key }) {
            let words = ExifToolField.allCases.compactMap { field -> String? in
                guard let cell = row[field.rawValue] else { return nil }
                let more = cell.explained > 0 ? " (+\(cell.explained))" : ""
                return "\(field.rawValue) \(cell.agreed)/\(cell.of)\(more)"
            }
            print("  \(type): \(words.joined(separator: " · "))")
        }
    }
}
