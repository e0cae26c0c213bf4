import Foundation
import JSON
import MIMEMessage
import OutputText
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import Privacy
@testable import ShareMail

/// What leaves of where photos were taken, looked for by programs of others: Python's `email`,
/// exiftool, strings, and a script with a grid of its own (Tests/Peers/leak-check).
@Suite struct LeakTests {
    private static let grades = LocationGrade.allCases.filter { $0 != .exact }

    /// Runs the script on a folder; nil where its programs are not installed.
    private static func check(_ folder: TemporaryFolder) throws -> Program.Outcome? {
        guard let python = try Program.needed("python3"), try Program.needed("exiftool") != nil,
            try Program.needed("strings") != nil
        else { return nil }
        let script = Checkout.root.appending(path: "Tests/Peers/leak-check").path
        return try python([script, folder.url.path])
    }

    /// Writes a mail and what the script must know of its photos.
    private static func write(
        _ bytes: [UInt8], _ name: String, _ photos: [(PhotoRecord, LocationGrade, Coordinate?)],
        to folder: TemporaryFolder
    ) throws {
        try Data(bytes).write(to: folder.url.appending(path: name + ".eml"))
        let told = photos.map { record, grade, town in
            var object: JSONObject = ["grade": .string(grade.rawValue)]
            object["latitude"] = record.location?.coordinate.map { .number($0.latitude) }
            object["longitude"] = record.location?.coordinate.map { .number($0.longitude) }
            let place = grade == .exact ? nil : record.location?.place?.name
            object["place"] = .strings([place].compactMap(\.self))
            object["town"] = town.map { [.number($0.latitude), .number($0.longitude)] }
            return JSONValue.object(object)
        }
        try Data(JSONValue.array(told).text.utf8).write(
            to: folder.url.appending(path: name + ".json"))
    }

    private static func share(
        _ paths: [String], _ title: String, grades: [LocationGrade] = Self.grades
    ) throws {
        let folder = try TemporaryFolder()
        var counts: [LocationGrade: Int] = [:]
        var types: [String: Int] = [:]
        var refused: [String] = []
        let located = paths.compactMap { path -> (path: String, type: String, PhotoRecord)? in
            guard let record = SampleShares.record(path), record.location?.coordinate != nil else {
                return nil
            }
            return (path, (path as NSString).pathExtension.lowercased(), record)
        }
        let totals = Dictionary(grouping: located, by: \.type).mapValues(\.count)
        for (index, (path, type, record)) in located.enumerated() {
            var record = record
            let isJPEG = ["jpg", "jpeg"].contains(type)
            let place = types[type, default: 0]
            types[type, default: 0] += 1
            record.location?.place = Place(name: "Qwertzhausen", region: "Asdfland", country: "DE")
            record.unknown["gps"] = "48.85837,2.29448"
            // Of a kind of which there are many each photo is shared at two grades, in turn.
            let isOneOfMany = totals[type, default: 0] > grades.count
            for (number, grade) in grades.enumerated()
            where !isOneOfMany || (number + place) % grades.count < 2 {
                var options = try SampleShares.options(
                    (index + number).isMultiple(of: 3) ? .small : .original)
                // A map takes longer than all the rest, and its picture shows what its words say.
                options.mapPicture = place < 2
                options.location = grade
                options.language = ["en", "de", "fr", "es"][(index + number) % 4]
                let share: ComposedShare
                do throws(WitError) {
                    share = try ShareComposer().compose([record], options)
                } catch {
                    // Some of the corpus are too damaged for any decoder, and some kinds are read
                    // for their story alone.
                    refused.append("\(path), \(grade.rawValue)")
                    if error.code != .pictureUnreadable || isJPEG {
                        Issue.record("\(path), \(grade): \(error)")
                    }
                    continue
                }
                let town = share.photos.first?.record.location?.coordinate
                try write(
                    try share.bytes, "\(index)-\(grade.rawValue)", [(record, grade, town)],
                    to: folder)
                counts[grade, default: 0] += 1
            }
        }
        let told = grades.map { "\($0.rawValue) \(counts[$0] ?? 0)" }.joined(separator: ", ")
        // Each grade of each kind of photo, or nothing was looked at.
        #expect(grades.allSatisfy { counts[$0] ?? 0 > 0 }, "\(title), mails made: \(told)")
        guard let outcome = try check(folder) else { return }
        let kinds = types.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        print("\(title) (\(kinds.joined(separator: ", "))): \(told)")
        if !refused.isEmpty {
            print("  without a picture to send: \(refused.joined(separator: "; "))")
        }
        print(outcome.lines.last ?? outcome.errors)
        #expect(outcome.status == 0, "\(outcome.lines.prefix(20))\n\(outcome.errors)")
    }

    @Test func `no drawn photo tells more than its grade, to programs of others either`() throws {
        try Self.share(SampleShares.drawn, "drawn photos")
    }

    @Test func `no photo of the corpus tells more than its grade`() throws {
        guard try Requirement.photoCorpus.isMet, let corpus = Checkout.photoCorpus else { return }
        try Self.share(SampleShares.photos(in: corpus), "photo corpus")
    }

