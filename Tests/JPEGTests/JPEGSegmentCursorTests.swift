@testable import JPEG
import Testing

struct JPEGSegmentCursorTests {
    private func segments(_ bytes: [UInt8], strayLimit: Int = .max) -> [JPEGSegment] {
        var cursor = JPEGSegmentCursor(strayLimit: strayLimit)
        var segments: [JPEGSegment] = []
        while let segment = cursor.next(in: bytes.span) { segments.append(segment) }
        return segments
    }

    private static func segment(
        _ marker: UInt8, at offset: Int, stray: Int = 0, _ payload: Range<Int>,
        _ form: JPEGSegment.Form
    ) -> JPEGSegment {
        JPEGSegment(
            marker: JPEGMarker(rawValue: marker), offset: offset, stray: stray, payload: payload,
            form: form)
    }

    private static let files: [(bytes: [UInt8], segments: [JPEGSegment])] = [
        (
            [0xFF, 0xE0, 0, 4, 7, 7, 0xFF, 0xFE, 0, 2],
            [
                segment(0xE0, at: 2, 6..<8, .whole), segment(0xFE, at: 8, 12..<12, .whole),
            ]
        ),
        // TEM, RST, SOI and EOI have no length.
        (
            [0xFF, 0x01, 0xFF, 0xD3, 0xFF, 0xD8, 0xFF, 0xD9, 0xFF, 0xDC, 0, 2],
            [
                segment(0x01, at: 2, 4..<4, .standalone), segment(0xD3, at: 4, 6..<6, .standalone),
                segment(0xD8, at: 6, 8..<8, .standalone),
                segment(0xD9, at: 8, 10..<10, .standalone),
                segment(0xDC, at: 10, 14..<14, .whole),
            ]
        ),
        // Fill bytes are no stray ones; a 0xFF with a 0 behind it is.
        ([0xFF, 0xFF, 0xFF, 0xE1, 0, 2], [segment(0xE1, at: 4, 8..<8, .whole)]),
        (
            [0x12, 0xFF, 0x00, 0xFF, 0xFF, 0xE1, 0, 3, 9],
            [
                segment(0xE1, at: 6, stray: 3, 10..<11, .whole)
            ]
        ),
        // A length below 2 is passed over as stray bytes.
        (
            [0xFF, 0xE1, 0, 1, 0xFF, 0xE2, 0, 0, 0xFF, 0xE3, 0, 2],
            [
                segment(0xE1, at: 2, 6..<6, .short(length: 1)),
                segment(0xE2, at: 6, stray: 2, 10..<10, .short(length: 0)),
                segment(0xE3, at: 10, stray: 2, 14..<14, .whole),
            ]
        ),
        ([0xFF, 0xE1, 0, 5, 1], [segment(0xE1, at: 2, 6..<9, .endsInPayload)]),
        ([0xFF, 0xE1, 0xFF, 0xFF], [segment(0xE1, at: 2, 6..<65_539, .endsInPayload)]),
        ([0xFF, 0xE1, 0], [segment(0xE1, at: 2, 4..<4, .endsInLength)]),
        ([0xFF, 0xE1], [segment(0xE1, at: 2, 4..<4, .endsInLength)]),
        ([0xFF], []), ([], []), ([0xFF, 0xFF, 0xFF], []), ([0, 1, 2, 3], []),
    ]

    @Test(arguments: files)
    func `segments are found as they stand`(bytes: [UInt8], segments: [JPEGSegment]) {
        #expect(self.segments([0xFF, 0xD8] + bytes) == segments)
    }

    @Test func `a walk ends at more stray bytes than it goes over, and stays there`() {
        let bytes: [UInt8] = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xE1, 0, 2]
        #expect(segments(bytes, strayLimit: 3).map(\.stray) == [3])
        var cursor = JPEGSegmentCursor(strayLimit: 2)
        for _ in 0..<2 {
            #expect(cursor.next(in: bytes.span) == nil)
            #expect(cursor.isLost && cursor.stray == 3 && cursor.offset == 5)
        }
    }

    @Test func `the coded data of a scan end at a marker that is no restart`() {
        let bytes: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 0xFF, 0xD0, 2, 0xFF, 0x01, 0xFF, 0xFF, 0xD9,
        ]
        var cursor = JPEGSegmentCursor()
        #expect(cursor.next(in: bytes.span)?.marker == .startOfScan)
        cursor.passScan(in: bytes.span)
        #expect(cursor.offset == 15)
        #expect(cursor.next(in: bytes.span)?.marker == .endOfImage)
        for count in 6..<bytes.count {
            var cursor = JPEGSegmentCursor(at: 6)
            let part = Array(bytes[..<count])
            cursor.passScan(in: part.span)
            #expect(cursor.offset == count)
        }
    }

    /// Bytes of which each is likely to be part of a marker or a length.
    private func bytes(_ random: inout some RandomNumberGenerator) -> [UInt8] {
        let likely: [UInt8] = [0xFF, 0xFF, 0, 0, 1, 2, 3, 5, 0xD0, 0xD8, 0xD9, 0xDA, 0xE1]
        return (0..<Int.random(in: 0...40, using: &random)).map { _ in
            likely.randomElement(using: &random) ?? 0
        }
    }

    @Test func `segments are the same however small the parts at hand are`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let bytes = bytes(&random)
            let limit = Int.random(in: 0...20, using: &random)
            let wanted = segments(bytes, strayLimit: limit)
            var cursor = JPEGSegmentCursor(strayLimit: limit)
            var found: [JPEGSegment] = []
            var part = 0..<0
            walk: while true {
                let atHand = Array(bytes[part])
                switch cursor.step(in: atHand.span, at: part.lowerBound, of: bytes.count) {
                case .segment(let segment): found.append(segment)
                case .end: break walk
                case .needs(let range):
                    // A step that asks for what it has, or for what is not there, never ends.
                    guard range.upperBound <= bytes.count,
                        !part.contains(range.lowerBound)
                            || !part.contains(range.upperBound - 1)
                    else {
                        Issue.record("\(bytes) at \(part): needs \(range)")
                        return
                    }
                    part = range
                }
            }
            #expect(found == wanted, "\(bytes), \(limit)")
        }
    }

    @Test func `every offset at which a segment is said to be lies within the bytes`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let bytes = bytes(&random)
            var end = 2
            for segment in segments(bytes) {
                #expect(bytes[segment.offset] == 0xFF, "\(bytes)")
                #expect(bytes[segment.offset + 1] == segment.marker.rawValue, "\(bytes)")
                #expect(segment.offset >= end && segment.payload.lowerBound <= bytes.count)
                if segment.form == .whole { #expect(segment.payload.upperBound <= bytes.count) }
                end = segment.offset + 2
            }
        }
    }
}
