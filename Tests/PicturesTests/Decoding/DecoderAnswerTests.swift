import OutputText
import Testing

@testable import Pictures

/// A child that answers as a stranger would who has taken it over.
@Suite struct DecoderAnswerTests {
    /// What comes of an answer of these bytes.
    private func result(
        _ task: PictureTask, _ bytes: [UInt8]
    ) throws(DecoderChild.Failure) -> PictureResult {
        var rest = bytes[...]
        return try DecoderAnswer(task: task, limits: PictureLimits(pixels: 10_000)) {
            (count, _) throws(DecoderChild.Failure) in
            guard count <= rest.count else {
                throw .lost(WitError(.decoderEnded, "It ended."))
            }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }.result()
    }

    private func isLost(_ task: PictureTask, _ bytes: [UInt8]) -> Bool {
        do throws(DecoderChild.Failure) {
            _ = try result(task, bytes)
            return false
        } catch {
            if case .lost(let error) = error { return error.code == .decoderEnded }
            return false
        }
    }

    static let header = DecoderMessage(.header, [1, 48, 32, 1, 1]).bytes

    @Test func `a header is taken only within its ranges`() throws {
        #expect(
            try result(.header, Self.header)
                == .header(
                    PictureHeader(format: .png, width: 48, height: 32, orientation: 1, pages: 1)))
        for numbers in [
            [99, 48, 32, 1, 1], [-1, 48, 32, 1, 1], [1, 0, 32, 1, 1], [1, 48, -32, 1, 1],
            [1, .max, 32, 1, 1], [1, 48, .max, 1, 1], [1, 1000, 1000, 1, 1], [1, 48, 32, 0, 1],
            [1, 48, 32, 9, 1], [1, 48, 32, 1, 0], [1, 48, 32, 1, .min],
        ] {
            #expect(isLost(.header, DecoderMessage(.header, numbers).bytes), "\(numbers)")
        }
        #expect(isLost(.header, DecoderMessage(kind: 12345, []).bytes))
        #expect(isLost(.header, []))
    }

    @Test func `a picture is taken only if it is one, of its size, and nothing else`() throws {
        let jpeg = try PictureRenderer().jpeg(from: TestPicture.corners.png())
        func answer(_ bytes: [UInt8], _ size: (Int, Int) = (48, 32), count: Int? = nil) -> [UInt8] {
            Self.header
                + DecoderMessage(.picture, [size.0, size.1, count ?? bytes.count]).bytes + bytes
        }
        let task = PictureTask.jpeg(side: 100, quality: 80)
        #expect(try result(task, answer(jpeg.bytes)) == .picture(jpeg))
        let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 1, 2]
        let start = Array(jpeg.bytes.prefix(2))
        for wrong in [
            answer(jpeg.bytes, (32, 48)), answer(jpeg.bytes, (48, 33)), answer(jpeg.bytes + [0]),
            answer(Array(jpeg.bytes.dropLast())), answer(start + comment + jpeg.bytes.dropFirst(2)),
            answer(start + [0xFF, 0xE1, 0, 3, 7] + jpeg.bytes.dropFirst(2)), answer([]),
            answer(jpeg.bytes, count: -1), answer(jpeg.bytes, count: .max),
            answer(jpeg.bytes, (200, 32)), answer(Array("GIF89a".utf8)),
            answer(jpeg.bytes.dropLast(2) + [0xFF, 0xFE, 0, 2, 0xFF, 0xD9]),
            // Without the header, there is nothing to hold the size against.
            Array(answer(jpeg.bytes).dropFirst(Self.header.count)),
        ] {
            #expect(isLost(task, wrong))
        }
    }

    @Test func `an answer to another question is not taken`() throws {
        let hash = Self.header + DecoderMessage(.hash, [7]).bytes
        #expect(try result(.hash, hash) == .hash(PerceptualHash(bits: 7)))
        #expect(isLost(.jpeg(side: 10, quality: 80), hash))
        #expect(isLost(.map, DecoderMessage(.map, [1 << 40]).bytes))
        #expect(isLost(.map, DecoderMessage(.map, [3]).bytes + [1, 2, 3]))
        #expect(
            isLost(
                .pixels(side: 10), Self.header + DecoderMessage(.pixels, [10, 10, 3, .max]).bytes))
        #expect(
            isLost(
                .pixels(side: 10), Self.header + DecoderMessage(.pixels, [.max, .max, 3, 4]).bytes))
    }

    @Test func `a reason is one line of plain characters`() {
        func reason(_ code: Int, _ text: [UInt8], count: Int? = nil) -> WitError? {
            do throws(DecoderChild.Failure) {
                let message = DecoderMessage(.failure, [code, count ?? text.count]).bytes
                _ = try result(.hash, message + text)
                return nil
            } catch {
                if case .refused(let error) = error { return error }
                return nil
            }
        }
        let text = Array("It\u{1B}[2J is\n\u{202E}bad".utf8) + [0xFF]
        #expect(reason(0, text)?.message == "It [2J is bad\u{FFFD}")
        #expect(reason(0, text)?.code == .pictureDamaged)
        #expect(reason(99, text) == nil)
        #expect(reason(-1, text) == nil)
        #expect(reason(0, text, count: 1 << 30) == nil)
        #expect(reason(0, [], count: -5) == nil)
    }
}
