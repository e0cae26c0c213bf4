import OutputText
import Testing

@testable import MailTransport

private final class AllAtOnce: IMAPBytes {
    private var rest: ArraySlice<UInt8>
    init(_ text: String) { rest = Array(text.utf8)[...] }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(WitError) -> Int {
        let piece = rest.prefix(buffer.count)
        rest = rest.dropFirst(piece.count)
        buffer.copyBytes(from: piece)
        return piece.count
    }
}

@Suite struct MessageSummaryTests {
    private func summary(_ structure: String) throws -> MessageSummary? {
        let text = "* 1 FETCH (RFC822.SIZE 900 BODYSTRUCTURE \(structure) UID 12)\r\n"
        guard
            case .data(let values, let isCut) = try IMAPResponseReader(AllAtOnce(text))
                .next(tag: "wit")
        else { return nil }
        return MessageSummary(values, isCut: isCut)
    }

    private let jpeg =
        "(\"IMAGE\" \"JPEG\" (\"NAME\" \"a.jpg\") \"<c>\" NIL \"BASE64\" 999 NIL "
        + "(\"attachment\" (\"filename\" \"b.jpg\")) NIL NIL)"
    private let text = "(\"text\" \"plain\" (\"charset\" \"utf-8\") NIL NIL \"8bit\" 10 1 NIL NIL)"

    @Test func `parts have the numbers that they are fetched by`() throws {
        let alone = try #require(try summary(text))
        #expect(alone.uid == 12 && alone.bytes == 900)
        #expect(alone.parts?.map(\.section) == ["1"])
        #expect(alone.parts?.first?.charset == "utf-8")
        #expect(alone.parts?.first?.encoding == "8bit")

        let mixed = try summary("((\(text)\(text) \"ALTERNATIVE\")\(jpeg) \"MIXED\" NIL NIL)")
        #expect(mixed?.parts?.map(\.section) == ["1.1", "1.2", "2"])
        #expect(mixed?.parts?.last?.mediaType == "image/jpeg")
        #expect(mixed?.parts?.last?.name == "b.jpg")

        let envelope = "(NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)"
        let forwarded = "(\"MESSAGE\" \"RFC822\" NIL NIL NIL \"7BIT\" 99 \(envelope) "
        let nested = try summary("(\(text)\(forwarded)(\(text)\(jpeg) \"MIXED\") 9) \"MIXED\")")
        #expect(nested?.parts?.map(\.section) == ["1", "2.1", "2.2"])
        let single = try summary("(\(text)\(forwarded)\(jpeg) 9) \"MIXED\")")
        #expect(single?.parts?.map(\.section) == ["1", "2.1"])
    }

    @Test(arguments: ["NIL", "()", "(())", "(\"TEXT\")", "(1 2 3 4 5 6 7)"])
    func `a structure that says nothing leaves the parts unknown`(structure: String) throws {
        let found = try #require(try summary(structure))
        #expect(found.parts?.contains { $0.mediaType.contains("image") } != true)
    }
}
