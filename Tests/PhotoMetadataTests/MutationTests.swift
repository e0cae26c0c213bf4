import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// Damaged and hostile input: whatever the bytes are, reading ends, without a crash.
struct MutationTests {
    static func seeds() throws -> [[UInt8]] {
        var builder = JPEGBuilder()
        builder.scan = [UInt8](repeating: 3, count: 100)
        var tiff = TIFFBuilder(littleEndian: true)
        tiff.image = [tiff.ascii(0x010E, "caption"), tiff.raw(0x9C9B, 1, [65, 0, 0, 0])]
        tiff.exif = [
            tiff.ascii(0x9003, "2024:05:01 10:22:33"),
            tiff.raw(0x9286, 7, Array("UNICODE\0B\0".utf8)),
            tiff.raw(0x927C, 7, Array("Nikon\0\u{2}\0\0\0MM\0*".utf8)),
        ]
        tiff.addPoint([(48, 1), (51, 1), (30, 1)], "N", [(2, 1), (17, 1), (40, 1)], "E")
        builder.add(exif: tiff.bytes)
        builder.add(xmp: XMPText.packet("<dc:title>Kite</dc:title>"))
        builder.add(iptc: [(2, 5, [65]), (2, 25, [66])], digest: [UInt8](repeating: 1, count: 16))
        var record = PhotoRecord()
        record.name = "Kite"
        record.regions = [
            Region(shape: .rectangle(RegionBox(x: 0.1, y: 0.1, width: 0.5, height: 0.5)))
        ]
        record.location = Location(coordinate: Coordinate(latitude: 1, longitude: 2))
        let written = try JPEGMetadataWriter().rewrite(builder.bytes, with: record, orientation: 6)
        return [builder.bytes, written]
    }

    static func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0...5, using: &generator) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: bytes[at] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &generator) ?? 0
            case 3:
                bytes.removeSubrange(
                    at..<min(bytes.count, at + Int.random(in: 1...64, using: &generator)))
            case 4: bytes.removeLast(bytes.count - at)
            default:
                let end = min(bytes.count, at + Int.random(in: 1...64, using: &generator))
                bytes.insert(contentsOf: bytes[at..<end], at: at)
            }
        }
        return bytes
    }

    /// Reads a photo and, if it is one, writes it; answers whether it is.
    @discardableResult
    private func survive(_ bytes: [UInt8], _ seed: UInt64) -> Bool {
        guard let reading = try? PhotoReader().read(bytes: bytes) else { return false }
        if let written = try? JPEGMetadataWriter().rewrite(
            bytes, with: reading.record, orientation: 1)
        {
            let again = try? PhotoReader().read(bytes: written).record
            #expect(again != nil, "seed \(seed): what was written cannot be read")
            // A name of letters alone comes back; XML has no place for all that damage makes.
            if let name = reading.record.name,
                name.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
            {
                #expect(again?.name == name, "seed \(seed)")
            }
        }
        return true
    }

    @Test(.timeLimit(.minutes(2)))
    func `thousands of mutations of small photos end without a crash`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutations: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let seeds = try Self.seeds()
        var photos = 0
        for round in 0..<4_000 {
            // The magic bytes stay, or most inputs would be no photo at all.
            let bytes =
                [0xFF, 0xD8, 0xFF] + Self.mutated(Array(seeds[round % 2].dropFirst(3)), &generator)
            if survive(bytes, seed) { photos += 1 }
        }
        #expect(photos > 2_000, "seed \(seed): \(photos) of 4000 are photos still")
    }

    @Test(.timeLimit(.minutes(2)))
    func `mutations of small photos of each format end without a crash`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutations of other formats: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var slowest = 0.0
        for fixture in FormatFixturesTests.fixtures {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture.path)))
            for _ in 0..<1_000 {
                let mutated =
                    bytes.prefix(12) + Self.mutated(Array(bytes.dropFirst(12)), &generator)
                slowest = max(slowest, Growth.seconds { survive(Array(mutated), seed) })
            }
        }
        print("mutations of other formats: slowest \(slowest) s of processor time")
        #expect(slowest < 1)
    }

    @Test(
        .timeLimit(.minutes(2)),
        .needs(.photoCorpus))
    func `mutations of real photos' heads end without a crash`() throws {
        let folder = try #require(Checkout.photoCorpus)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutations of real photos: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let list = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "expected.json")))
        var files = 0
        for name in (list.array ?? []).compactMap({ $0["file"]?.string }) {
            let handle = try FileHandle(forReadingFrom: folder.appending(path: name))
            defer { try? handle.close() }
            let bytes = [UInt8](try handle.read(upToCount: 48_000) ?? Data())
            files += 1
            // The magic bytes stay, or most inputs would be no photo at all.
            let magic = bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? 3 : 12
            for _ in 0..<25 {
                let mutated = Self.mutated(Array(bytes.dropFirst(magic)), &generator)
                survive(bytes.prefix(magic) + mutated, seed)
            }
        }
        print("mutations of \(files) real photos")
        #expect(files == list.array?.count)
    }
}
