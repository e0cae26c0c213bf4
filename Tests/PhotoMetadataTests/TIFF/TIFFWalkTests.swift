import PhotoRecords
import Testing

@testable import PhotoMetadata

struct TIFFWalkTests {
    /// A TIFF file of one strip that lies behind its directories.
    private func file(
        magic: [UInt8]? = nil, _ more: (TIFFBuilder) -> [TIFFBuilder.Entry] = { _ in [] }
    ) -> [UInt8] {
        var builder = TIFFBuilder(littleEndian: true)
        func entries(_ strip: Int) -> [TIFFBuilder.Entry] {
            [
                builder.short(0x0100, 64), builder.short(0x0101, 48), builder.long(0x0111, strip),
                builder.long(0x0117, 3_000),
            ] + more(builder)
        }
        builder.exif = [builder.ascii(0x9003, "2024:05:01 10:22:33")]
        builder.image = entries(0)
        let strip = builder.bytes.count
        builder.image = entries(strip)
        var bytes = builder.bytes + [UInt8](repeating: 5, count: 3_000)
        if let magic { bytes.replaceSubrange(0..<magic.count, with: magic) }
        return bytes
    }

    @Test
    func `raw formats are told by header, DNG's version or maker and colour filter array`() throws {
        func raw(_ make: String) -> [UInt8] {
            file { [$0.ascii(0x010F, make), $0.short(0x0106, 32_803)] }
        }
        let table: [([UInt8], String)] = [
            (file(), "image/tiff"),
            (file { [$0.ascii(0x010F, "NIKON CORPORATION")] }, "image/tiff"),
            (raw("NIKON CORPORATION"), "image/x-nikon-nef"), (raw("SONY"), "image/x-sony-arw"),
            (raw("RICOH IMAGING"), "image/x-pentax-pef"), (raw("Nobody"), "image/tiff"),
            (file { [$0.raw(0xC612, 1, [1, 4, 0, 0])] }, "image/x-adobe-dng"),
            (file(magic: Array("IIRO".utf8)), "image/x-olympus-orf"),
            (file(magic: Array("IIRS".utf8)), "image/x-olympus-orf"),
            (file(magic: [0x49, 0x49, 0x55, 0]), "image/x-panasonic-rw2"),
        ]
        for (bytes, mediaType) in table {
            let record = try PhotoReader().read(bytes: bytes).record
            #expect(record.image?.mediaType == mediaType)
            #expect(record.taken?.local.iso == "2024-05-01T10:22:33")
            // Nothing is compressed; Olympus says so of everything, and the length decides.
            let scheme = mediaType == "image/x-olympus-orf" ? "t1:" : "ta:"
            #expect(record.image?.fingerprint?.hasPrefix(scheme) == true)
        }
    }

    @Test
    func `directories that point at themselves and values beyond the end are harmless`() throws {
        let looping = file { [$0.long(0x014A, 8), $0.long(0x8825, 8)] }
        #expect(try PhotoReader().read(bytes: looping).record.taken != nil)
        let far = file {
            [TIFFBuilder.Entry(number: 0x02BC, format: 1, count: 9, value: $0.word(1 << 31, 4))]
                + [$0.long(0x8825, 0x7FFF_FFFF)]
        }
        let reading = try PhotoReader().read(bytes: far)
        #expect(reading.record.findings.contains { $0.code == .exifDamaged })
        #expect(reading.record.taken?.local.iso == "2024-05-01T10:22:33")
    }

    @Test
    func `a strip that the file ends within is an error`() throws {
        let reading = try PhotoReader().read(bytes: Array(file().dropLast(100)))
        #expect(reading.isDamaged)
        #expect(reading.record.findings.map(\.code) == [.pictureTruncated])
    }
}
