import Foundation
import MIMEMessage
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

/// For every photo with a story: shared, it comes home by each channel alone, the others taken
/// out of the message.
@Suite struct CorpusTests {
    @Test func `each drawn photo survives by each channel alone`() throws {
        #expect(!SampleShares.drawn.isEmpty)
        try check("Fixtures/photos", SampleShares.drawn)
    }

    @Test func `each photo of the corpus survives by each channel alone`() throws {
        guard try Requirement.photoCorpus.isMet, let corpus = Checkout.photoCorpus else { return }
        let photos = SampleShares.photos(in: corpus)
        #expect(!photos.isEmpty)
        try check("photo corpus", photos)
    }

    @Test func `no photo of the corpus leaks its place under none, original size`() throws {
        guard try Requirement.photoCorpus.isMet, let corpus = Checkout.photoCorpus else { return }
        var tried = 0
        for path in SampleShares.photos(in: corpus) {
            guard let record = SampleShares.record(path), record.location != nil else { continue }
            var options = try SampleShares.options(.original)
            options.location = .none
            let share = try ShareComposer().compose([record], options)
            let photos = ShareReader().read(MailMessage(parsing: try share.bytes)).photos
            #expect(photos.map { $0.record.location == nil } == [true])
            tried += 1
        }
        print("photo corpus: \(tried) photos with a place shared without it")
        #expect(tried > 0)
    }

    @Test func `the messages of the corpus are read without harm, and none is a share`() throws {
        guard try Requirement.mailCorpus.isMet, let corpus = Checkout.mailCorpus else { return }
        let files = FileManager.default.enumerator(atPath: corpus.path)?.allObjects ?? []
        let paths = files.compactMap { $0 as? String }.sorted()
            .map { corpus.appending(path: $0) }
            .filter {
                (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
            }
        var photos = 0
        var shares = 0
        for path in paths {
            let message = MailMessage(parsing: [UInt8](try Data(contentsOf: path)))
            let contents = ShareReader().read(message)
            photos += contents.photos.count
            shares += contents.isShare ? 1 : 0
        }
        print("mail corpus: \(paths.count) files read for photos, \(photos) found")
        #expect(!paths.isEmpty)
        #expect(shares == 0)
    }

    private static let languages = ["en", "de", "fr", "es"]
    private static let ways = [
        "1 payload", "2 metadata", "3 import code", "4 JSON-LD", "5 block in the text",
        "5 block in the HTML",
    ]

    private func check(_ name: String, _ paths: [String]) throws {
        var tried = 0
        var asTheyAre = 0
        var counts = Self.languages.map { _ in Self.ways.map { _ in 0 } }
        for path in paths {
            guard let record = SampleShares.record(path), SampleShares.tells(record) else {
                continue
            }
            tried += 1
            for (row, language) in Self.languages.enumerated() {
                let pieces: MessagePieces
                do {
                    var options = try SampleShares.options(.small)
                    options.language = language
                    // A map takes longer than all the rest, and brings nothing home.
                    options.mapPicture = row == 0 && tried < 5
                    pieces = try ShareComposer().pieces(of: [record], options)
                    try ShareProof(pieces: pieces)
                        .check(MailMessage(parsing: pieces.message.bytes()))
                } catch {
                    Issue.record("\(path), \(language): \(error)")
                    continue
                }
                // Files that were cut off before their picture are sent as they are.
                if row == 0 { asTheyAre += pieces.findings.count { $0.code == .previewMissing } }
                let leaving = pieces.photos[0].record
                for difference in StoryComparison.differences(CleanText.clean(record), leaving) {
                    Issue.record("\(path): lost before it left: \(difference)")
                }
                for (way, reduced) in try Self.reduced(pieces).enumerated() {
                    let message = MailMessage(parsing: try reduced.bytes())
                    let photos = ShareReader().read(message).photos
                    var (sent, back) = (leaving, photos.first?.record ?? PhotoRecord())
                    if way > 3 { (sent, back) = (LabelledBlock.readable(sent), .readable(back)) }
                    let differences = StoryComparison.differences(sent, back)
                    if photos.count == 1, differences.isEmpty, photos[0].edited == nil {
                        counts[row][way] += 1
                    } else {
                        Issue.record(
                            "\(path), \(language), by \(Self.ways[way]): \(differences)")
                    }
                }
            }
        }
        print("\(name): \(paths.count) JPEGs, \(tried) with a story; by one channel alone, equal:")
        for (way, title) in Self.ways.enumerated() {
            let cells = Self.languages.indices.map { "\(Self.languages[$0]) \(counts[$0][way])" }
            print("  by \(title): \(cells.joined(separator: ", ")) of \(tried)")
        }
        print("  \(asTheyAre) hold no picture and are sent as they are")
        #expect(tried > 0)
        #expect(counts.allSatisfy { $0.allSatisfy { $0 == tried } })
    }

    /// The message with one channel left: payload, photos' metadata, import code, JSON-LD, the
    /// readable block in the text, the same in the HTML.
    private static func reduced(_ pieces: MessagePieces) throws -> [ShareMessage] {
        let bare = try pieces.message.photos.map { photo -> ShareMessage.Picture in
            var photo = photo
            let (empty, whole) = (PhotoRecord(), try photo.content.bytes)
            photo.content = try StoredBytes(
                (try? JPEGMetadataWriter().rewrite(whole, with: empty, orientation: 1)) ?? [],
                in: TemporaryFile())
            return photo
        }
        let html = pieces.message.html ?? ""
        func message(_ change: (inout ShareMessage) -> Void) -> ShareMessage {
            var message = pieces.message
            message.photos = bare
            message.payload = nil
            message.text = "nothing"
            message.html = nil
            change(&message)
            return message
        }
        return [
            message { $0.payload = pieces.message.payload },
            message { $0.photos = pieces.message.photos },
            message { $0.text = codes(pieces.message.text) },
            message { $0.html = scripts(html) },
            message { $0.text = withoutCodes(pieces.message.text) },
            message { $0.html = withoutCodes(html.replacing(scripts(html), with: "")) },
        ]
    }

    private static func scripts(_ html: String) -> String {
        html.matches(of: #/(?s)<script.*?</script>/#).map { String($0.output) }.joined()
    }

    private static func codes(_ text: String) -> String {
        text.matches(of: /(?s)\[\[wit:1:.*?:wit\]\]/).map { String($0.output) }.joined(
            separator: "\n")
    }

    private static func withoutCodes(_ text: String) -> String {
        text.replacing(/(?s)\[\[wit:1:.*?:wit\]\]/, with: "")
    }
}

extension PhotoRecord {
    fileprivate static func readable(_ record: PhotoRecord) -> PhotoRecord {
        LabelledBlock.readable(record)
    }
}
