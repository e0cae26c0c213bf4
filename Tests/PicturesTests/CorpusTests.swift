import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite struct CorpusTests {
    @Test(.enabled(if: Checkout.photoCorpus != nil))
    func `every file of the corpus is rendered or refused with a reason`() throws {
        let folder = try #require(Checkout.photoCorpus)
        let patient = PictureRenderer(limits: PictureLimits(acceptsDamage: true))
        var tally: [PictureFormat: (rendered: Int, damaged: Int, refused: Int)] = [:]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() {
            guard let bytes = try? [UInt8](Data(contentsOf: file)),
                let format = PictureFormat(sniffing: bytes)
            else { continue }
            var count = tally[format, default: (0, 0, 0)]
            if let strict = try? PictureRenderer().jpeg(from: bytes, longestSide: 320) {
                #expect(max(strict.width, strict.height) <= 320)
                count.rendered += 1
            } else if let whatIsThere = try? patient.jpeg(from: bytes, longestSide: 320) {
                #expect(max(whatIsThere.width, whatIsThere.height) <= 320)
                count.damaged += 1
            } else {
                count.refused += 1
            }
            tally[format] = count
        }
        for (format, count) in tally.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            print(
                "\(format): \(count.rendered) rendered, \(count.damaged) as far as they go, "
                    + "\(count.refused) refused")
        }
        let jpegs = try #require(tally[.jpeg])
        #expect(jpegs.rendered >= 50)
    }
}
