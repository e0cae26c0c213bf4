import Foundation
import OutputText
import Synchronization
import TestSupport
import Testing

@testable import Pictures

@Suite struct DecoderPoolTests {
    let picture = TestPicture.corners.png()

    private func settings() throws -> (DecoderProgram, PictureDecoding.Settings) {
        (try #require(DecoderProgram.beside), PictureDecoding.settings)
    }

    private func look(_ pool: DecoderPool) throws -> PictureResult {
        try pool.perform(.header, on: picture, .standard)
    }

    @Test func `one child decodes picture after picture`() throws {
        let pool = DecoderPool()
        let first = try look(pool)
        let child = try #require(pool.idle.first).process
        for _ in 0..<5 { #expect(try look(pool) == first) }
        #expect(pool.idle.map(\.process) == [child])
    }

    @Test func `a child that is killed costs at most its picture, and another takes its place`()
        throws
    {
        let pool = DecoderPool()
        try pool.require()
        let fresh = try #require(pool.idle.first).process
        kill(fresh, SIGKILL)
        let error = #expect(throws: WitError(.decoderEnded, "")) { try look(pool) }
        #expect(error?.message == "The process that decoded the picture ended (signal 9).")
        _ = try look(pool)
        let second = try #require(pool.idle.first).process
        #expect(second != fresh)
        // What a child of many pictures fails at is tried once more by a new one.
        kill(second, SIGKILL)
        _ = try look(pool)
        #expect(pool.idle.count == 1)
    }

    @Test func `a child that does not answer is ended`() throws {
        let pool = DecoderPool(patience: .milliseconds(300))
        try pool.require()
        let child = try #require(pool.idle.first).process
        kill(child, SIGSTOP)
        #expect(throws: WitError(.tooMuchTime, "")) { try look(pool) }
        #expect(kill(child, 0) != 0, "it is still there")
        _ = try look(pool)
    }

    /// Says to stop after so many seconds.
    private final class Watch: DecodingWatch {
        private let end: ContinuousClock.Instant
        private let spent = Mutex(0.0)
        let secondsLeft: Double
        init(stopsAfter seconds: Double = 1_000, secondsLeft: Double = 1_000) {
            end = .now.advanced(by: .seconds(seconds))
            self.secondsLeft = secondsLeft
        }
        var isStopped: Bool { ContinuousClock.now >= end }
        var seconds: Double { spent.withLock { $0 } }
        func took(seconds: Double) { spent.withLock { $0 += seconds } }
    }

    @Test func `a wish to stop ends a child that is at work, within a second`() throws {
        let pool = DecoderPool()
        try pool.require()
        let child = try #require(pool.idle.first).process
        kill(child, SIGSTOP)
        let time = ContinuousClock().measure {
            #expect(throws: WitError(.decodingStopped, "")) {
                try pool.perform(.hash, on: picture, .standard, watch: Watch(stopsAfter: 0.2))
            }
        }
        #expect(time < .seconds(1))
        #expect(kill(child, 0) != 0, "it is still there")
        _ = try look(pool)
    }

    @Test func `what a child spends is counted, and ends it where no more is left`() throws {
        // 4,000² of 16 bits in an interlaced PNG: a second of work in a debug build and a release one.
        let pool = DecoderPool(memory: 1 << 30)
        let large = PNGBuilder.interlaced16(side: 4000)
        let watch = Watch()
        _ = try pool.perform(.hash, on: large, .standard, watch: watch)
        #expect(watch.seconds > 0.05)
        #expect(watch.seconds < 30)
        let poor = Watch(secondsLeft: 0.01)
        #expect(throws: WitError(.decodingStopped, "")) {
            try pool.perform(.hash, on: large, .standard, watch: poor)
        }
        #expect(poor.seconds > 0.01)
    }

    @Test func `a picture’s header is reported before it is decoded`() throws {
        let pool = DecoderPool()
        var pixels = 0
        _ = try pool.perform(.hash, on: picture, .standard) { pixels = $0.width * $0.height }
        #expect(pixels > 0)
    }

    @Test func `children end with their pool, and with their parent`() throws {
        var pool: DecoderPool? = DecoderPool()
        try pool?.require()
        let child = try #require(pool?.idle.first).process
        #expect(kill(child, 0) == 0)
        pool = nil
        #expect(kill(child, 0) != 0)
    }

    @Test func `pictures that need too much memory are refused, each on its own`() throws {
        // 3,000² of 16 bits in an interlaced PNG: 72 MB, all of which the decoder holds.
        let large = PNGBuilder.interlaced16(side: 3000)
        let pool = DecoderPool(memory: 110 << 20)
        let error = #expect(throws: WitError(.tooMuchMemory, "")) {
            try pool.perform(.hash, on: large, .standard)
        }
        #expect(error?.message.contains("decoder-memory is 110 MB") == true, "\(error as Any)")
        _ = try look(pool)
        #expect(throws: WitError(.tooMuchMemory, "")) {
            try pool.perform(.hash, on: large, PictureLimits(acceptsDamage: true))
        }
        let rich = DecoderPool()
        _ = try rich.perform(.hash, on: large, .standard)
    }

    @Test func `with too little memory nothing is decoded, and the reason is given`() throws {
        let pool = DecoderPool(memory: 10 << 20)
        let error = #expect(throws: WitError(.unavailable, "")) { try look(pool) }
        #expect(error?.message.contains("decoder-memory") == true)
    }

    @Test func `a program that is not a decoder is reported as such`() throws {
        let pool = DecoderPool(program: DecoderProgram(path: "/bin/true"))
        #expect(throws: WitError(.decoderNotStarted, "")) { try look(pool) }
        let nowhere = DecoderPool(program: DecoderProgram(path: "/nowhere/wit"))
        #expect(throws: WitError(.decoderNotStarted, "")) { try look(nowhere) }
    }

    @Test(arguments: ["jpg"] + MetadataCutTests.names)
    func `a child decodes what this process would`(name: String) throws {
        let file = try MetadataCutTests.bird(name)
        let task = PictureTask.renditions(
            side: 400, quality: 80, previewSide: 90, previewQuality: 70)
        let here = try PictureEngine.perform(task, onCopyOf: file, .standard)
        #expect(try DecoderPool.shared.perform(task, on: file, .standard) == here)
        let pixels = PictureTask.pixels(side: 64)
        #expect(
            try DecoderPool.shared.perform(pixels, on: file, .standard)
                == PictureEngine.perform(pixels, onCopyOf: file, .standard))
    }

    @Test func `a person cannot start a child by hand`() throws {
        let outcome = try Program.wit([DecoderProgram.argument, "pictures", "268435456"])
        #expect(outcome.status == 2 && outcome.errors.contains("for internal use"))
    }
}
