import CatalogDatabase
import Foundation
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// Files are one photo only if their pictures are the same bytes.
@Suite struct LookAlikeTests {
    private let scene: ScannedFolder

    init() throws { scene = try ScannedFolder(with: ["copies"]) }

    private var catalog: PhotoCatalog { scene.catalog }

    @Test(arguments: LookAlike.Kind.allCases)
    func `the ends of two look-alikes say the same, and their length does`(
        _ kind: LookAlike.Kind
    ) throws {
        let (one, other) = (LookAlike(kind, seed: 1).bytes, LookAlike(kind, seed: 2).bytes)
        #expect(one.count == other.count)
        #expect(one.prefix(2_000) == other.prefix(2_000))
        #expect(one.suffix(2_000) == other.suffix(2_000))
        #expect(one != other)
        let readings = try [one, other].map { try PhotoReader().read(bytes: $0) }
        let prints = readings.map { $0.record.image?.fingerprint ?? "" }
        // What earlier versions went by.
        let former = readings.map { $0.formerFingerprint ?? $0.record.image?.fingerprint }
        #expect(former[0] == former[1])
        #expect(former[0] != nil)
        #expect((prints[0] != prints[1]) == kind.isPlain)
        #expect(prints.allSatisfy { $0.dropFirst().hasPrefix("a:") == kind.isPlain })
    }

    @Test func `no two of 310 pairs of look-alikes join, and copies of them all do`() async throws {
        var files = 0
        for kind in LookAlike.Kind.allCases {
            for pair in 0..<10 {
                for half in 0..<2 {
                    let bytes = LookAlike(kind, seed: UInt64(1 + 2 * pair + half)).bytes
                    try scene.write(bytes, "\(kind.rawValue)-\(pair)-\(half)")
                    files += 1
                }
            }
        }
        let first = try await scene.scan()
        #expect(first.failures.isEmpty, "\(first.failures.prefix(3))")
        #expect(first.others == 0)
        #expect(first.added == files)
        for kind in LookAlike.Kind.allCases {
            let ids = (0..<20).map {
                try? scene.id("\(kind.rawValue)-\($0 / 2)-\($0 % 2)")
            }
            #expect(Set(ids).count == 20, "\(kind)")
        }
        #expect(try catalog.counts.photos == files)
        print(
            "\(files / 2) pairs of look-alikes in \(LookAlike.Kind.allCases.count) kinds: none joined"
        )

        // Copies under new names, then everything renamed.
        var ids: [String: RecordID] = [:]
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.path(""))
            .filter { $0 != "copies" }
        for name in names {
            ids[name] = try scene.id(name)
            try FileManager.default.copyItem(
                atPath: scene.path(name),
                toPath: scene.path("copies/" + name))
        }
        let second = try await scene.scan()
        #expect(second.duplicates == files)
        #expect(try catalog.counts.photos == files)
        for name in names {
            #expect(try scene.id("copies/" + name) == ids[name])
            try FileManager.default.moveItem(
                atPath: scene.path(name),
                toPath: scene.path("moved-" + name))
        }
        let third = try await scene.scan()
        #expect(third.moved == files)
        #expect(third.added == 0)
        #expect(third.missing == 0)
        for name in names {
            #expect(try scene.id("moved-" + name) == ids[name])
        }
    }

    @Test func `three pictures with white borders are three photos, and one name is one's`()
        async throws
    {
        for (seed, name) in ["a.tif", "b.tif", "c.tif"].enumerated() {
            try scene.write(LookAlike(.tiffStrips, seed: UInt64(seed + 1)).bytes, name)
        }
        #expect(try await scene.scan().added == 3)
        try scene.name(scene.id("b.tif"), "Mine")
        let names = try ["a", "b", "c"].map {
            try catalog.record(scene.id("\($0).tif"))?.name
        }
        #expect(names == [nil, "Mine", nil])
        #expect(try CheckCatalog(catalog, .init(verifying: true)).findings().isEmpty)
    }

    @Test
    func `another picture put in the place of a copy leaves the photo, whatever its ends say`()
        async throws
    {
        try scene.write(LookAlike(.jpeg, seed: 1).bytes, "a.jpg")
        try scene.write(LookAlike(.jpeg, seed: 1).bytes, "b.jpg")
        #expect(try await scene.scan().duplicates == 1)
        try scene.write(LookAlike(.jpeg, seed: 2).bytes, "b.jpg")
        let report = try await scene.scan()
        #expect(report.added == 1)
        let ids = try ["a", "b"].map { try scene.id("\($0).jpg") }
        #expect(ids[0] != ids[1])
    }

    @Test func `all of a picture is read in pieces, whatever its length`() throws {
        // 40 MB of pixels: three pieces' worth of memory is not needed to hash them.
        var bytes = LookAlike(.rw2, seed: 3).bytes
        bytes += [UInt8](repeating: 9, count: 40 << 20)
        let one = try PhotoReader().read(bytes: bytes).record.image?.fingerprint
        bytes[20 << 20] ^= 1
        let other = try PhotoReader().read(bytes: bytes).record.image?.fingerprint
        #expect(one != nil)
        #expect(one != other)
    }
}
