import Foundation
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

struct PhotoReaderTests {
    private func code(of path: String) -> WitError.Code? {
        do throws(WitError) {
            _ = try PhotoReader().read(path: path)
            return nil
        } catch {
            #expect(error.message.contains(path))
            #expect(!error.message.contains("\n"))
            return error.code
        }
    }

    @Test
    func `what can't be read is refused in one line that names it`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "empty.jpg"))
        try Data("BM6".utf8).write(to: folder.url.appending(path: "other.jpg"))
        #expect(code(of: folder.path("empty.jpg")) == .empty)
        #expect(code(of: folder.path("other.jpg")) == .notAPhoto)
        #expect(code(of: folder.path("missing.jpg")) == .notFound)
        #expect(code(of: folder.url.path) == .isDirectory)
        #expect(code(of: "/dev/null") == .notAPhoto)
        #expect(throws: WitError.self) { try PhotoReader().read(bytes: []) }
    }

    @Test
    func `a file and its bytes read the same`() throws {
        let folder = try TemporaryFolder()
        var builder = JPEGBuilder()
        builder.scan = [UInt8](repeating: 9, count: 50_000)
        builder.add(
            xmp: XMPText.packet(
                "<dc:title>Kite</dc:title><wit:RecordID>0192F3C4-0000-7000-8000-0123456789AB</wit:RecordID>"
            ))
        try Data(builder.bytes).write(to: folder.url.appending(path: "a.jpg"))
        let reading = try PhotoReader().read(path: folder.path("a.jpg"))
        #expect(try reading == PhotoReader().read(bytes: builder.bytes))
        #expect(reading.record.name == "Kite")
        #expect(reading.record.id?.text == "0192f3c4-0000-7000-8000-0123456789ab")
        #expect(reading.record.image?.mediaType == "image/jpeg")
        #expect(reading.record.image?.bytes == builder.bytes.count)
        #expect(!reading.isDamaged)
    }
}
