import ByteCoding
import Foundation
import JSON
import PhotoRecords
import Testing

@testable import ShareMail

@Suite struct ImportCodeTests {
    static let sha = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    static let photo = ImportCodePhoto(
        record: SampleRecords.kite, sha256: sha, fileName: "Red-kite.jpg")

    @Test func `a code carries the story and what finds the picture`() throws {
        let lines = try #require(ImportCode(photos: [Self.photo]).lines)
        var scanner = ImportCodeScanner()
        scanner.scan(lines.joined(separator: "\n"), at: "1")
        #expect(scanner.findings.isEmpty)
        let read = try #require(scanner.codes.first?.photos.first)
        #expect(read == Self.photo)
        let kite = SampleRecords.kite
        #expect(read.record.id == kite.id)
        #expect(read.record.taken?.local == kite.taken?.local)
        #expect(read.record.taken?.offset == kite.taken?.offset)
        #expect(read.record.location?.coordinate == kite.location?.coordinate)
        #expect(read.record.location?.altitude == 35.1)
        #expect(read.record.location?.place?.region == "Île-de-France")
        #expect(read.record.camera == kite.camera)
        #expect(read.hashPrefix == "9f86d081884c7d659a")
    }

    @Test func `an ordinary photo takes fewer than 400 characters in lines of 60 at most`() throws {
        let lines = try #require(ImportCode(photos: [Self.photo]).lines)
        #expect(lines.joined(separator: "\n").count < 400)
        #expect(lines.allSatisfy { $0.count <= 60 && $0.allSatisfy(\.isASCII) })
        print("import code: \(lines.joined(separator: "\n").count) characters")
    }

    @Test func `what is not known stays unknown`() throws {
        var record = PhotoRecord()
        record.location = Location(place: Place(country: "FR"))
        record.taken = LocalDateTime(iso: "1987-06-05").map { CaptureTime(local: $0) }
        record.camera = Camera(model: "X")
        let photo = ImportCodePhoto(record: record)
        #expect(ImportCodePhoto(json: photo.json) == photo)
        #expect(ImportCodePhoto(json: photo.json).record == record)
    }

    @Test func `photos beyond 64 KB are split over codes, and nothing is lost`() {
        var long = Self.photo
        // Incompressible or not: the limit counts bytes after decompression.
        long.record.caption = String(repeating: "words and more ", count: 2000)
        let photos = (0..<9).map { number in
            var photo = long
            photo.record.name = "Photo \(number)"
            return photo
        }
        let codes = ImportCode.codes(for: photos)
        #expect(codes.count > 1)
        #expect(codes.flatMap(\.photos) == photos)
        #expect(codes.allSatisfy { $0.lines != nil })
    }

    @Test func `a photo too long for a code leaves out its longest field alone`() throws {
        var photo = Self.photo
        photo.record.caption = String(repeating: "ü", count: 40_000)
        let code = try #require(ImportCode.codes(for: [photo]).first)
        #expect(code.lines != nil)
        #expect(code.photos[0].record.caption == nil)
        #expect(code.photos[0].record.keywords == photo.record.keywords)
    }

    @Test func `a decompression bomb is refused`() {
        let bomb = Array(repeating: UInt8(ascii: " "), count: 5_000_000)
        guard let packed = Deflate.compress(Array(#"{"p":[]}"#.utf8) + bomb) else {
            Issue.record("zlib did not compress")
            return
        }
        let body = Base64URL.encode(CRC32.bytes(packed) + packed)
        #expect(ImportCode(body: Array(body.utf8)) == nil)
    }

    @Test(arguments: 0..<40)
    func `base64url comes back and agrees with Foundation`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
        let text = Base64URL.encode(bytes)
        #expect(Base64URL.decode(Array(text.utf8)) == bytes)
        let common = Data(bytes).base64EncodedString().replacing("=", with: "")
            .replacing("+", with: "-").replacing("/", with: "_")
        #expect(text == common)
    }
}
