import Foundation
import JSON
import MIMEMessage
import OutputText
import PhotoMetadata
import PhotoRecords
import Testing

@testable import Privacy
@testable import ShareMail

@Suite struct FieldGroupTests {
    /// A record with words of every group, of which no other text knows.
    private func record() throws -> PhotoRecord {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        let own = SampleRecords.kite
        record.name = "Qname"
        record.caption = "Qcaption"
        record.keywords = ["Qkeyword", "Qperson", "qface"]
        record.people = ["Qperson"]
        record.taken = own.taken
        record.location = own.location
        record.location?.place = Place(name: "Qplace", region: "Qregion", country: "FR")
        record.camera = Camera(make: "Qmake", model: "Qmodel", lens: "Qlens")
        let box = RegionBox(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
        record.regions = [
            Region(name: "Qface", kind: .face, shape: .rectangle(box)),
            Region(name: "Qthing", kind: .thing, shape: .ellipse(box)),
        ]
        record.unknown["Qunknown"] = "Qunknown"
        return record
    }

    private static let words: [FieldGroup: [String]] = [
        .name: ["Qname"], .caption: ["Qcaption"], .keywords: ["Qkeyword"],
        .people: ["Qperson", "Qface"], .place: ["Qplace", "Qregion"],
        .regions: ["Qthing"], .camera: ["Qmake", "Qmodel", "Qlens"],
        .date: ["2024-05-01", "2024:05:01", "10:22:33"], .altitude: ["35.1"],
        .direction: ["120.5"], .hashes: ["fingerprint"],
    ]

    @Test(arguments: FieldGroup.allCases)
    func `what is left out is in no part of the message, and the rest is`(
        group: FieldGroup
    ) throws {
        let record = try record()
        for size in [PhotoSize.small, .original] {
            var options = try SampleShares.options(size)
            options.message = nil
            options.stripped = [group]
            let share = try ShareComposer().compose([record], options)
            #expect(share.summary.hasSuffix(", without \(group.rawValue)"))
            let message = MailMessage(parsing: try share.bytes)
            var all = share.subject
            for part in message.leafParts {
                all += part.fileName ?? ""
                all += String(decoding: part.decodedBody(), as: UTF8.self)
            }
            for word in Self.words[group] ?? [] {
                #expect(!all.lowercased().contains(word.lowercased()), "\(word)")
            }
            #expect(!all.contains("Qunknown"))
            let back = try #require(ShareReader().read(message).photos.first).record
            #expect(!group.isTold(by: back) || group == .hashes)
            for other in FieldGroup.allCases where other != group && other != .hashes {
                #expect(other.isTold(by: back) || (group, other) == (.people, .regions), "\(other)")
            }
        }
    }

    @Test func `regions of people are left out with them, and that they are still seen is said`()
        throws
    {
        var record = try record()
        record.regions[1].name = "qperson"
        var options = try SampleShares.options()
        options.stripped = [.people]
        let share = try ShareComposer().compose([record], options)
        #expect(share.photos.first?.record.regions.isEmpty == true)
        let finding = try #require(share.findings.first { $0.code == .peopleVisible })
        #expect(finding.message.contains("2 people"))
        options.stripped = [.camera]
        let other = try ShareComposer().compose([record], options)
        #expect(!other.findings.contains { $0.code == .peopleVisible })
    }

    @Test func `all at once leaves the point and the identity`() throws {
        var options = try SampleShares.options()
        options.stripped = Set(FieldGroup.allCases)
        options.location = .tenKilometres
        let share = try ShareComposer().compose([try record()], options)
        let kept = try #require(share.photos.first)
        #expect(RecordField.allCases.filter { kept.record[field: $0] != nil } == [.location])
        #expect(kept.record.provenance.isEmpty && kept.fileName == "photo.jpg")
    }

    @Test func `a list names its groups, and an unknown one is reported with all groups`() throws {
        #expect(try FieldGroup.groups(in: "camera, People,date") == [.camera, .people, .date])
        for list in ["camera,", "", "camera,persons", "gps"] {
            let error = #expect(throws: WitError.self) { try FieldGroup.groups(in: list) }
            #expect(error?.code == .unknownGroup)
            #expect(error?.message.contains("choose from: name, caption, keywords, people") == true)
        }
    }

    @Test func `words that tell what is left out are the sender's, and pointed out`() throws {
        var record = try record()
        record.caption = "Qperson on the hill"
        var options = try SampleShares.options()
        options.stripped = [.people]
        let share = try ShareComposer().compose([record], options)
        #expect(share.findings.map(\.code) == [.strippedInWords, .peopleVisible])
        #expect(share.photos.first?.record.caption == "Qperson on the hill")
    }

    @Test(arguments: [
        ("/p/Anna at home 48.1371.jpg", "photo.jpg"), ("/p/IMG_20240501_102233.jpg", "photo.jpg"),
        ("/p/IMG_1234.jpg", "IMG_1234.jpg"), ("/p/DSC01234.JPG", "DSC01234.jpg"),
        ("/p/Ulm_89073.jpg", "photo.jpg"), ("/p/DJI_0042.jpg", "photo.jpg"),
        ("/p/_MG_1234.jpg", "_MG_1234.jpg"),
    ])
    func `the original's file name is withheld, unless a camera numbered it`(
        path: String, name: String
    ) throws {
        var record = try record()
        record.name = nil
        var options = try SampleShares.options()
        options.stripped = [.people]
        var names = PhotoFileName()
        let redacted = RedactedRecord(of: record, options)
        let named = redacted.named(redacted.record, of: path)
        #expect(names.next(for: named, extension: "jpg") == name)
        options.stripped = []
        let whole = RedactedRecord(of: record, options)
        #expect(whole.named(whole.record, of: path).file == path)
    }

    @Test func `no file names the attachment where the camera is left out`() throws {
        var options = try SampleShares.options()
        options.stripped = [.camera]
        let redacted = RedactedRecord(of: try record(), options)
        #expect(redacted.named(redacted.record, of: "/p/IMG_1234.jpg").file == nil)
    }

    @Test func `keywords that are paths to a person go with the person`() throws {
        var record = try record()
        record.people = ["Tom"]
        record.keywords = ["People|Tom", "Family/tom", "Friends\\Tom", "tom", "Tomato", "Tom|Yard"]
        FieldGroup.people.strip(&record)
        #expect(record.keywords == ["Tomato", "Tom|Yard"])
    }

    @Test func `without hashes the attached picture's look is withheld too`() throws {
        var options = try SampleShares.options()
        let whole = try ShareComposer().pieces(of: [try record()], options).payload
        #expect(whole.photos.first?.attachment?.perceptualHash != nil)
        options.stripped = [.hashes]
        var pieces = try ShareComposer().pieces(of: [try record()], options)
        #expect(pieces.payload.photos.first?.attachment?.perceptualHash == nil)
        pieces.payload.photos[0].attachment?.perceptualHash = "0123456789abcdef"
        pieces.message.payload = pieces.payload.bytes
        let message = MailMessage(parsing: try pieces.message.bytes())
        #expect(throws: WitError(.fieldLeak, "")) {
            try ShareProof(pieces: pieces).check(message)
        }
    }
}
