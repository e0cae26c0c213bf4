import MIMEMessage
import PhotoRecords
import Privacy
import Testing

@testable import Pictures
@testable import ShareMail

@Suite
struct PictureMarksTests {
    private static let face = RegionBox(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
    private static let thing = RegionBox(x: 0.6, y: 0.6, width: 0.3, height: 0.3)

    private static var record: PhotoRecord {
        var record = PhotoRecord()
        record.people = ["Anna"]
        record.regions = [
            Region(name: "Anna", shape: .rectangle(face)),
            Region(name: "Barn", shape: .rectangle(thing), color: "#0000FF"),
        ]
        return record
    }

    /// Columns of one pixel, black and white by turns.
    private static let stripes = {
        let bytes = (0..<200 * 200).flatMap { place -> [UInt8] in
            let value: UInt8 = place % 2 == 0 ? 0 : 255
            return [value, value, value]
        }
        return PixelPlane(width: 200, height: 200, bytes: bytes)
    }()

    private func color(_ plane: PixelPlane, _ x: Int, _ y: Int) -> [UInt8] {
        Array(plane.bytes[3 * (y * plane.width + x)..<3 * (y * plane.width + x) + 3])
    }

    @Test
    func `marks are mosaics over people and lines round the rest`() throws {
        var plane = try #require(Self.stripes)
        var options = ShareOptions(to: [])
        #expect(PictureMarks(of: Self.record, leaving: Self.record, options) == nil)
        (options.blursPeople, options.outlinesRegions) = (true, true)
        let marks = try #require(PictureMarks(of: Self.record, leaving: Self.record, options))
        marks.draw(into: &plane)
        // Of stripes nothing is left but their mean.
        for (x, y) in [(50, 50), (75, 75), (99, 99), (98, 51)] {
            let seen = color(plane, x, y)
            #expect(seen.allSatisfy { (96...160).contains($0) }, "\(x) \(y) \(seen)")
        }
        #expect(color(plane, 20, 20) == [0, 0, 0] && color(plane, 21, 20) == [255, 255, 255])
        // The outline's own colour on the barn's left edge, and none round Anna.
        #expect(color(plane, 120, 150) == [0, 0, 255])
        #expect(color(plane, 150, 150) == [0, 0, 0])
    }

    @Test
    func `marks are in the attached picture and in the preview`() throws {
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        let plain = try picture(of: record, try SampleShares.options())
        record.regions = [
            Region(
                name: "Anna", kind: .face,
                shape: .rectangle(RegionBox(x: 0.2, y: 0.2, width: 0.5, height: 0.5)))
        ]
        var options = try SampleShares.options()
        (options.stripped, options.blursPeople) = ([.people], true)
        let share = try ShareComposer().compose([record], options)
        #expect(!share.findings.contains { $0.code == .peopleVisible })
        let blurred = try picture(of: record, options)
        #expect((plain.width, plain.height) == (blurred.width, blurred.height))
        // Blocks of an eighth: neighbours within one are alike, but for what JPEG adds.
        var (changed, rough) = (0, 0)
        for y in stride(from: plain.height * 3 / 10, to: plain.height * 6 / 10, by: 7) {
            for x in stride(from: plain.width * 3 / 10, to: plain.width * 6 / 10, by: 7) {
                let (old, new) = (color(plain, x, y), color(blurred, x, y))
                if zip(old, new).contains(where: { abs(Int($0) - Int($1)) > 12 }) { changed += 1 }
                let next = color(blurred, x + 1, y)
                if zip(new, next).contains(where: { abs(Int($0) - Int($1)) > 12 }) { rough += 1 }
            }
        }
        #expect(changed > 20 && rough < changed, "\(changed) \(rough)")
    }

    private func picture(of record: PhotoRecord, _ options: ShareOptions) throws -> PixelPlane {
        let share = try ShareComposer().compose([record], options)
        let message = MailMessage(parsing: try share.bytes)
        let part = try #require(
            message.leafParts.last { $0.contentType.essence == "image/jpeg" })
        return try PictureRenderer().plane(of: part.decodedBody(), longestSide: 4_096)
    }
}