    /// Each is given a point, an altitude and more by exiftool, besides what it has.
    @Test func `no HEIC, raw or other photo tells more than its grade`() throws {
        guard let exiftool = try Program.needed("exiftool") else { return }
        let folder = try TemporaryFolder()
        let drawn = Checkout.fixtures.appending(path: "formats")
        let corpus = Checkout.photoCorpus.map(SampleShares.otherPhotos) ?? []
        #expect(try !Requirement.photoCorpus.isMet || !corpus.isEmpty)
        var paths: [String] = []
        for (index, path) in (SampleShares.otherPhotos(in: drawn) + corpus).enumerated() {
            paths.append(path)
            let copy = folder.path("\(index)." + (path as NSString).pathExtension)
            let made = try exiftool([
                "-q", "-m", "-GPSLatitude=47.421063", "-GPSLatitudeRef=N",
                "-GPSLongitude=10.985365", "-GPSLongitudeRef=E", "-GPSAltitude=2961.7",
                "-GPSImgDirection=123.4", "-XMP:City=Qwertzhausen", "-IPTC:City=Qwertzhausen",
                "-XMP:GPSLatitude=47.421063", "-XMP:GPSLongitude=10.985365", "-o", copy, path,
            ])
            if made.status == 0 { paths.append(copy) }
        }
        try Self.share(paths, "other photos", grades: LocationGrade.allCases)
    }

    // MARK: Leaks that are planted

    /// A point and a place that no carrier may tell.
    private static func secret() throws -> PhotoRecord {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        record.location = Location(
            coordinate: Coordinate(latitude: 48.163154, longitude: 11.541124), altitude: 519.4,
            place: Place(name: "Qwertzhausen", country: "DE"))
        return record
    }

    @Test(arguments: grades)
    func `each planted leak is found`(grade: LocationGrade) throws {
        let record = try Self.secret()
        var options = try SampleShares.options(.original)
        options.location = grade
        let asked = options
        let clean = try ShareComposer().pieces(of: [record], options)
        try search(MailMessage(parsing: clean.message.bytes()), record, options).check()
        for leak in PlantedLeak.all {
            var pieces = clean
            try leak.plant(&pieces, record)
            let planted = pieces
            let message = MailMessage(parsing: try planted.message.bytes())
            let error = #expect(throws: WitError.self, "\(leak.name)") {
                try search(message, record, asked).check()
            }
            #expect([.locationLeak, .fieldLeak].contains(error?.code), "\(leak.name)")
            #expect(throws: WitError.self, "\(leak.name)") {
                try ShareProof(pieces: planted).check(message)
            }
        }
    }

    private func search(
        _ message: MailMessage, _ record: PhotoRecord, _ options: ShareOptions
    ) -> MessageLeakSearch {
        MessageLeakSearch(
            message: message, extracted: ExtractedContent(message, limits: .init()),
            originals: [record],
            options: options)
    }

    @Test func `programs of others find the planted leaks too`() throws {
        let folder = try TemporaryFolder()
        let record = try Self.secret()
        for grade in Self.grades {
            var options = try SampleShares.options(.original)
            options.location = grade
            let clean = try ShareComposer().pieces(of: [record], options)
            for leak in PlantedLeak.all {
                var pieces = clean
                try leak.plant(&pieces, record)
                let town = clean.photos.first?.record.location?.coordinate
                try Self.write(
                    try pieces.message.bytes(), "\(leak.name)-\(grade.rawValue)",
                    [(record, grade, town)], to: folder)
            }
        }
        guard let outcome = try Self.check(folder) else { return }
        let found = Set(
            outcome.lines.compactMap { $0.split(separator: "\t").first.map(String.init) })
        let planted = PlantedLeak.all.flatMap { leak in
            Self.grades.map { "\(leak.name)-\($0.rawValue).eml" }
        }
        print("planted leaks: \(planted.count), found \(planted.count(where: found.contains))")
        #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(planted.filter { !found.contains($0) } == [])
    }

    // MARK: Honest mails

    @Test(arguments: [
        "Room 48, 11 people, 3.5 hours, 12.75 € and 7.25 km", "At 10:22:33 on 2024-05-01, f/2.8",
        "Summit 2962 m, 48.5 km, 11.25 miles", "IBAN DE89 3704 0044 0532 0130 00",
        "+49 89 1234 5678, size 42.195", "48 of 11541124 votes", "(47.9, 12.3) is elsewhere",
    ])
    func `numbers that a person wrote stop no mail`(caption: String) throws {
        var record = try Self.secret()
        record.caption = caption
        for grade in Self.grades {
            var options = try SampleShares.options()
            options.location = grade
            options.message = caption
            #expect(try ShareComposer().compose([record], options).photos.count == 1)
        }
    }

    @Test(arguments: [
        "We stood at 48.163154 N", "48°9'47.35\" N, 11°32'28.05\" E", "48.163, 11.541",
        "geo:48.163154,11.541124", "https://example.org/?q=48%2E16315%2C11%2E54112",
        "48.1632 Nord", "N 48 09.7892 E 011 32.4674",
    ])
    func `the point in a person's words stops the mail, and is named`(caption: String) throws {
        var record = try Self.secret()
        record.caption = caption
        for grade in Self.grades {
            var options = try SampleShares.options()
            options.location = grade
            let (told, asked) = (record, options)
            let error = #expect(throws: WitError.self, "\(grade)") {
                try ShareComposer().compose([told], asked)
            }
            #expect(error?.code == .locationLeak)
        }
    }
}
