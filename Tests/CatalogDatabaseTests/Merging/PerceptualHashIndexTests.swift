import Foundation
import GRDB
import PhotoRecords
import Testing

@testable import CatalogDatabase

struct PerceptualHashIndexTests {
    /// A catalog of photos with these hashes; answers their numbers in it.
    private func catalog(_ hashes: [UInt64]) throws -> CatalogFixture {
        let fixture = try CatalogFixture()
        let files = hashes.enumerated().map { index, bits in
            ScannedFile.made("/photos/\(index).jpg", fingerprint: hex(UInt64(index + 1))) {
                $0.image?.perceptualHash = hex(bits)
            }
        }
        _ = try fixture.catalog.add(files, listing: true)
        return fixture
    }

    private func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// A hash that differs from another one in so many bits.
    private func changed(_ bits: UInt64, _ count: Int, _ random: inout Seeded) -> UInt64 {
        (0..<64).shuffled(using: &random).prefix(count).reduce(bits) { $0 ^ 1 << UInt64($1) }
    }

    @Test func `it finds what a search through all hashes finds`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var random = Seeded(state: seed)
        let asked = (0..<40).map { _ in UInt64.random(in: 1 ... .max, using: &random) }
        var hashes: [UInt64] = [0, .max, 1]
        for bits in asked {
            // On both sides of the threshold, and with the bits that differ in each way over the bands.
            for distance in 0...12 { hashes.append(changed(bits, distance, &random)) }
            for shape in [0x0003_0003_0003_0003, 0x0007_0003_0003_0001, 0x0007_0003_0003_0003] {
                hashes.append(bits ^ UInt64(shape))
            }
        }
        hashes += (0..<2_000).map { _ in UInt64.random(in: 1 ... .max, using: &random) }
        let fixture = try catalog(hashes)
        try fixture.catalog.reading { db in
            var stored: [Int64: UInt64] = [:]
            for row in try Row.fetchAll(
                db, sql: "SELECT id, hex(perceptual_hash) AS hash FROM photo")
            {
                stored[row["id"]] = Likeness.bits(row["hash"] as String)
            }
            #expect(Set(stored.values) == Set(hashes))
            for bits in asked + [0, .max, 1] {
                let expected = stored.compactMapValues { other in
                    Likeness.distance(bits, other).flatMap { $0 <= Likeness.threshold ? $0 : nil }
                }
                var index = PerceptualHashIndex(db)
                let near = try index.near(bits)
                #expect(near == expected)
                #expect(near.isEmpty == (bits == 0))
            }
        }
    }

    @Test func `it reads few of many hashes`() throws {
        var random = Seeded(state: 7)
        let hashes = (0..<20_000).map { _ in UInt64.random(in: 1 ... .max, using: &random) }
        let fixture = try catalog(hashes)
        try fixture.catalog.reading { db in
            var index = PerceptualHashIndex(db)
            for bits in hashes.prefix(20) {
                let near = try index.near(bits)
                #expect(near.values.contains(0))
            }
            // Three of a thousand each, as the bands promise.
            #expect(index.readCount < 20 * hashes.count / 200)
        }
    }

    @Test func `bands leave no hash within the threshold out`() {
        #expect(
            PerceptualHashIndex.bands.reduce(0) { $0 + $1.radius + 1 } > Likeness.threshold)
        #expect(PerceptualHashIndex.bands.map { $0.values(near: 0).count } == [137, 17, 17, 17])
    }
}
