import Testing

@testable import PhotoMetadata

struct XMLTextTests {
    @Test
    func `characters that XML cannot hold are dropped`() {
        #expect(XMLText.cleaned("a\u{0}b\u{1F}c\u{FFFE}d🦅") == "abcd🦅")
    }

    @Test
    func `decimals have no exponent and no zeros at the end`() {
        #expect(XMPElement.decimal(0.00001) == "0.00001")
        #expect(XMPElement.decimal(-0.5) == "-0.5")
        #expect(XMPElement.decimal(12) == "12")
        #expect(XMPElement.decimal(.nan) == nil)
        #expect(XMPElement.decimal(1e12) == nil)
    }
}
