import Foundation
import MIMEMessage
import PhotoRecords
import Pictures
import TestSupport
import Testing

@testable import ShareMail

/// Whatever the data of a mail claim of its pictures: what is shown comes home, with its own words.
@Suite struct ShownPicturesTests {
    private static let looks = ThumbnailCache()
    private static let identity = "0192f3c4-5a6b-7c8d-9e0f-112233445566"
    private let balloon: [UInt8]
    private let cat: [UInt8]

    init() throws {
        func drawn(_ name: String) throws -> [UInt8] {
            let path = Checkout.fixtures.appending(path: "photos/\(name).jpg")
            return try PictureRenderer().jpeg(
                from: [UInt8](Data(contentsOf: path)), longestSide: 400, quality: 80
            ).bytes
        }
        (balloon, cat) = (try drawn("balloon"), try drawn("cat"))
    }

    private func read(_ mail: ForgedMail) -> ShareContents {
        ShareReader(looks: Self.looks).read(MailMessage(parsing: mail.bytes))
    }

    private func photo(_ members: String, name: String = "Balloon") -> String {
        #"{"id":"\#(Self.identity)","name":"\#(name)","attachment":{\#(members)}}"#
    }

    private func hashes(_ contents: ShareContents) -> [String] {
        contents.photos.compactMap(\.picture?.sha256)
    }

    private func sum(_ bytes: [UInt8]) -> String { ExtractedContent.sha256(bytes) }

    @Test func `a picture shown in the text is a photo, where the data name a hidden one`() throws {
        for preview in ["", #","preview":{"sha256":"\#(sum(balloon))","contentID":"seen@x"}"#] {
            let claim = photo(#""sha256":"\#(sum(cat))","fileName":"cat.jpg""#)
            let mail = ForgedMail(
                .multipart(
                    "related",
                    [
                        .html("<p>My balloon!</p><img src=\"cid:seen@x\">"),
                        .picture(balloon, "seen.jpg", id: "seen@x", isInline: true),
                        .picture(cat, "cat.jpg", id: "hidden@x", isInline: true),
                    ]), .payload(String(claim.dropLast()) + preview + "}"))
            let contents = read(mail)
            #expect(hashes(contents) == [sum(cat), sum(balloon)])
            #expect(contents.photos.last?.record.name == nil)
            #expect(contents.findings.map(\.code).contains(.pictureShownAlone))
        }
    }

    @Test func `a picture shown by our own Content-ID or name is a photo unless it is a preview`()
        throws
    {
        let claim = photo(#""sha256":"\#(sum(cat))","fileName":"cat.jpg""#)
        for (name, id) in [("preview-cat.jpg", nil), ("x.jpg", "wit-preview-1.x@y")] {
            func mail(_ shown: [UInt8]) -> ForgedMail {
                ForgedMail(
                    .text("Look"), .picture(shown, name, id: id), .picture(cat, "cat.jpg"),
                    .payload(claim))
            }
            #expect(hashes(read(mail(balloon))) == [sum(cat), sum(balloon)])
            let preview = try PictureRenderer().jpeg(from: cat, longestSide: 200, quality: 50)
            let own = read(mail(preview.bytes))
            #expect(hashes(own) == [sum(cat)] && own.findings.isEmpty)
        }
    }

    @Test(arguments: ["contentID", "sha256"])
    func `the words are of the picture that has the file's name, not of the one that data lead to`(
        claim: String
    ) throws {
        let pointer = claim == "sha256" ? sum(cat) : "b@x"
        let mail = ForgedMail(
            .text("Name: Balloon\nDate: 1 May 2024, 10:22:33\nFile: a.jpg\n"),
            .picture(cat, "b.jpg", id: "b@x"), .picture(balloon, "a.jpg", id: "a@x"),
            .payload(photo(#""\#(claim)":"\#(pointer)","fileName":"a.jpg""#)))
        let contents = read(mail)
        #expect(contents.photos.count == 2)
        let named = try #require(contents.photos.first { $0.record.name == "Balloon" })
        #expect(named.picture?.sha256 == sum(balloon) && named.match == .fileName)
        #expect(contents.photos.last?.picture?.sha256 == sum(cat))
        #expect(contents.photos.last?.record.name == nil)
        #expect(contents.findings.map(\.code).contains(.pictureDisputed))
    }

    @Test func `a copy under the file's name is no other picture`() throws {
        let small = try PictureRenderer().jpeg(from: cat, longestSide: 300, quality: 60).bytes
        let mail = ForgedMail(
            .text("Look"), .picture(cat, "image001.jpg"), .picture(small, "cat.jpg"),
            .payload(photo(#""sha256":"\#(sum(cat))","fileName":"cat.jpg""#)))
        let contents = read(mail)
        #expect(contents.photos.first?.picture?.sha256 == sum(cat))
        #expect(!contents.findings.map(\.code).contains(.pictureDisputed))
    }

    @Test func `a name that two pictures have leads to neither, but by what they look like`() throws
    {
        func mail(_ members: String) -> ForgedMail {
            ForgedMail(
                .text("Look"), .picture(cat, "a.jpg"), .picture(balloon, "a.jpg"),
                .payload(photo(#""fileName":"a.jpg""# + members)))
        }
        let blind = read(mail(""))
        #expect(blind.photos.count == 3 && blind.photos.first?.picture == nil)
        let look = try PictureRenderer().perceptualHash(of: balloon).text
        let seen = read(mail(#","perceptualHash":"\#(look)""#))
        #expect(seen.photos.count == 2)
        #expect(seen.photos.first?.picture?.sha256 == sum(balloon))
    }

    @Test func `a picture with the mark or the name of our map is a photo if it has no map's size`()
        throws
    {
        let path = Checkout.fixtures.appending(path: "formats/bird.png")
        let bird = [UInt8](try Data(contentsOf: path))
        try #require(!MapMark.hasSizeOfMap(bird))
        for (bytes, id) in [(MapMark.marked(bird), nil), (bird, "wit-map-1.x@y")] {
            let mail = ForgedMail(
                .text("Look"), .picture(bytes, "map.png", id: id, type: "image/png"))
            #expect(hashes(read(mail)) == [sum(bytes)])
        }
    }
}
