import Foundation
import PhotoCatalog
import PhotoRecord
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

    @Test func `file and catalog never differ without a word`() async throws {
        let seed = Self.number("WIT_SEED") ?? 123_368_630
        let count = Self.number("WIT_SEQUENCES") ?? 150
        print("random lives: seed \(seed), \(count) sequences")
        let folder = try TemporaryFolder()
        var catalog: PhotoCatalog?
        var faulty = 0
        for index in 0..<count {
            // A fresh one now and then: what a scan does must not depend on what it holds.
            let lives = folder.path("\(index / 100)")
            if index.isMultiple(of: 100) {
                catalog = nil
                try? FileManager.default.removeItem(atPath: folder.path("\(index / 100 - 1)"))
                try FileManager.default.createDirectory(
                    atPath: lives, withIntermediateDirectories: true)
                catalog = try PhotoCatalog(path: lives + "/catalog.sqlite", access: .readWrite)
            }
            let open = try #require(catalog)
            var life = try await RandomLife(
                open, folder: lives + "/life-\(index)", seed: UInt64(seed + index), picture: index)
            for _ in 0..<Int.random(in: 3...8, using: &life.numbers) {
                try await life.step()
            }
            try await life.scan()
            let faults = try life.faults()
            let found = try CheckCatalog(open).differing(life.present)
            if !faults.isEmpty || !found.isEmpty {
                faulty += 1
                if faulty <= 5 {
                    Issue.record(
                        """
                        seed \(seed + index): \(faults) \(found)
                        \(life.story.joined(separator: "\n"))
                        """)
                }
            }
        }
        print("random lives: \(faulty) of \(count) sequences left a difference")
        #expect(faulty == 0)
    }
}

extension CheckCatalog {
    /// What a check of all files says of some of them.
    fileprivate func differing(_ paths: [String]) throws -> [String] {
        try run(verifying: false).filter { $0.code == .fileDiffers && paths.contains($0.place) }
            .map(\.message)
    }
}
