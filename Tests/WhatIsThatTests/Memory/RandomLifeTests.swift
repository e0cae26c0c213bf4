import CatalogDatabase
import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

/// File and catalog agree after whatever happened, or a proposal says how they differ.
///
/// The sequences are the same each time, so that a change that breaks one is told from luck;
/// `WIT_SEED` takes others, `WIT_SEQUENCES=10000` another number of them.
@Suite struct RandomLifeTests {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// So many lives share a catalog: what a scan does must not depend on what it holds.
    private static let livesAtOnce = 100

    @Test func `file and catalog never differ without a word`() async throws {
        let seed = Self.number("WIT_SEED") ?? 123_368_630
        let count = Self.number("WIT_SEQUENCES") ?? 150
        print("random lives: seed \(seed), \(count) sequences")
        var faulty = 0
        for first in stride(from: 0, to: count, by: Self.livesAtOnce) {
            for failure in try await live(first..<min(first + Self.livesAtOnce, count), seed) {
                faulty += 1
                if faulty <= 5 { Issue.record("\(failure)") }
            }
        }
        print("random lives: \(faulty) of \(count) sequences left a difference")
        #expect(faulty == 0)
    }

    /// Lives some lives in a fresh catalog; tells of those that end with a difference.
    private func live(_ indices: Range<Int>, _ seed: Int) async throws -> [String] {
        let folder = try TemporaryFolder()
        let catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        var lives: [(seed: Int, life: RandomLife, faults: [String])] = []
        for index in indices {
            var life = try await RandomLife(
                catalog, folder: folder.path("life-\(index)"), seed: UInt64(seed + index),
                picture: index)
            for _ in 0..<Int.random(in: 3...8, using: &life.numbers) { try await life.step() }
            try await life.scan()
            lives.append((seed + index, life, try life.faults()))
        }
        let found = try CheckCatalog(catalog, .init(verifying: false)).findings()
            .filter { $0.code == .fileDiffers }
        return lives.compactMap { seed, life, faults in
            let present = Set(life.present)
            let all = faults + found.filter { present.contains($0.place) }.map(\.message)
            return all.isEmpty
                ? nil : "seed \(seed): \(all)\n\(life.story.joined(separator: "\n"))"
        }
    }
}
