import Foundation
import MIMEMessage
import OutputText
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

/// Photos of which different things leave, in one mail or several.
@Suite struct MixedPrivacyTests {
    private func record(_ name: String, _ latitude: Double, _ longitude: Double) throws
        -> PhotoRecord
    {
        var record = try #require(SampleShares.record(named: name))
        record.location = Location(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: 519)
        return record
    }

    private func options() throws -> ShareOptions {
        var options = try SampleShares.options()
        let center = try #require(Coordinate(latitude: 48.1372, longitude: 11.5756))
        options.homes = [HomeZone(name: "Home", center: center, radius: 2)]
        return options
    }

    @Test func `a picture is judged by its own photo's grade beside exact ones`() throws {
        let records = [
            try record("bird.jpg", 48.1401, 11.5801), try record("boat.jpg", 47.1234, 10.1234),
        ]
        let options = try options()
        var pieces = try ShareComposer().pieces(of: records, options)
        try ShareProof(pieces: pieces).check(MailMessage(parsing: try pieces.message.bytes()))
        // The first photo tells the second's exact point, which leaves elsewhere.
        let content = pieces.message.photos[0].content
        var telling = pieces.photos[0].record
        telling.location = records[1].location
        let bytes = try JPEGMetadataWriter().rewrite(
            try content.bytes, with: telling, orientation: 1)
        pieces.message.photos[0].content = try StoredBytes(bytes, in: TemporaryFile())
        pieces.payload.photos[0].attachment?.sha256 = ExtractedContent.sha256(bytes)
        pieces.message.payload = pieces.payload.bytes
        try refuse(pieces, records, options)
    }

    @Test func `a record may tell its own photo's location alone`() throws {
        let records = [
            try record("bird.jpg", 48.1401, 11.5801), try record("boat.jpg", 47.1234, 10.1234),
        ]
        let options = try options()
        var pieces = try ShareComposer().pieces(of: records, options)
        pieces.payload.photos[0].record.location = records[1].location
        pieces.message.payload = pieces.payload.bytes
        try refuse(pieces, records, options)
    }

    private func refuse(
        _ pieces: MessagePieces, _ records: [PhotoRecord], _ options: ShareOptions
    ) throws {
        let message = MailMessage(parsing: try pieces.message.bytes())
        let search = MessageLeakSearch(
            message: message, extracted: ExtractedContent(message, limits: .init()),
            originals: records,
            options: options)
        let error = #expect(throws: WitError.self) { try search.check() }
        #expect(error?.code == .locationLeak)
    }

    /// A picture that stands in the sender's own words, uuencoded, is known to no payload.
    @Test func `a picture of no photo is judged by the strictest grade beside exact photos`() throws
    {
        let records = [
            try record("bird.jpg", 48.1401, 11.5801), try record("boat.jpg", 47.1234, 10.1234),
        ]
        let options = try options()
        let pieces = try ShareComposer().pieces(of: records, options)
        let jpeg = try pieces.message.photos[0].content.bytes
        var exact = PhotoRecord()
        exact.location = records[1].location
        var coarse = PhotoRecord()
        coarse.location = pieces.photos[0].record.location
        let grade = options.homes[0].grade
        #expect(pieces.photos.map(\.location) == [grade, .exact])
        for (record, isAllowed) in [(PhotoRecord(), true), (coarse, true), (exact, false)] {
            var changed = pieces
            let bytes = try JPEGMetadataWriter().rewrite(jpeg, with: record, orientation: 1)
            changed.message.text += "\n\n" + Self.uuencoded(bytes, name: "other.jpg")
            let message = MailMessage(parsing: try changed.message.bytes())
            let extracted = ExtractedContent(message, limits: .init())
            let other = try #require(extracted.pictures.first { $0.fileName == "other.jpg" })
            #expect(other.bytes == bytes)
            let search = MessageLeakSearch(
                message: message, extracted: extracted, originals: records, options: options)
            if isAllowed {
                try search.check()
            } else {
                #expect(throws: WitError(.locationLeak, "")) { try search.check() }
            }
        }
    }

    private static func uuencoded(_ bytes: [UInt8], name: String) -> String {
        func letter(_ value: UInt8) -> Character {
            Character(Unicode.Scalar(value == 0 ? 0x60 : value + 0x20))
        }
        let lines = stride(from: 0, to: bytes.count, by: 45).map { start in
            let line = bytes[start..<min(start + 45, bytes.count)]
            let groups = stride(from: line.startIndex, to: line.endIndex, by: 3).map { place in
                let three = Array(line[place...].prefix(3)) + [0, 0]
                return String([
                    letter(three[0] >> 2), letter((three[0] & 3) << 4 | three[1] >> 4),
                    letter((three[1] & 15) << 2 | three[2] >> 6), letter(three[2] & 63),
                ])
            }
            return String(letter(UInt8(line.count))) + groups.joined()
        }
        return (["begin 644 \(name)"] + lines + ["`", "end"]).joined(separator: "\n")
    }

    @Test func `no mail of a series tells a photo of another`() throws {
        var first = try record("bird.jpg", 47.1234, 10.1234)
        first.caption = "An hour before we stood at 48.14012, 11.58013"
        let second = try record("boat.jpg", 48.14012, 11.58013)
        var options = try SampleShares.options()
        options.location = .tenKilometres
        let composer = ShareComposer()
        let preparation = try composer.preparation(of: [first, second], options, limit: 10)
        let pieces = composer.pieces(
            of: preparation, 0..<1, series: ShareSeries(id: "x", number: 1, total: 2))
        #expect(pieces.others.count == 1)
        #expect(throws: WitError(.locationLeak, "")) { try composer.finished(pieces) }
    }

