import Foundation
import MIMEMessage
import OutputText
import PhotoRecords
import Synchronization
import TestSupport
import Testing

@testable import ShareMail

@Suite struct MailDivisionTests {
    /// The drawn photos, each with an identity of its own as those of a catalog have.
    private let records = SampleShares.drawn.compactMap { SampleShares.record($0) }.map { record in
        var record = record
        record.id = record.id ?? RecordID()
        return record
    }

    /// - Parameter map: Whether a map is drawn, which takes longer than all the rest.
    private func options(_ limit: Int?, map: Bool = false) throws -> ShareOptions {
        var options = try SampleShares.options()
        options.maximumBytes = limit
        options.mapPicture = map
        return options
    }

    @Test(arguments: [250_000, 400_000, 900_000])
    func `the mails are within the limit, in order, and as few as it allows`(limit: Int) throws {
        let options = try options(limit, map: limit == 900_000)
        let shares = try ShareComposer().composeSeries(records, options)
        #expect(shares.count > 1)
        #expect(shares.allSatisfy { $0.byteCount <= limit })
        #expect(shares.flatMap(\.photos).map(\.file) == records.compactMap(\.file))
        let names = shares.flatMap(\.photos).map(\.fileName)
        #expect(Set(names).count == names.count)
        // The first photo of each mail would have been too much for the one before.
        let preparation = try ShareComposer().preparation(of: records, options, limit: 100)
        var start = 0
        for (place, share) in shares.enumerated().dropLast() {
            let longer = start..<start + share.photos.count + 1
            let series = ShareSeries(
                id: options.messageKey, number: place + 1, total: shares.count)
            let message = ShareComposer().pieces(of: preparation, longer, series: series).message
            // Where the number of mails hangs on its own digits, 1 KB stays free.
            #expect(try message.builder().encodedSize() > limit - 1_024)
            start += share.photos.count
        }
    }

    @Test(arguments: ["en", "de", "fr", "es"])
    func `each mail is a whole share and says which it is`(language: String) throws {
        var options = try options(400_000)
        options.language = language
        let shares = try ShareComposer().composeSeries(records, options)
        let said = [
            "en": "Mail {} of \(shares.count)", "de": "Mail {} von \(shares.count)",
            "fr": "Message {} sur \(shares.count)", "es": "Mensaje {} de \(shares.count)",
        ]
        for (index, share) in shares.enumerated() {
            let message = MailMessage(parsing: try share.bytes)
            #expect(message.subject?.hasSuffix(" (\(index + 1)/\(shares.count))") == true)
            #expect(message.messageID == share.messageID)
            #expect(message.references == (index == 0 ? [] : [shares[0].messageID]))
            let words = said[language]?.replacing("{}", with: String(index + 1)) ?? "?"
            for part in message.leafParts where part.contentType.isText && part.fileName == nil {
                #expect(part.decodedText().contains(words))
            }
            for channel in ShareChannel.allCases {
                let photos = ShareReader(channels: [channel]).read(message).photos
                #expect(photos.count == share.photos.count, "\(channel)")
            }
            let series = ShareReader().read(message).payloads.first?.series
            #expect(series?.number == index + 1 && series?.total == shares.count)
            #expect(series?.id == options.messageKey)
        }
        #expect(Set(shares.map(\.messageID)).count == shares.count)
    }

    @Test func `photos that fit into one mail make the mail that no limit makes`() throws {
        let free = try ShareComposer().compose(records, options(nil))
        let bound = try ShareComposer().composeSeries(records, options(free.byteCount))
        #expect(bound.count == 1)
        #expect(try bound.first?.bytes == free.bytes)
        #expect(try ShareComposer().composeSeries(records, options(free.byteCount - 1)).count == 2)
    }

    @Test func `one photo that is too large is named, with a size that fits`() throws {
        var options = try options(100_000)
        options.size = .large
        let known = options
        let record = try #require(SampleShares.record(named: "boat.jpg"))
        let small = try ShareComposer().compose([record], SampleShares.options(.small))
        options.maximumBytes = small.byteCount + 2_000
        let fitting = options
        let error = #expect(throws: WitError(.tooLarge, "")) {
            try ShareComposer().composeSeries([record], fitting)
        }
        #expect(error?.place == record.file)
        #expect(error?.message.contains("“small” fits") == true)
        options = known
        options.maximumBytes = 10_000
        let tiny = options
        let none = #expect(throws: WitError(.tooLarge, "")) {
            try ShareComposer().composeSeries([record], tiny)
        }
        #expect(none?.message.contains("No smaller size fits") == true)
    }

    @Test func `work that was stopped makes nothing`() throws {
        var composer = ShareComposer()
        let done = Mutex(0)
        composer.progress = { count, _ in done.withLock { $0 = count } }
        composer.isStopped = { done.withLock { $0 >= 2 } }
        let (stopping, options) = (composer, try options(400_000))
        #expect(throws: WitError.stopped) { try stopping.composeSeries(records, options) }
        #expect(done.withLock { $0 } < records.count)
    }
}

@Suite struct TemporaryFileTests {
    @Test func `what is added is read back, and no name is left in the folder`() throws {
        let file = try TemporaryFile()
        let first = try StoredBytes([1, 2, 3], in: file)
        let second = try StoredBytes(Array(repeating: 7, count: 600_000), in: file)
        #expect(try first.bytes == [1, 2, 3])
        #expect(try second.bytes == Array(repeating: 7, count: 600_000))
        #expect(file.count == 600_003)
        #expect(file.path.hasPrefix("/dev/fd/"))
        // Other tests of this process may hold files for a moment; this one's has no name.
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_nlink == 0)
    }
}
