import OutputText
import Testing

@testable import Pictures

/// JPEGs in many scans or of many coefficients are refused before anything is decoded.
struct JPEGEffortTests {
    /// A JPEG of a size whose scans hold no data.
    private func jpeg(
        _ frame: UInt8 = 0xC2, width: Int = 800, height: Int = 600, sampling: UInt8 = 0x22,
        scans: Int, componentsOfScan: UInt8 = 1
    ) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, frame, 0, 17, 8]
        bytes += [
            UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 3,
        ]
        bytes += [1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0]
        for _ in 0..<scans {
            let each = (1...componentsOfScan).flatMap { [$0, 0] as [UInt8] }
            bytes += [0xFF, 0xDA, 0, UInt8(6 + each.count), componentsOfScan] + each + [0, 0, 0]
            // An octet FF of the data, and a restart, which are no scans.
            bytes += [0x12, 0xFF, 0, 0xFF, 0xD1, 0x34]
        }
        return bytes + [0xFF, 0xD9]
    }

    private func effort(_ jpeg: [UInt8]) -> JPEGEffort? {
        var jpeg = jpeg
        return jpeg.withUnsafeMutableBytes { JPEGEffort(PictureBytes($0)) }
    }

    @Test(arguments: [1, 10, 99, 100, 500])
    func `the scans of a progressive JPEG are counted up to the limit`(count: Int) {
        #expect(effort(jpeg(scans: count))?.scans == min(count, 100))
        #expect(effort(jpeg(0xC0, scans: count))?.scans == min(count, 100))
    }

    @Test func `a baseline JPEG in one scan is not looked through`() {
        #expect(effort(jpeg(0xC0, scans: 200, componentsOfScan: 3)) == nil)
        #expect(effort(jpeg(0xC2, scans: 3, componentsOfScan: 3))?.scans == 3)
    }

    @Test(arguments: [(0x11, 1_440_000), (0x21, 960_000), (0x22, 720_000)] as [(UInt8, Int)])
    func `coefficients take two octets each, by the sampling`(sampling: UInt8, pixels: Int) {
        // 800 × 600 are whole units but for rows of 16.
        let rows = sampling == 0x22 ? 608 : 600
        #expect(
            effort(jpeg(sampling: sampling, scans: 1))?.coefficients == pixels * 2 * rows / 600)
    }

    @Test func `many scans and many coefficients are refused by name`() {
        #expect {
            try PictureRenderer().look(of: jpeg(scans: 100))
        } throws: { error in
            (error as? WitError)?.code == .tooMuchTime
        }
        let large = jpeg(width: 16_000, height: 9_000, scans: 1)
        #expect {
            try DecoderPool(memory: 256 << 20).perform(.look, on: large, .standard)
        } throws: { error in
            (error as? WitError)?.code == .tooMuchMemory
        }
    }

    @Test func `bytes that end anywhere are counted as far as they go`() {
        let whole = jpeg(scans: 5)
        for count in whole.indices { _ = effort(Array(whole[..<count])) }
        #expect(effort(Array(whole[..<(whole.count - 2)]))?.scans == 5)
    }
}