    @Test func `the mails of a series share the index of what none of them may hold`() throws {
        let first = try record("bird.jpg", 47.1234, 10.1234)
        var second = try record("boat.jpg", 48.14012, 11.58013)
        second.camera = Camera(make: "Qwertz", model: "Asdfghjkl")
        var options = try SampleShares.options()
        options.stripped = [.camera]
        let composer = ShareComposer()
        var preparation = try composer.preparation(of: [first, second], options, limit: 10)
        let pieces = (0..<2).map { index in
            composer.pieces(
                of: preparation, index..<index + 1,
                series: ShareSeries(id: "x", number: index + 1, total: 2))
        }
        #expect(pieces[0].words === pieces[1].words)
        for var pieces in pieces {
            _ = try composer.finished(pieces)
            // The camera of the other mail's photo, in the sender's template.
            pieces.message.text += "\n\nTaken with an Asdfghjkl.\n"
            #expect(throws: WitError(.fieldLeak, "")) { try composer.finished(pieces) }
        }
        // Of other photos there is another index.
        preparation.photos.removeLast()
        #expect(composer.pieces(of: preparation, 0..<1).words !== pieces[0].words)
    }

    @Test func `the map is drawn once more, and is refused with anything else in it`() throws {
        let record = try record("bird.jpg", 48.1401, 11.5801)
        let options = try options()
        let pieces = try ShareComposer().pieces(of: [record], options)
        let map = try #require(pieces.message.map, "no map could be drawn")
        try ShareProof(pieces: pieces).check(MailMessage(parsing: try pieces.message.bytes()))
        #expect(UnverifiableFields.note(inMap: map.bytes, isMarked: true) == nil)
        let end = map.bytes.count - 12
        let body = Array("tEXtat 48.14".utf8)
        var noted = map.bytes
        noted.insert(contentsOf: [0, 0, 0, 8] + body + [0, 0, 0, 0], at: end)
        #expect(UnverifiableFields.note(inMap: noted, isMarked: true) == "a chunk “tEXt”")
        var other = record
        other.location?.coordinate = Coordinate(latitude: 47.9, longitude: 11.1)
        let elsewhere = try ShareComposer().pieces(of: [other], options).message.map?.bytes
        for bytes in [noted, map.bytes + [0], elsewhere ?? []] {
            var changed = pieces
            changed.message.map?.bytes = bytes
            let message = MailMessage(parsing: try changed.message.bytes())
            let error = #expect(throws: WitError.self) {
                try ShareProof(pieces: changed).check(message)
            }
            #expect(error?.code == .locationLeak)
        }
        var silent = options
        silent.location = .none
        var none = try ShareComposer().pieces(of: [record], silent)
        none.message.map = map
        let html = none.message.html
        none.message.html = html?.replacing(
            "</body>", with: "<img src=\"cid:\(map.contentID)\"></body>")
        let message = MailMessage(parsing: try none.message.bytes())
        #expect(throws: WitError(.locationLeak, "")) {
            try ShareProof(pieces: none).check(message)
        }
    }

    @Test func `a picture without an end is re-encoded once something is withheld`() throws {
        let path = try #require(SampleShares.drawn.first { $0.hasSuffix("bird.jpg") })
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        bytes.removeLast(2)
        bytes += Array(" found at Her Lane 5, 4 o'clock ".utf8)
        let folder = FileManager.default.temporaryDirectory.appending(path: RecordID().text)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "IMG_1234.jpg")
        try Data(bytes).write(to: file)
        var record = try #require(SampleShares.record(path))
        record.file = file.path
        var options = try SampleShares.options(.original)
        options.stripped = [.camera]
        let rendition = try PhotoRendition(record, options: options)
        #expect(!String(decoding: rendition.jpeg, as: UTF8.self).contains("Her Lane"))
        #expect(JPEGParts(rendition.jpeg).hasEnd)
    }

    @Test(arguments: [true, false], PhotoSize.allCases)
    func `a picture that cannot be drawn is refused where it cannot be cleaned`(
        hasEnd: Bool, size: PhotoSize
    ) throws {
        let path = try #require(SampleShares.drawn.first { $0.hasSuffix("bird.jpg") })
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // A frame header with a precision that no decoder knows (ITU-T T.81 §B.2.2).
        let frame = try #require(
            JPEGParts(bytes).segments.first { (0xC0...0xC2).contains($0.marker) })
        bytes[frame.body.startIndex] = 77
        if !hasEnd {
            bytes.removeLast(2)
            bytes += Array(" found at Her Lane 5, 4 o'clock ".utf8)
        }
        let folder = try TemporaryFolder()
        let file = folder.path("IMG_1234.jpg")
        try Data(bytes).write(to: URL(filePath: file))
        var record = try #require(SampleShares.record(path))
        record.file = file
        var options = try SampleShares.options(size)
        let whole = try PhotoRendition(record, options: options)
        #expect(whole.preview == nil)
        options.location = .tenKilometres
        let error = #expect(throws: WitError(.pictureUnreadable, "")) {
            try PhotoRendition(record, options: options)
        }
        #expect(error?.place == file && error?.message.contains(file) == true)
    }
}
