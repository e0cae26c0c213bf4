import JSON
import MIMEMessage
import PhotoRecords
import Testing

@testable import ShareMail
@testable import WhatIsThat

/// What strangers say of how many mails their shares have costs no more than the mails that they send.
@Suite struct ImportedSeriesTests {
    private func report(_ series: [ShareSeries?]) -> ImportMail.Report {
        var contents = ShareContents()
        contents.payloads = series.map { series in
            SharePayload(photos: [], generator: nil, created: nil, message: nil, series: series)
        }
        return ImportMail.Report(
            name: "mail.eml", messageID: nil, sender: nil, subject: "Kites", contents: contents,
            photos: [], failures: [], change: nil)
    }

    @Test func `of very many missing mails the first hundred are named, and all counted`() throws {
        var series = ImportedSeries(nil)
        series.note(report([ShareSeries(id: "a", number: 2, total: 10_000)]))
        let share = try #require(try series.incomplete().first)
        #expect(share.missing == [1] + Array(3...101))
        #expect(share.missingCount == 9_999 && share.total == 10_000)
        #expect(share.sentence.hasPrefix("mails 1, 3, 4, 5, 6, 7, 8, 9, 10, 11 … of 10000"))
        #expect(share.json["missingCount"]?.int == 9_999)
    }

    @Test func `no more than a thousand shares are counted`() throws {
        var series = ImportedSeries(nil)
        for number in 0..<1_200 {
            series.note(report([ShareSeries(id: "s\(number)", number: 1, total: 2)]))
        }
        #expect(try series.incomplete().count == 1_000)
        #expect(try series.incomplete(isStopped: { true }).isEmpty)
        // One of those that are counted goes on.
        series.note(report([ShareSeries(id: "s7", number: 2, total: 2)]))
        #expect(try series.incomplete().count == 999)
    }
}
