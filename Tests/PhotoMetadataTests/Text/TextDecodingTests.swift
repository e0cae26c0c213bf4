import Testing

@testable import PhotoMetadata

struct TextDecodingTests {
    @Test
    func `UTF-8 is taken as it is, without what pads it`() {
        #expect(TextDecoding.field(Array("Grüße 🦅 \0\0junk".utf8)[...])?.0 == "Grüße 🦅")
        #expect(TextDecoding.field(Array("Grüße".utf8)[...])?.1 == .asDeclared)
        #expect(TextDecoding.field([0x20, 0x20, 0]) == nil)
        #expect(TextDecoding.field([]) == nil)
    }

    @Test
    func `other bytes are Windows-1252, or what other metadata declare`() {
        #expect(TextDecoding.field([0x47, 0xFC, 0x80])?.0 == "Gü€")
        #expect(TextDecoding.field([0x47, 0xFC])?.1 == .otherwise)
        #expect(TextDecoding.field([0x83, 0x65], fallback: .shiftJIS)?.0 == "テ")
        #expect(TextDecoding.field([0xE9], fallback: .latin1)?.0 == "é")
    }

    @Test
    func `byte order marks are evidence`() {
        #expect(TextDecoding.field([0xEF, 0xBB, 0xBF, 0x41])?.0 == "A")
        #expect(TextDecoding.utf16([0x41, 0, 0x42, 0, 0, 0, 0x43, 0], littleEndian: true) == "AB")
        #expect(TextDecoding.utf16([0x3D, 0xD8], littleEndian: true) == "\u{FFFD}")
    }
}
