import Foundation
import MIMEMessage
import PhotoMetadata
import PhotoRecord
import TestSupport
import Testing

@testable import ShareMail

/// For every photo with a story: shared, it comes home by each channel alone, the others taken
/// out of the message.
@Suite struct CorpusTests {
    @Test func `each drawn photo comes home by each channel alone`() throws {
        #expect(!SampleShares.drawn.isEmpty)
        try check("Fixtures/photos", SampleShares.drawn)
    }

    @Test func `each photo of the corpus comes home by each channel alone`() throws {
        guard let corpus = Checkout.photoCorpus else {
            print("photo corpus: not there, 0 photos tried")
            return
        }
        let photos = SampleShares.photos(in: corpus)
        #expect(!photos.isEmpty)
        try check("photo corpus", photos)
    }

    @Test func `no photo of the corpus leaks its place under none, original size`() throws {
        guard let corpus = Checkout.photoCorpus else {
            print("photo corpus: not there, 0 photos tried for leaks")
            return
        }
        var tried = 0
        for path in SampleShares.photos(in: corpus) {
            guard let record = SampleShares.record(path), record.location != nil else { continue }
            var options = try SampleShares.options(.original)
            options.location = .none
            let share = try ShareComposer().compose([record], options)
            let photos = ShareReader().read(MIMEMessage(parsing: share.bytes)).photos
            #expect(photos.map { $0.record.location == nil } == [true])
            tried += 1
        }
        print("photo corpus: \(tried) photos with a place shared without it")
        #expect(tried > 0)
    }

    @Test func `the messages of the corpus are read without harm, and none is a share`() throws {
        guard let corpus = Checkout.mailCorpus else {
            print("mail corpus: not there, 0 messages read for photos")
            return
        }
        let files = FileManager.default.enumerator(atPath: corpus.path)?.allObjects ?? []
        let paths = files.compactMap { $0 as? String }.sorted()
            .map { corpus.appending(path: $0) }
            .filter {
                (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
            }
        var photos = 0
        var shares = 0
        for path in paths {
            let message = MIMEMessage(parsing: [UInt8](try Data(contentsOf: path)))
            let contents = ShareReader().read(message)
            photos += contents.photos.count
            shares += contents.isShare ? 1 : 0
        }
        print("mail corpus: \(paths.count) files read for photos, \(photos) found")
        #expect(!paths.isEmpty)
        #expect(shares == 0)
    }

    private func check(_ name: String, _ paths: [String]) throws {
        var tried = 0
        var asTheyAre = 0
        var counts = [0, 0, 0]
        for path in paths {
            guard let record = SampleShares.record(path), SampleShares.tells(record) else {
                continue
            }
            tried += 1
            let pieces: ShareComposer.Pieces
            do {
                pieces = try ShareComposer().pieces(of: [record], SampleShares.options(.small))
                // Files that were cut off before their picture are sent as they are.
                asTheyAre += pieces.findings.count { $0.code == .previewMissing }
                try ShareProof(pieces: pieces, originals: [record])
                    .check(pieces.message.bytes())
            } catch {
                Issue.record("\(path): \(error)")
                continue
            }
            let leaving = pieces.photos[0].record
            for difference in StoryComparison.differences(CleanText.clean(record), leaving) {
                Issue.record("\(path): lost before it left: \(difference)")
            }
            for (index, reduced) in try Self.reduced(pieces).enumerated() {
                let message = MIMEMessage(parsing: try reduced.bytes())
                let photos = ShareReader().read(message).photos
                let back = photos.first?.record ?? PhotoRecord()
                let differences = StoryComparison.differences(leaving, back)
                if photos.count == 1, differences.isEmpty {
                    counts[index] += 1
                } else {
                    Issue.record("\(path), channel \(index + 1): \(photos.count) \(differences)")
                }
            }
        }
        print(
            "\(name): \(paths.count) JPEGs, \(tried) with a story; equal by channel 1 alone:"
                + " \(counts[0]), by channel 2 alone: \(counts[1]), by channel 3 alone:"
                + " \(counts[2]); \(asTheyAre) hold no picture and are sent as they are")
        #expect(tried > 0)
        #expect(counts == Array(repeating: tried, count: 3))
    }

    /// The message with one channel left: payload, photos' metadata, import code.
    private static func reduced(_ pieces: ShareComposer.Pieces) throws -> [ShareMessage] {
        let bare = pieces.message.photos.map { photo -> ShareMessage.Picture in
            var photo = photo
            let empty = PhotoRecord()
            photo.bytes =
                (try? JPEGMetadataWriter().rewrite(photo.bytes, with: empty, orientation: 1)) ?? []
            return photo
        }
        var payload = pieces.message
        payload.text = "no code"
        payload.html = nil
        payload.photos = bare
        var metadata = pieces.message
        metadata.text = "no code"
        metadata.html = nil
        metadata.payload = nil
        var code = pieces.message
        code.photos = bare
        code.html = nil
        code.payload = nil
        return [payload, metadata, code]
    }
}
