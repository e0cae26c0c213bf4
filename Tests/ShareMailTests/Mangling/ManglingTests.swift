import Foundation
import MIMEMessage
import PhotoRecords
import Pictures
import TestSupport
import Testing

@testable import ShareMail

/// Whatever mail programs do, the story comes home with its own picture, or it is known which
/// channel was the last to go.
@Suite struct ManglingTests {
    private static let records = ["bird.jpg", "boat.jpg", "cat.jpg"].compactMap { name in
        SampleShares.record(named: name).map { record in
            var record = record
            record.id = RecordID()
            record.location?.place = Place(name: "Place of " + name, region: "Ω", country: "GR")
            return record
        }
    }
    private static let pieces = try? ShareComposer().pieces(
        of: records, SampleShares.options())
    private static let bytes = try? pieces?.message.bytes()
    /// Each picture is decoded once in all manglings.
    private static let looks = ThumbnailCache()

    @Test(arguments: Mangling.all.map(\.name))
    func `the story survives with its own picture`(name: String) throws {
        let mangling = try #require(Mangling.all.first { $0.name == name })
        try expectHome(mangling, try #require(Self.bytes))
    }

    @Test(arguments: ["de", "es", "fr"])
    func `JSON-LD and the readable block survive in every language`(language: String) throws {
        var options = try SampleShares.options()
        options.language = language
        let bytes = try ShareComposer().pieces(of: Self.records, options).message.bytes()
        for mangling in Mangling.readable { try expectHome(mangling, bytes, language) }
        print("mangling: \(Mangling.readable.count) of the readable text, in \(language)")
    }

    private func expectHome(
        _ mangling: Mangling, _ bytes: [UInt8], _ language: String = "en"
    ) throws {
        var root = MangledPart(MailMessage(parsing: bytes).root)
        try mangling.apply(&root)
        let bytes = root.message()
        let comment: Comment = "\(mangling.name), \(language)"
        for variant in language == "en" ? [bytes, bytes.filter { $0 != 13 }] : [bytes] {
            let contents = ShareReader(looks: Self.looks).read(MailMessage(parsing: variant))
            #expect(contents.photos.count == Self.records.count, comment)
            for (index, photo) in contents.photos.prefix(Self.records.count).enumerated() {
                #expect(photo.match == mangling.match, comment)
                #expect(photo.isPreview == mangling.isPreview)
                #expect(photo.fieldChannels[.name] == mangling.channel, comment)
                guard mangling.channel != nil else {
                    #expect(photo.channels.isEmpty)
                    continue
                }
                // What mail programs do to a text is no change by hand.
                #expect(photo.edited == nil && photo.disagreements.isEmpty, comment)
                var (sent, back) = (Self.records[index], photo.record)
                if mangling.channel == .labelledBlock {
                    (sent, back) = (LabelledBlock.readable(sent), LabelledBlock.readable(back))
                    back.id = sent.id
                }
                #expect(StoryComparison.differences(sent, back) == [], comment)
                #expect(back.id == sent.id)
                try expectPicture(photo, index, mangling)
            }
            if mangling.channel == nil { #expect(contents.channels.isEmpty) }
        }
    }

    @Test func `the manglings are many, each with a name of its own`() {
        #expect(Mangling.all.count >= 75)
        #expect(Set(Mangling.all.map(\.name)).count == Mangling.all.count)
        for mangling in Mangling.all {
            let name = mangling.name.padding(toLength: 62, withPad: " ", startingAt: 0)
            let channel = mangling.channel?.rawValue ?? "none"
            print("mangling: \(name) \(channel), \(mangling.match?.rawValue ?? "no picture")")
        }
    }

    /// Whether the picture shows what the record tells of.
    private func expectPicture(_ photo: ReceivedPhoto, _ index: Int, _ mangling: Mangling) throws {
        guard mangling.match != nil else {
            #expect(photo.picture == nil)
            return
        }
        let picture = try #require(photo.picture)
        // The very bytes that were sent need no look.
        if try picture.bytes == Self.pieces?.message.photos[index].content.bytes { return }
        let sent = try #require(Self.pieces?.photos[index].perceptualHash)
        let hash = try PictureRenderer().perceptualHash(of: picture.bytes)
        let expected = try #require(PerceptualHash(sent))
        #expect(hash.distance(to: expected) <= PerceptualHash.matchThreshold)
    }
}
