import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// Real photos, whose metadata must come through an edit whole.
struct MetadataEditorCorpusTests {
    /// A record that differs from all that any photo says.
    static func rewrite(_ record: inout PhotoRecord) {
        record.id = RecordID("0192f3c4-0000-7000-8000-0123456789ab")
        record.name = "Rotmilan über Ål 🦅"
        record.caption = "Above the barn, <north> & south.\nSecond line"
        record.keywords = ["bird", "Milan royal", "日本"]
        record.people = ["Anna", "Zoë"]
        record.taken = LocalDateTime(iso: "2024-05-01T10:22:33.12").map {
            CaptureTime(local: $0, offset: UTCOffset("-03:30"), offsetSource: .user)
        }
        record.location = Location(
            coordinate: Coordinate(latitude: -48.858370, longitude: 2.2944819), altitude: -35.1,
            direction: 120.5, accuracy: 8.25,
            place: Place(name: "Paris", region: "Île-de-France", country: "FR"))
        record.regions = [
            Region(
                name: "Red kite", kind: .pet,
                shape: .rectangle(RegionBox(x: 0.1, y: 0.2, width: 0.25, height: 0.125))),
            Region(
                name: "Anna", kind: .face,
                shape: .rectangle(RegionBox(x: 0.5, y: 0.25, width: 0.125, height: 0.25))),
        ]
    }

    private func same(_ read: PhotoRecord, _ wanted: PhotoRecord) -> [String] {
        var wrong: [String] = []
        func check(_ ok: Bool, _ field: String) { if !ok { wrong.append(field) } }
        check(read.id == wanted.id, "id")
        check(read.name == wanted.name, "name \(read.name ?? "-")")
        check(read.caption == wanted.caption, "caption \(read.caption ?? "-")")
        check(read.keywords == wanted.keywords, "keywords \(read.keywords)")
        check(read.people == wanted.people, "people \(read.people)")
        check(read.taken?.local == wanted.taken?.local, "taken \(read.taken?.local.iso ?? "-")")
        check(read.taken?.offset == wanted.taken?.offset, "offset")
        check(read.location.isSamePoint(as: wanted.location), "point")
        check(read.location?.place == wanted.location?.place, "place")
        check(read.regions == wanted.regions, "regions \(read.regions)")
        check(read.camera == wanted.camera, "camera")
        return wrong
    }

    @Test
    func
        `a record is written into every JPEG and comes back, and writing it again changes nothing`()
        throws
    {
        let edited = try EditedPhotos(Self.rewrite)
        for photo in edited.photos {
            let read = try PhotoReader().read(bytes: photo.edited).record
            let wrong = same(read, photo.wanted)
            #expect(wrong.isEmpty, "\(photo.name)")
            #expect(read.image?.fingerprint == photo.was.image?.fingerprint, "\(photo.name)")
            let head = try #require(JPEGHead(photo.edited))
            let again = try MetadataEditor().edit(head: head.bytes, to: photo.wanted)
            #expect(again == head.bytes, "\(photo.name): the second write changes bytes")
        }
        for refusal in edited.refused { print("\(refusal.name): \(refusal.error)") }
        print("\(edited.photos.count) JPEGs written, \(edited.refused.count) refused")
        #expect(edited.photos.count >= 14)
        #expect(edited.refused.count * 20 <= edited.photos.count)
    }

    @Test
    func `what a file says of itself is written into it without another value changing`() throws {
        let edited = try EditedPhotos { _ in }
        for photo in edited.photos {
            let read = try PhotoReader().read(bytes: photo.edited).record
            #expect(same(read, photo.wanted).isEmpty, "\(photo.name)")
            let head = try #require(JPEGHead(photo.edited))
            #expect(
                try MetadataEditor().edit(head: head.bytes, to: photo.wanted) == head.bytes,
                "\(photo.name)")
        }
    }

    @Test
    func `what is taken away is gone from all three`() throws {
        let edited = try EditedPhotos { $0 = PhotoRecord() }
        for photo in edited.photos {
            let read = try PhotoReader().read(bytes: photo.edited).record
            for field in RecordField.allCases where field != .camera {
                #expect(read[field: field] == nil, "\(photo.name) \(field)")
            }
            #expect(read.camera == photo.was.camera, "\(photo.name)")
        }
    }
}
