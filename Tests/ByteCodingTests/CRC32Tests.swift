import ByteCoding
import Testing

@Suite struct CRC32Tests {
    @Test func `the checksum is CRC-32 as everybody knows it`() {
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.bytes(Array("123456789".utf8)) == [0xCB, 0xF4, 0x39, 0x26])
    }

    @Test func `a checksum goes on where another one ended`() {
        let (head, tail) = (Array("1234".utf8), Array("56789".utf8))
        let first = CRC32.updated(~0, with: head)
        #expect(~CRC32.updated(first, with: tail) == CRC32.checksum(head + tail))
    }
}
