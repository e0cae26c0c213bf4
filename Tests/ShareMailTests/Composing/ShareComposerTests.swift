import Foundation
import JSON
import MIMEMessage
import OutputText
import PhotoMetadata
import PhotoRecords
import Pictures
import Privacy
import Synchronization
import TestSupport
import Testing

@testable import ShareMail

@Suite struct ShareComposerTests {
    private let kite = SampleShares.record(named: "bird.jpg")
    private let boat = SampleShares.record(named: "boat.jpg")

    @Test func `the message has the structure of the specification`() throws {
        let records = [try #require(kite), try #require(boat)]
        let share = try ShareComposer().compose(records, SampleShares.options())
        let message = MailMessage(parsing: try share.bytes)
        #expect(
            message.tree
                == "multipart/mixed(multipart/alternative(text/plain,multipart/related(text/html,"
                + "image/jpeg,image/jpeg,image/png)),image/jpeg,image/jpeg,"
                + "application/vnd.whatisthat.share+json)")
        #expect(message.defects.isEmpty)
        #expect(message.subject == "Red kite and 1 more photo")
        #expect(message.messageID == share.messageID)
        #expect(message.from.first?.address == "anna@example.org")
        let names = message.leafParts.compactMap(\.fileName)
        #expect(names.contains("Red-kite.jpg") && names.contains("photos.wit.json"))
        #expect(
            share.summary.hasPrefix("2 photos, ")
                && share.summary.hasSuffix("with the exact location"))
    }

    @Test func `the message is 7-bit, CRLF, and no line is too long`() throws {
        let share = try ShareComposer().compose([try #require(boat)], SampleShares.options())
        let bytes = try share.bytes
        #expect(bytes.count == share.byteCount)
        #expect(bytes.allSatisfy { $0 < 0x80 && $0 != 0 })
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        #expect(lines.dropLast().allSatisfy { $0.last == 13 && $0.count <= 79 })
        #expect(bytes.count { $0 == 13 } == bytes.count { $0 == 10 })
    }

    @Test func `the same records and options make the same bytes`() throws {
        let record = try #require(kite)
        let first = try ShareComposer().compose([record], SampleShares.options())
        let second = try ShareComposer().compose([record], SampleShares.options())
        #expect(try first.bytes == second.bytes)
    }

    @Test(arguments: PhotoSize.allCases)
    func `each size renders upright, and the original keeps its encoded picture`(
        size: PhotoSize
    ) throws {
        var record = try #require(kite)
        record.name = "My own name"
        let share = try ShareComposer().compose([record], SampleShares.options(size))
        let photo = try #require(
            ShareReader().read(MailMessage(parsing: try share.bytes)).photos.first)
        let picture = try #require(photo.picture)
        let header = try PictureRenderer().header(of: picture.bytes)
        let own = try PhotoReader().read(bytes: picture.bytes).record
        #expect(own.name == "My own name")
        #expect(photo.match == .sha256)
        let original = try PhotoReader().read(path: record.file ?? "").record
        if size == .original {
            #expect(own.image?.fingerprint == original.image?.fingerprint)
            #expect(header.orientation == original.image?.orientation ?? 1)
        } else {
            #expect(header.orientation == 1)
            #expect(max(header.width, header.height) <= size.longestSide ?? 0)
        }
        #expect(photo.record.regions == record.regions)
    }

    @Test func `what the catalog knows leaves, not what the file says`() throws {
        var record = try #require(boat)
        record.caption = "Written by a person"
        record.keywords = ["one", "two"]
        record.location?.coordinate = Coordinate(latitude: 1.5, longitude: -2.25)
        let share = try ShareComposer().compose([record], SampleShares.options())
        let message = MailMessage(parsing: try share.bytes)
        for channel in ShareChannel.allCases {
            let photos = ShareReader(channels: [channel]).read(message).photos
            #expect(photos.map(\.record.caption) == ["Written by a person"])
            #expect(photos.first?.record.keywords == ["one", "two"])
            #expect(photos.first?.record.location?.coordinate?.longitude == -2.25)
            #expect(photos.first?.fieldChannels[.caption] == channel)
        }
    }

    @Test func `nothing about this machine is sent`() throws {
        var record = try #require(kite)
        record.findings = [Finding(.note, "x", where: "y", "z")]
        let share = try ShareComposer().compose([record], SampleShares.options())
        let message = MailMessage(parsing: try share.bytes)
        let path = try #require(record.file)
        for part in message.leafParts {
            #expect(!String(decoding: part.decodedBody(), as: UTF8.self).contains(path))
        }
        record.unknown["editor"] = .string("edited \(path)")
        let leaking = record
        let error = #expect(throws: WitError.self) {
            try ShareComposer().compose([leaking], SampleShares.options())
        }
        #expect(error?.code == .pathLeak)
    }

    @Test func `unknown members of a record travel under exact`() throws {
        var record = try #require(kite)
        record.unknown["mood"] = "calm"
        let share = try ShareComposer().compose([record], SampleShares.options())
        let back = ShareReader().read(MailMessage(parsing: try share.bytes)).photos.first?.record
        #expect(back?.unknown["mood"] == "calm")
    }

    @Test(arguments: ["Hi\r\nBcc: eve@evil.example", "Hi\nthere", "Hi\0"])
    func `a line break in a header value is refused, and named`(subject: String) throws {
        var options = try SampleShares.options()
        options.subject = subject
        let records = [try #require(kite)]
        let broken = options
        let error = #expect(throws: WitError.self) {
            try ShareComposer().compose(records, broken)
        }
        #expect(error?.code == .headerInjection)
        #expect(error?.message.contains("Hi") == true)
        var addressed = try SampleShares.options()
        addressed.to = [Mailbox(name: subject, address: "ben@example.net")]
        let injected = addressed
        #expect(throws: WitError(.headerInjection, "")) {
            try ShareComposer().compose(records, injected)
        }
    }

    @Test func `what cannot be sent is refused with the file's name`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "empty.jpg"))
        try Data("no picture".utf8).write(to: folder.url.appending(path: "text.jpg"))
        let cases: [(String, WitError.Code)] = [
            ("empty.jpg", .fileUnreadable), ("text.jpg", .pictureUnreadable),
            ("gone.jpg", .fileUnreadable),
            ("", .fileUnreadable),
        ]
        for (name, code) in cases {
            var record = PhotoRecord()
            record.file = folder.path(name)
            let broken = record
            let error = #expect(throws: WitError.self) {
                try ShareComposer().compose([broken], SampleShares.options())
            }
            #expect(error?.code == code)
            #expect(error?.message.contains(folder.path(name)) == true)
        }
    }

    @Test(arguments: PhotoSize.allCases)
    func `a JPEG that was cut off before its picture leaves with its story, and a word`(
        size: PhotoSize
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("stump.jpg")
        try Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2]).write(to: URL(filePath: path))
        var record = PhotoRecord()
        record.file = path
        record.name = "A stump"
        var options = try SampleShares.options()
        options.size = size
        let share = try ShareComposer().compose([record], options)
        #expect(share.findings.map(\.code) == [.previewMissing])
        #expect(share.findings.first?.place == path)
        let back = ShareReader(channels: [.metadata]).read(MailMessage(parsing: try share.bytes))
        #expect(back.photos.map(\.record.name) == ["A stump"])
    }

    @Test func `no photo, no recipient, too many bytes are refused`() throws {
        let records = [try #require(kite)]
        #expect(throws: WitError(.photoCount, "")) {
            try ShareComposer().compose([], SampleShares.options())
        }
        #expect(throws: WitError(.noRecipient, "")) {
            try ShareComposer().compose(records, ShareOptions(to: []))
        }
        var options = try SampleShares.options()
        options.maximumBytes = 1000
        let small = options
        #expect(throws: WitError(.tooLarge, "")) {
            try ShareComposer().compose(records, small)
        }
        options = try SampleShares.options()
        options.template = "nonesuch"
        let unknown = options
        let error = #expect(throws: WitError.self) {
            try ShareComposer().compose(records, unknown)
        }
        #expect(error?.code == .template)
        #expect(error?.message.contains("share") == true)
    }

    @Test func `a message without a sender is a draft`() throws {
        var options = try SampleShares.options()
        options.from = nil
        let share = try ShareComposer().compose([try #require(kite)], options)
        let message = MailMessage(parsing: try share.bytes)
        #expect(message.headers["X-Unsent"] == "1")
        #expect(message.from.isEmpty)
    }

    @Test func `long captions are shortened in the HTML alone`() throws {
        var record = try #require(kite)
        record.caption = String(repeating: "A long story, and then more of it. ", count: 1500)
            .trimmingCharacters(in: .whitespaces)
        let three = [record, record, record].enumerated().map { index, record in
            var record = record
            record.id = RecordID()
            record.name = "Photo \(index)"
            return record
        }
        let share = try ShareComposer().compose(three, SampleShares.options())
        #expect(share.htmlBytes < 100_000)
        #expect(share.findings.map(\.code) == [.captionShortened])
        let back = ShareReader().read(MailMessage(parsing: try share.bytes)).photos
        #expect(back.map(\.record.caption) == three.map(\.caption))
    }

    @Test func `a photo given twice is sent once, two that look the same both`() throws {
        var first = try #require(kite)
        first.id = nil
        let folder = try TemporaryFolder()
        var copy = first
        copy.file = folder.path("copy.jpg")
        try FileManager.default.copyItem(atPath: first.file ?? "", toPath: folder.path("copy.jpg"))
        let share = try ShareComposer().compose([first, copy, first], SampleShares.options())
        #expect(share.photos.count == 2)
        #expect(share.findings.map(\.code) == [.photoTwice])
        #expect(share.photos.map(\.fileName) == ["Red-kite.jpg", "Red-kite-2.jpg"])
        let back = ShareReader().read(MailMessage(parsing: try share.bytes)).photos
        #expect(back.map(\.record.name) == ["Red kite", "Red kite"])
        #expect(back.map { $0.picture?.fileName } == ["Red-kite.jpg", "Red-kite-2.jpg"])
    }

    @Test func `who asks to stop once the pictures are ready gets no message`() throws {
        let records = [try #require(kite), try #require(boat)]
        let isReady = Mutex(false)
        var composer = ShareComposer()
        composer.progress = { done, total in if done == total { isReady.withLock { $0 = true } } }
        composer.isStopped = { isReady.withLock { $0 } }
        for limit in [nil, 10_000_000] {
            isReady.withLock { $0 = false }
            var options = try SampleShares.options()
            options.maximumBytes = limit
            let error = #expect(throws: WitError.self) {
                try composer.composeSeries(records, options)
            }
            #expect(error?.code == .interrupted)
        }
    }

    @Test func `progress is told one after the other, in order`() throws {
        let folder = Checkout.fixtures.appending(path: "photos")
        let records = SampleShares.photos(in: folder).compactMap { SampleShares.record($0) }
        let told = Mutex<[Int]>([])
        let isTold = Mutex(false)
        var composer = ShareComposer()
        composer.progress = { done, _ in
            let isFirst = isTold.withLock { isTold in
                defer { isTold = true }
                return !isTold
            }
            #expect(isFirst, "two at a time")
            Thread.sleep(forTimeInterval: done == 1 ? 0.5 : 0)
            told.withLock { $0.append(done) }
            isTold.withLock { $0 = false }
        }
        _ = try composer.compose(records, SampleShares.options())
        #expect(records.count > 3)
        #expect(told.withLock { $0 } == Array(1...records.count))
    }
}
