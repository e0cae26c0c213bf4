import Foundation
import PhotoCatalog
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
        let turn = store.turn()
        return try store.name(
            pending, bytes, stem: "cat", mediaType: "image/jpeg", turn, isKnown: { _ in known })
    }

    @Test(arguments: FileNaming.allCases)
    func `each way to name a file gives a whole one and replaces none`(way: FileNaming) throws {
        let pictures = PictureStore(folder: path, naming: [way])
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

    @Test func `a way that the file system does not know gives way to the next`() throws {
        let taken = path + "/a.jpg"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let other = folder.path("elsewhere.jpg")
        try Data([1]).write(to: URL(filePath: other))
        #expect(FileNaming.give(taken, to: other, FileNaming.allCases) == .done)
        try Data([2]).write(to: URL(filePath: other))
        for way in FileNaming.allCases {
            #expect(FileNaming.give(taken, to: other, [way]) == .isTaken)
        }
        #expect(FileManager.default.contents(atPath: taken) == Data([1]))
        #expect(FileManager.default.contents(atPath: other) == Data([2]))
    }

    @Test func `a picture that gets no name leaves nothing`() throws {
        let store = PictureStore(folder: path)
        var pending: PictureStore.Pending? = try store.prepare([1, 2, 3])
        #expect(try names().allSatisfy { $0.hasPrefix(".wit-") } && names().count == 1)
        withExtendedLifetime(pending) {}
        pending = nil
        #expect(try names().isEmpty)
    }

    @Test func `what a killed import left an hour ago is swept away`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // No process has this number: the kernel gives none above 4,194,304.
        let (old, fresh) = (".wit-4999999-abcdef.for.cat.jpg", ".wit-4999999-ghijkl")
        for name in [old, "cat.jpg", fresh, ".wit-\(getpid())-mine", "dog.jpg"] {
            try Data(name.hasPrefix(".wit") ? [1] : []).write(to: URL(filePath: path + "/" + name))
        }
        let past = Date().addingTimeInterval(-7200)
        for name in [old, ".wit-\(getpid())-mine"] {
            try FileManager.default.setAttributes(
                [.modificationDate: past], ofItemAtPath: path + "/" + name)
        }
        let pictures = PictureStore(folder: path)
        // The empty file that only held the name is no picture.
        #expect(try store([9], pictures).path == path + "/cat.jpg")
        #expect(try names() == [fresh, ".wit-\(getpid())-mine", "cat.jpg", "dog.jpg"].sorted())
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
}
