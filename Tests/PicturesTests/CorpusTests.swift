import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite struct CorpusTests {
    @Test(.needs(.photoCorpus))
    func `every file of the corpus is rendered or refused with a reason`() throws {
        let folder = try #require(Checkout.photoCorpus)
        let patient = PictureRenderer(limits: PictureLimits(acceptsDamage: true))
        var (damaged, refused): ([String], [String]) = ([], [])
        var tally: [PictureFormat: (rendered: Int, damaged: Int, refused: Int)] = [:]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() {
            guard let bytes = try? [UInt8](Data(contentsOf: file)),
                let format = PictureFormat(sniffing: bytes)
            else { continue }
            var count = tally[format, default: (0, 0, 0)]
            let name = String(file.standardizedFileURL.path.dropFirst(folder.path.count + 1))
            do throws(PictureError) {
                let strict = try PictureRenderer().jpeg(from: bytes, longestSide: 320)
                #expect(max(strict.width, strict.height) <= 320)
                count.rendered += 1
            } catch {
                #expect(!error.message.isEmpty && !error.message.contains("\n"), "\(name)")
                do throws(PictureError) {
                    let whatIsThere = try patient.jpeg(from: bytes, longestSide: 320)
                    #expect(max(whatIsThere.width, whatIsThere.height) <= 320)
                    count.damaged += 1
                    damaged.append("\(name): \(error.code.rawValue)")
                } catch {
                    count.refused += 1
                    refused.append("\(name): \(error.code.rawValue)")
                }
            }
            tally[format] = count
        }
        for (format, count) in tally.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            print(
                "\(format): \(count.rendered) rendered, \(count.damaged) as far as they go, "
                    + "\(count.refused) refused")
        }
        #expect(damaged.sorted() == Self.damaged)
        #expect(refused.sorted() == Self.refused)
        #expect(try #require(tally[.jpeg]).rendered > 50)
    }

    /// Files that are rendered only where damage is accepted, and what is said otherwise.
    private static let damaged: [String] = []
    /// Files that are rendered in no way, and why.
    private static let refused: [String] = []
}
