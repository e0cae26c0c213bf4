import CatalogDatabase
import Files
import Foundation
import OutputText
import Synchronization
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct PictureStoreTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path("received") }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private func store(
        _ bytes: [UInt8], _ store: PictureStore, known: Bool = false
    ) throws -> PictureStore.Stored {
        let pending = try store.prepare(bytes)
        let turn = try store.turn()
        return try store.name(
            pending, bytes, stem: "cat", mediaType: "image/jpeg", turn, isKnown: { _ in known })
    }

    @Test func `a picture gets a free name, and the same bytes are not stored once more`() throws {
        let pictures = PictureStore(folder: path)
        #expect(try store([1, 2], pictures).path == path + "/cat.jpg")
        let second = try store([3], pictures)
        #expect(second.path == path + "/cat-2.jpg" && second.isNew && second.stamp.size == 1)
        #expect(try names() == ["cat-2.jpg", "cat.jpg"])
        #expect(FileManager.default.contents(atPath: path + "/cat.jpg") == Data([1, 2]))
        // The bytes of a former import are not stored once more, unless they are another photo's.
        let again = try store([3], pictures)
        #expect(again.path == second.path && !again.isNew)
        #expect(try store([3], pictures, known: true).path == path + "/cat-3.jpg")
    }

    @Test func `a picture that gets no name leaves nothing`() throws {
        let store = PictureStore(folder: path)
        var pending: PictureStore.Pending? = try store.prepare([1, 2, 3])
        #expect(try names().allSatisfy { $0.hasPrefix(".wit-") } && names().count == 1)
        withExtendedLifetime(pending) {}
        pending = nil
        #expect(try names().isEmpty)
    }

    @Test func `what a killed import left is swept away, with the empty file that held a name`()
        throws
    {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: path + "/.wit-4999999-abcdefgh0123.for.cat.jpg"))
        for name in ["cat.jpg", "dog.jpg"] {
            try Data().write(to: URL(filePath: path + "/" + name))
        }
        let pictures = PictureStore(folder: path)
        // The empty file that only held the name is no picture.
        #expect(try store([9], pictures).path == path + "/cat.jpg")
        #expect(try names() == ["cat.jpg", "dog.jpg"])
    }

    @Test func `many at once take no name twice`() async throws {
        let stores = [PictureStore(folder: path), PictureStore(folder: path)]
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try store([UInt8](repeating: UInt8(number), count: 5_000), stores[number % 2])
                        .path
                }
            }
            var paths: Set<String> = []
            for try await path in group { paths.insert(path) }
            #expect(paths.count == 60)
        }
        let contents = try names().map { FileManager.default.contents(atPath: path + "/" + $0) }
        #expect(contents.count == 60 && Set(contents.compactMap { $0?.first }).count == 60)
        #expect(contents.allSatisfy { $0?.count == 5_000 })
    }

    @Test(arguments: [0, 1, 15, 16, 17, 100, 4_095, 100_000, 3_000_000])
    func `a free name is found in few tries, however many are taken`(count: Int) {
        var names = FreeName()
        var tries = 0
        while let number = names.next() {
            tries += 1
            if number <= count {
                names.isTaken(number)
            } else if names.isFree(number) {
                #expect(number == count + 1)
                break
            }
        }
        #expect(tries <= 70, "\(tries)")
    }

    @Test func `a free name is found among gaps, and none is promised where there is none`() {
        for seed in 0..<200 {
            var random = Numbers(state: UInt64(seed))
            let taken = Set((0..<5_000).map { _ in Int.random(in: 1...6_000, using: &random) })
            var names = FreeName()
            var found: Int?
            while found == nil, let number = names.next() {
                if taken.contains(number) {
                    names.isTaken(number)
                } else if names.isFree(number) {
                    found = number
                }
            }
            #expect(found.map { !taken.contains($0) } == true, "seed \(seed)")
        }
        var names = FreeName()
        var tries = 0
        while let number = names.next() {
            names.isTaken(number)
            tries += 1
        }
        #expect(tries < 200)
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test func `who waits for the turn may stop waiting`() throws {
        let pictures = PictureStore(folder: path)
        _ = try store([1], pictures)
        let turn = try pictures.turn()
        let asked = Mutex(0)
        #expect(throws: WitError.stopped) {
            _ = try pictures.turn(isStopped: {
                asked.withLock { asked in
                    asked += 1
                    return asked == 3
                }
            })
        }
        #expect(asked.withLock { $0 } == 3)
        withExtendedLifetime(turn) {}
    }
}
