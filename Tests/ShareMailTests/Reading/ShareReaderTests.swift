import Foundation
import MIMEMessage
import PhotoRecords
import Pictures
import TestSupport
import Testing

@testable import ShareMail

@Suite struct ShareReaderTests {
    private static let records = ["bird.jpg", "boat.jpg", "cat.jpg"].compactMap { name in
        SampleShares.record(named: name).map { record in
            var record = record
            record.id = RecordID()
            return record
        }
    }
    private static let pieces = try? ShareComposer().pieces(
        of: records, SampleShares.options())

    private func message() throws -> ShareMessage { try #require(Self.pieces).message }

    private func read(_ message: ShareMessage) throws -> ShareContents {
        ShareReader().read(MailMessage(parsing: try message.bytes()))
    }

    /// Whether all stories came home.
    private func expectAll(_ contents: ShareContents, _ match: PictureMatch?) {
        #expect(contents.photos.count == 3)
        for (record, photo) in zip(Self.records, contents.photos) {
            #expect(StoryComparison.differences(record, photo.record) == [])
            #expect(photo.record.id == record.id)
            #expect(photo.match == match)
        }
    }

    @Test func `a message is read whole, by the strongest channel`() throws {
        let contents = try read(message())
        expectAll(contents, .sha256)
        #expect(contents.channels == Set(ShareChannel.allCases))
        #expect(contents.findings.isEmpty)
        #expect(contents.isShare)
        #expect(contents.message == "Hello Ben,\n\nlook!")
        let first = try #require(contents.photos.first)
        #expect(first.fieldChannels[.name] == .payload)
        #expect(first.picture?.fileName == "Red-kite.jpg")
        #expect(!first.isPreview)
    }

    @Test func `a weaker channel fills what a stronger one does not know`() throws {
        var payload = try #require(Self.pieces).payload
        payload.photos[0].record.caption = nil
        payload.photos[0].record.name = "Newer name"
        var message = try message()
        message.payload = payload.bytes
        let first = try #require(try read(message).photos.first)
        #expect(first.record.name == "Newer name")
        #expect(first.fieldChannels[.name] == .payload)
        #expect(first.record.caption == Self.records[0].caption)
        #expect(first.fieldChannels[.caption] == .metadata)
    }

    @Test func `recompressed pictures are known by Content-ID`() throws {
        var message = try message()
        try message.recompress()
        let contents = try read(message)
        expectAll(contents, .contentID)
        #expect(contents.findings.map(\.code) == Array(repeating: .pictureChanged, count: 3))
    }

    @Test func `without Content-IDs they are known by file name`() throws {
        var message = try message()
        try message.recompress()
        for index in message.photos.indices { message.photos[index].contentID = "new\(index)@x" }
        expectAll(try read(message), .fileName)
    }

    @Test func `renamed and shuffled, they are known by their look`() throws {
        var message = try message()
        try message.recompress()
        for index in message.photos.indices {
            message.photos[index].contentID = "new\(index)@x"
            message.photos[index].fileName = "image00\(index).jpg"
        }
        message.photos.reverse()
        expectAll(try read(message), .perceptualHash)
    }

    @Test func `by the import code alone, they are known by their order at the last`() throws {
        var message = try message()
        try message.recompress()
        message.payload = nil
        for index in message.photos.indices {
            message.photos[index].contentID = "new\(index)@x"
            message.photos[index].fileName = "image00\(index).jpg"
        }
        expectAll(try read(message), .order)
    }

    @Test func `by the import code alone, untouched pictures are known by hash`() throws {
        var message = try message()
        message.payload = nil
        message.html = nil
        let contents = ShareReader(channels: [.importCode])
            .read(MailMessage(parsing: try message.bytes()))
        expectAll(contents, .sha256)
    }

    @Test func `previews are photos only where the attached ones are gone`() throws {
        #expect(try read(message()).photos.count == 3)
        var message = try message()
        message.payload = nil
        message.text = ""
        message.html = message.html.map { $0.replacing(ImportCode.begin, with: "") }
        #expect(try read(message).photos.count == 3)
        message = try self.message()
        message.photos.remove(at: 1)
        let contents = try read(message)
        #expect(contents.photos.count == 3)
        #expect(contents.photos.map(\.isPreview) == [false, true, false])
        #expect(contents.photos.map { $0.picture == nil } == [false, false, false])
        message.photos = []
        let small = try read(message)
        #expect(small.photos.map(\.isPreview) == [true, true, true])
        #expect(small.photos.map(\.record.name) == Self.records.map(\.name))
    }

    @Test func `a record without a picture is reported by name`() throws {
        var message = try message()
        message.photos = []
        message.previews = []
        let contents = try read(message)
        #expect(contents.photos.map(\.record.name) == Self.records.map(\.name))
        #expect(contents.findings.map(\.code) == Array(repeating: .pictureMissing, count: 3))
    }

    @Test func `forwarded as an attachment, twice, it is the same`() throws {
        let bytes = try message().bytes()
        var inner = bytes
        for _ in 0..<3 {
            inner = try MIMEBuilder(
                body: .mixed([.plainText("see below"), .message(inner), .message(inner)])
            ).build()
        }
        let contents = ShareReader().read(MailMessage(parsing: inner))
        expectAll(contents, .sha256)
    }

    @Test func `a payload that lost its type and name is known by its bytes`() throws {
        let message = try message()
        let photos = message.photos.map { MIMEBody.attachment($0.content.part, type: .octetStream) }
        for type in [MediaType.octetStream, MediaType("text", "plain"), MediaType("image", "x")] {
            let body = MIMEBody.mixed(
                [.plainText("gone")] + photos
                    + [.attachment(message.payload ?? [], type: type, fileName: "ATT00001.dat")])
            let contents = ShareReader().read(
                MailMessage(parsing: try MIMEBuilder(body: body).build()))
            if type.type == "image" {
                // Said to be a picture, it is none: the other channels are enough.
                #expect(contents.channels == [.metadata])
            } else {
                expectAll(contents, .sha256)
                #expect(contents.channels.contains(.payload))
            }
        }
    }

    @Test func `a later major version is named, and the other channels are used`() throws {
        var message = try message()
        let text = String(decoding: message.payload ?? [], as: UTF8.self)
        message.payload = Array(
            text.replacing("\"version\" : 1", with: "\"version\" : 2").utf8)
        let contents = try read(message)
        #expect(contents.findings.map(\.code) == [.payloadRefused])
        #expect(contents.findings.first?.severity == .error)
        #expect(contents.channels == Set(ShareChannel.allCases).subtracting([.payload]))
        #expect(contents.photos.map(\.record.name) == Self.records.map(\.name))
    }

    @Test func `an ordinary mail's photos come as they are`() throws {
        let path = try #require(SampleShares.drawn.first { $0.hasSuffix("bird.jpg") })
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let bare = try PictureRenderer().jpeg(from: bytes, longestSide: 300)
        let id = MessageID(rawValue: "shown@x")
        let body = MIMEBody.mixed([
            .related(
                root: .html("<img src=\"cid:shown@x\">"),
                [.inline(bare.bytes, type: .jpeg, contentID: id)]),
            .attachment(bytes, type: .jpeg, fileName: "DSC1.jpg"),
            .attachment(Array("not a picture".utf8), type: .jpeg, fileName: "broken.jpg"),
        ])
        let contents = ShareReader().read(
            MailMessage(parsing: try MIMEBuilder(body: body).build()))
        #expect(!contents.isShare)
        #expect(contents.photos.map(\.match) == [.own, .own])
        #expect(contents.photos.first?.record.name == "Red kite")
        #expect(contents.photos.first?.channels == [.metadata])
        #expect(contents.photos.last?.channels == [])
        #expect(contents.findings.map(\.code) == [.pictureUnreadable])
    }

    @Test func `one picture of two records goes to its own`() throws {
        var message = try message()
        message.previews = []
        message.photos = [message.photos[2]]
        let contents = try read(message)
        #expect(contents.photos.map { $0.picture != nil } == [false, false, true])
    }

    @Test func `mutated messages are read without harm`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("share message mutation seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var small = try message()
        small.photos = [small.photos[0]]
        small.previews = []
        let bytes = try small.bytes()
        for _ in 0..<20 {
            var mutated = bytes
            for _ in 0..<Int.random(in: 1...200, using: &random) {
                let index = Int.random(in: 0..<mutated.count, using: &random)
                mutated[index] = UInt8.random(in: 0...255, using: &random)
            }
            let contents = ShareReader().read(MailMessage(parsing: mutated))
            // Whatever the bytes became, none of them is a path of this machine.
            #expect(contents.photos.allSatisfy { $0.record.file == nil })
        }
    }
}

extension ShareMessage {
    /// What a mail program does that makes pictures smaller: other bytes, no metadata.
    fileprivate mutating func recompress() throws {
        for index in photos.indices {
            let smaller = try PictureRenderer()
                .jpeg(from: photos[index].content.bytes, longestSide: 500, quality: 60)
            photos[index].content = try StoredBytes(smaller.bytes, in: TemporaryFile())
        }
    }
}
