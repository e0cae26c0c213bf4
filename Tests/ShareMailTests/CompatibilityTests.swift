import Foundation
import JSON
import MIMEMessage
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// Share mails that earlier versions wrote are read for ever.
///
/// `Fixtures/mails/*.eml` with `*.json` beside each: what must be read from it. Once released,
/// they are never written again. `WIT_WRITE_MAILS=1 swift test --filter CompatibilityTests`
/// writes those of this version that are not there yet.
@Suite struct CompatibilityTests {
    private static let folder = Checkout.fixtures.appending(path: "mails")

    @Test func `each mail that this version keeps is there`() throws {
        let writes = ProcessInfo.processInfo.environment["WIT_WRITE_MAILS"] != nil
        for mail in try SampleMails.kept() {
            let file = Self.folder.appending(path: mail.name + ".eml")
            if FileManager.default.fileExists(atPath: file.path) { continue }
            // What is written fails too: it is to be looked at, and committed.
            Issue.record("\(mail.name) was missing\(writes ? " and is written" : "")")
            guard writes else { continue }
            try FileManager.default.createDirectory(
                at: Self.folder, withIntermediateDirectories: true)
            let share = try ShareComposer().compose(mail.records, mail.options)
            try Data(share.bytes).write(to: file)
            let told = JSONValue.array(share.photos.map(\.record.json))
            try Data((told.prettyText + "\n").utf8).write(
                to: Self.folder.appending(path: mail.name + ".json"))
        }
    }

    @Test(arguments: ["v1-one", "v1-three", "v1-no-location", "v1-five-de"])
    func `a kept mail is read as it was written, by all channels and by each alone`(
        name: String
    ) throws {
        let file = Self.folder.appending(path: name + ".eml")
        let expected = try #require(
            try JSONValue(
                parsing: Data(
                    contentsOf: file.deletingPathExtension().appendingPathExtension("json"))
            )
            .array
        ).map { PhotoRecord(json: $0.object ?? [:]) }
        let bytes = [UInt8](try Data(contentsOf: file))
        for variant in [bytes, bytes.filter { $0 != 13 }] {
            let message = MailMessage(parsing: variant)
            let contents = ShareReader().read(message)
            #expect(contents.photos.map(\.record.json) == expected.map(\.json))
            #expect(contents.findings.isEmpty)
            // The first mails had no JSON-LD; their readable text was one already.
            let all = Set(ShareChannel.allCases)
            #expect(
                contents.channels == (name == "v1-five-de" ? all : all.subtracting([.linkedData])))
            #expect(contents.photos.allSatisfy { $0.match == .sha256 })
            for channel in contents.channels {
                let alone = ShareReader(channels: [channel]).read(message).photos
                #expect(alone.count == expected.count)
                for (var record, photo) in zip(expected, alone) {
                    if channel == .labelledBlock, name != "v1-five-de" {
                        // The first mails showed no decimals of seconds.
                        record.taken = record.taken.flatMap { taken in
                            LocalDateTime(secondsSince1970: taken.local.secondsSince1970)
                                .map { CaptureTime(local: $0, offset: taken.offset) }
                        }
                    }
                    #expect(StoryComparison.differences(record, photo.record) == [])
                }
            }
        }
    }

    @Test func `no mail is kept without a test`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".eml") }
        #expect(
            Set(names)
                == ["v1-one.eml", "v1-three.eml", "v1-no-location.eml", "v1-five-de.eml"])
    }
}
