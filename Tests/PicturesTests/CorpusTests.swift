import Foundation
import OutputText
import TestSupport
import Testing

@testable import Pictures

@Suite struct CorpusTests {
    @Test(.needs(.photoCorpus))
    func `every file of the corpus is rendered or refused with a reason`() throws {
        let folder = try #require(Checkout.photoCorpus)
        let patient = PictureRenderer(limits: PictureLimits(acceptsDamage: true))
        var codes: Set<WitError.Code> = []
        var tally: [PictureFormat: (rendered: Int, damaged: Int, refused: Int)] = [:]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() {
            guard let bytes = try? [UInt8](Data(contentsOf: file)),
                let format = PictureFormat(sniffing: bytes)
            else { continue }
            var count = tally[format, default: (0, 0, 0)]
            let name = String(file.standardizedFileURL.path.dropFirst(folder.path.count + 1))
            do throws(WitError) {
                let strict = try PictureRenderer().jpeg(from: bytes, longestSide: 320)
                #expect(max(strict.width, strict.height) <= 320)
                count.rendered += 1
            } catch {
                #expect(!error.message.isEmpty && !error.message.contains("\n"), "\(name)")
                do throws(WitError) {
                    let whatIsThere = try patient.jpeg(from: bytes, longestSide: 320)
                    #expect(max(whatIsThere.width, whatIsThere.height) <= 320)
                    count.damaged += 1
                    codes.insert(error.code)
                } catch {
                    count.refused += 1
                    codes.insert(error.code)
                }
            }
            tally[format] = count
        }
        for (format, count) in tally.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            print(
                "\(format): \(count.rendered) rendered, \(count.damaged) as far as they go, "
                    + "\(count.refused) refused")
        }
        // Rendered, rendered as far as it goes, refused: exactly, so that no change passes unseen.
        let counts = tally.mapValues { [$0.rendered, $0.damaged, $0.refused] }
        #expect(counts == Self.counts)
        // Two of Sony's, of 33 and 50 megapixels in ten bits, take more than a decoder may have.
        #expect(
            codes.isSubset(of: [.pictureDamaged, .notAPicture, .tooManyPixels, .tooMuchMemory]))
    }

    private static let counts: [PictureFormat: [Int]] = [
        .heif: [8, 0, 2], .jpeg: [54, 2, 4], .jpegXL: [1, 0, 0], .png: [3, 0, 0],
        .tiff: [6, 0, 5], .webp: [5, 0, 0],
    ]
}
