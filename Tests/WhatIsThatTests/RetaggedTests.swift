import CatalogDatabase
import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing
import WhatIsThat

/// Another program moves, renames and retags photos between two scans; every annotation that a
/// person made is still with its picture.
///
/// 2,000 photos, of which 100 are meddled with, besides those whose folders are renamed;
/// `WIT_PHOTOS=20000` takes another number.
@Suite struct RetaggedTests {
    static let count =
        ProcessInfo.processInfo.environment["WIT_PHOTOS"].flatMap { Int($0) } ?? 2_000
    /// One of so many is meddled with.
    static let share = 20

    private let folder: TemporaryFolder
    private let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
    }

    /// A photo that a person annotated.
    private struct Annotated {
        let index: Int
        let id: RecordID
        var path: String
    }

    @Test(.needs(.tool("exiftool")))
    func `annotations stay with their pictures whatever another program does`() async throws {
        let exiftool = try #require(Program.installed("exiftool"))
        let clock = ContinuousClock()
        var moments = [clock.now]
        try drawPhotos()
        moments.append(clock.now)
        let first = try await scan()
        #expect(first.added == Self.count)
        moments.append(clock.now)
        var photos = try annotate()
        var tags: [String] = []
        try meddle(with: &photos, &tags)
        try Data(tags.joined(separator: "\n").utf8).write(to: folder.url.appending(path: "tags"))
        let tagged = try exiftool(["-@", folder.path("tags")])
        #expect(tagged.status == 0, "\(tagged.errors.prefix(300))")
        try renameFolders(&photos)
        moments.append(clock.now)
        let second = try await scan()
        moments.append(clock.now)

        #expect(second.failures.isEmpty)
        #expect(second.added == 0)
        #expect(second.missing == 0)
        #expect(try catalog.counts.photos == Self.count)
        #expect(try catalog.counts.missing == 0)
        var kept = 0
        for photo in photos {
            let isKept = try isKept(photo)
            let record = try catalog.record(photo.id)
            #expect(isKept, "\(photo.path): \(record?.json.text ?? "gone")")
            if isKept { kept += 1 }
        }
        let times = zip(moments, moments.dropFirst()).map { Self.seconds($1 - $0) }
        print(
            """
            \(kept) of \(photos.count) annotations are with their pictures, retagged, moved and \
            renamed among \(Self.count) photos: \(second.moved) moved, \(second.refreshed) \
            refreshed, \(second.duplicates) duplicates, \(second.proposals) proposals \
            (drawn \(times[0]), scanned \(times[1]), retagged \(times[2]), scanned again \
            \(times[3]))
            """)
        #expect(kept == Self.count / Self.share)
    }

    private static func seconds(_ duration: Duration) -> String {
        "\((duration / .seconds(1) * 10).rounded() / 10) s"
    }

    private func scan() async throws -> CatalogPhotos.Report {
        try await CatalogPhotos([folder.path("photos")], in: catalog).run()
    }

    // MARK: Before

    /// A hundred to a folder, each with a picture of its own.
    private func drawPhotos() throws {
        try makeFolder("photos/elsewhere")
        for index in 0..<Self.count {
            if index % 100 == 0 { try makeFolder("photos/\(index / 100)") }
            try Data(FollowedFolder.jpeg(index)).write(to: URL(filePath: path(index)))
            // As on a card that counts in steps of two seconds: size and time tell nothing apart.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: path(index))
        }
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(name), withIntermediateDirectories: true)
    }

    private func path(_ index: Int) -> String { folder.path("photos/\(index / 100)/\(index).jpg") }

    /// Gives one of so many photos its own name, caption, keyword and place.
    private func annotate() throws -> [Annotated] {
        var photos: [Annotated] = []
        var edits: [PhotoEdit] = []
        for index in stride(from: 7, to: Self.count, by: Self.share) {
            let photo = Annotated(
                index: index, id: try catalog.resolve(path(index)), path: path(index))
            photos.append(photo)
            edits += [
                .name("Photo \(index)", of: photo.id), .caption("Words on \(index)", of: photo.id),
                PhotoEdit(photo.id, .add(.keywords, ["mine", "number \(index)"])),
                .location(Self.location(index), of: photo.id),
            ]
        }
        _ = try catalog.edit(edits, summary: "annotate")
        return photos
    }

    private static func location(_ index: Int) -> Location {
        Location(
            coordinate: Coordinate(
                latitude: Double(index % 170) - 85, longitude: Double(index % 350) - 175),
            source: "user")
    }

    private func isKept(_ photo: Annotated) throws -> Bool {
        guard try catalog.resolve(photo.path) == photo.id,
            let record = try catalog.record(photo.id)
        else { return false }
        let bytes = try Data(contentsOf: URL(filePath: photo.path))
        // The picture itself, which ends the file: it is this photo's, not just any.
        let isItsPicture = bytes.suffix(6) == Data(FollowedFolder.jpeg(photo.index)).suffix(6)
        return isItsPicture && record.name == "Photo \(photo.index)"
            && record.caption == "Words on \(photo.index)"
            && record.keywords == ["mine", "number \(photo.index)"]
            && record.location == Self.location(photo.index)
    }

    // MARK: Between

    /// Moves and renames photos, and writes down what exiftool is to do with them: ten fates by
    /// turns.
    private func meddle(with photos: inout [Annotated], _ tags: inout [String]) throws {
        for turn in photos.indices {
            let index = photos[turn].index
            let elsewhere = folder.path("photos/elsewhere/\(index).jpg")
            let renamed = path(index).replacing("/\(index).jpg", with: "/renamed \(index).jpg")
            switch turn % 10 {
            case 0: try move(&photos[turn], to: elsewhere)
            case 1: try move(&photos[turn], to: renamed)
            case 2: tags += title(photos[turn])
            case 3: tags += date(photos[turn])
            case 4:
                try move(&photos[turn], to: elsewhere)
                tags += title(photos[turn])
            case 5:
                try move(&photos[turn], to: renamed)
                tags += date(photos[turn])
            case 6:
                try swap(&photos, turn, turn - 1)
            case 7:
                // The copy is told apart from the original by its tags only.
                let copy = folder.path("photos/elsewhere/copy \(index).jpg")
                try FileManager.default.copyItem(atPath: photos[turn].path, toPath: copy)
                tags += title(Annotated(index: index, id: photos[turn].id, path: copy))
            case 8:
                try swap(&photos, turn, turn - 6)
                tags += date(photos[turn])
            default:
                // The time of the file stays as it was.
                tags += ["-P"] + title(photos[turn])
            }
        }
    }

    private func move(_ photo: inout Annotated, to path: String) throws {
        try FileManager.default.moveItem(atPath: photo.path, toPath: path)
        photo.path = path
    }

    private func swap(_ photos: inout [Annotated], _ one: Int, _ other: Int) throws {
        let (left, right) = (photos[one].path, photos[other].path)
        try move(&photos[one], to: folder.path("between.jpg"))
        try move(&photos[other], to: left)
        try move(&photos[one], to: right)
    }

    /// Renames one folder of ten, with all that is in it.
    private func renameFolders(_ photos: inout [Annotated]) throws {
        for number in stride(from: 3, to: Self.count / 100, by: 10) {
            let (from, to) = (folder.path("photos/\(number)"), folder.path("photos/tour \(number)"))
            try FileManager.default.moveItem(atPath: from, toPath: to)
            for turn in photos.indices where photos[turn].path.hasPrefix(from + "/") {
                photos[turn].path = to + photos[turn].path.dropFirst(from.count)
            }
        }
    }

    // MARK: What exiftool is told

    private func title(_ photo: Annotated) -> [String] {
        [
            "-overwrite_original", "-Title=Another \(photo.index)", "-Subject=theirs",
            "-IPTC:Caption-Abstract=Their words on \(photo.index)", photo.path, "-execute",
        ]
    }

    private func date(_ photo: Annotated) -> [String] {
        [
            "-overwrite_original",
            "-DateTimeOriginal=2020:01:02 03:\(10 + photo.index % 50):00", photo.path, "-execute",
        ]
    }
}
