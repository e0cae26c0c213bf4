import Foundation
import MIMEMessage
import OutputText
import TestSupport
import Testing

/// Messages whose parts stay in files, and messages written piece by piece.
@Suite struct MIMEContentTests {
    /// What base64 and the blocks of writing have edges at: groups, lines, blocks.
    static let lengths = [
        0, 1, 2, 3, 56, 57, 58, 113, 114, 115, 57 * 4_096 - 1, 57 * 4_096, 57 * 4_096 + 1,
        2 * 57 * 4_096, 1_000_003,
    ]

    private static func octets(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) }
    }

    /// The message as it is written piece by piece, and the longest piece.
    private static func written(_ builder: MIMEBuilder) throws -> (bytes: [UInt8], longest: Int) {
        var bytes: [UInt8] = []
        var longest = 0
        try builder.write { piece in
            #expect(!piece.isEmpty)
            longest = max(longest, piece.count)
            bytes += piece
        }
        return (bytes, longest)
    }

    private static func builder(_ contents: [MIMEContent]) -> MIMEBuilder {
        var builder = MIMEBuilder(
            body: .mixed(
                [.plainText("Zwölf Photos\n")]
                    + contents.map { .attachment($0, type: .jpeg, fileName: "kite.jpg") }))
        builder.subject = "Twelve photos"
        return builder
    }

    @Test func `any message is written as it is built`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("The messages are made from the seed \(seed).")
        var mails = RandomMail(seed: seed)
        for _ in 0..<200 {
            let builder = mails.builder()
            let built = try builder.build()
            #expect(try Self.written(builder).bytes == built, "seed \(seed)")
            #expect(try builder.encodedSize() == built.count, "seed \(seed)")
        }
    }

    @Test(arguments: lengths)
    func `a part from a file is as one from memory`(length: Int) throws {
        let folder = try TemporaryFolder()
        let octets = Self.octets(length)
        let path = folder.path("photo.jpg")
        try Data(octets).write(to: URL(filePath: path))
        let built = try Self.builder([.bytes(octets), .bytes(octets)]).build()
        for builder in [
            Self.builder([.bytes(octets), .bytes(octets)]),
            Self.builder([.file(path: path), .bytes(octets)]),
            Self.builder([.file(path: path), .file(path: path, range: 0..<length)]),
        ] {
            #expect(try builder.build() == built)
            let (bytes, longest) = try Self.written(builder)
            #expect(bytes == built)
            #expect(longest <= 320 << 10)
            #expect(try builder.encodedSize() == built.count)
        }
        let message = MailMessage(parsing: built)
        #expect(message.defects.isEmpty)
        #expect(message.leafParts.dropFirst().allSatisfy { $0.decodedBody() == octets })
    }

    @Test func `a range of a file is that range`() throws {
        let folder = try TemporaryFolder()
        let octets = Self.octets(300_000)
        let path = folder.path("photo.jpg")
        try Data(octets).write(to: URL(filePath: path))
        for range in [0..<0, 10..<11, 1_000..<250_000, 299_999..<300_000] {
            let built = try Self.builder([.file(path: path, range: range)]).build()
            #expect(MailMessage(parsing: built).leafParts[1].decodedBody() == Array(octets[range]))
        }
    }

    @Test func `an embedded message may stand in a file`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("inner.eml")
        for text in [
            "Subject: inner\r\n\r\nbody\r\n", "Subject: inner\r\n\r\nWörter", "Subject: x\r\n\r\n",
        ] {
            try Data(text.utf8).write(to: URL(filePath: path))
            let fromMemory = MIMEBuilder(body: .mixed([.message(Array(text.utf8))]))
            let fromFile = MIMEBuilder(body: .mixed([.message(.file(path: path))]))
            let alone = MIMEBuilder(body: .message(.file(path: path)))
            #expect(try fromFile.build() == fromMemory.build())
            #expect(try Self.written(fromFile).bytes == fromFile.build())
            let bytes = try alone.build()
            #expect(bytes.last == 0x0A)
            #expect(try Self.written(alone).bytes == bytes)
        }
    }

    @Test func `a boundary never stands in an embedded message in a file`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("inner.eml")
        // As long as the message, so that its boundary lies across the edge of two blocks.
        let block = 57 * 4_096
        let first = MIMEBuilder(body: .mixed([.message(.file(path: path))]))
        try Data("x".utf8).write(to: URL(filePath: path))
        let boundary = try #require(
            MailMessage(parsing: try first.build()).root.contentType.parameters["boundary"])
        for offset in [0, 100, block - 30, block - 12, block - 1, block, block + 5] {
            let inner =
                "Subject: inner\r\n\r\n" + String(repeating: "x", count: offset)
                + "--\(boundary)--\r\n"
            try Data(inner.utf8).write(to: URL(filePath: path))
            let message = MailMessage(parsing: try first.build())
            #expect(message.root.contentType.parameters["boundary"] != boundary)
            #expect(message.root.children.count == 1)
            #expect(message.root.children[0].rawBody == Array(inner.utf8))
        }
    }

    @Test func `a file that cannot be had is named`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("photo.jpg")
        try Data(Self.octets(10)).write(to: URL(filePath: path))
        let contents: [MIMEContent] = [
            .file(path: folder.path("missing.jpg")), .file(path: folder.url.path),
            .file(path: path, range: 5..<11), .file(path: path, range: -1..<3),
            .file(path: path + "\0.txt"),
        ]
        for content in contents {
            guard case .file(let path, _) = content else { continue }
            for work: (MIMEBuilder) throws -> Void in [
                { _ = try $0.build() }, { _ = try $0.encodedSize() },
                { try $0.write { _ in Issue.record("It was written, then found missing.") } },
            ] {
                let error = #expect(throws: WitError.self) {
                    try work(Self.builder([content]))
                }
                #expect(error?.code == .unreadableFile)
                #expect(error?.item == path)
                #expect(error?.message.contains(path.replacing("\0", with: "\\0")) == true)
            }
        }
    }

    @Test func `a file that is cut short while it is written is named, nothing made up`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("photo.jpg")
        try Data(Self.octets(1_000_000)).write(to: URL(filePath: path))
        let builder = Self.builder([.file(path: path)])
        let whole = try builder.build()
        var bytes: [UInt8] = []
        let error = #expect(throws: WitError.self) {
            try builder.write { piece in
                bytes += piece
                if bytes.count > 300_000 { try truncate(path, to: 500_000) }
            }
        }
        #expect(error?.code == .unreadableFile)
        #expect(error?.message.contains("It was truncated: it ends at") == true)
        #expect(bytes.count > 300_000 && whole.starts(with: bytes))
    }

    @Test func `what is added to a file meanwhile is left out`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("photo.jpg")
        try Data(Self.octets(1_000_000)).write(to: URL(filePath: path))
        let builder = Self.builder([.file(path: path)])
        let whole = try builder.build()
        var bytes: [UInt8] = []
        try builder.write { piece in
            bytes += piece
            try truncate(path, to: 2_000_000)
        }
        #expect(bytes == whole)
    }

    @Test func `what the taker throws ends the writing`() throws {
        struct Full: Error {}
        var pieces = 0
        #expect(throws: Full.self) {
            try Self.builder([.bytes(Self.octets(2_000_000))]).write { _ in
                pieces += 1
                if pieces == 3 { throw Full() }
            }
        }
        #expect(pieces == 3)
    }

    private func truncate(_ path: String, to length: UInt64) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: length)
        try file.close()
    }
}
