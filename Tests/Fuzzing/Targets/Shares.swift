import ByteCoding
import MIMEMessage
import PhotoRecords

@testable import ShareMail

extension FuzzTarget {
    static let shares: [FuzzTarget] = [
        FuzzTarget(
            name: "import-code", longest: 8_192, dictionary: "payload",
            seeds: .pieces { mail in
                MailMessage(parsing: mail).leafParts.filter(\.contentType.isText)
                    .map { Array($0.decodedText().utf8) }.filter { $0.contains(0x5B) }
            }
        ) { bytes in
            var scanner = ImportCodeScanner()
            scanner.scan(String(decoding: bytes, as: UTF8.self), at: "1")
            // What stands behind the checksum and the compression, which no fuzzer guesses.
            guard let packed = Deflate.compress(bytes) else { return }
            for packed in [packed, bytes] {
                let body = Array(Base64URL.encode(CRC32.bytes(packed) + packed).utf8)
                guard let code = ImportCode(body: body), let lines = code.lines else { continue }
                var again = ImportCodeScanner()
                again.scan(lines.joined(separator: "\n> "), at: "1")
                hold(
                    again.codes.first?.lines == lines || code.photos.isEmpty,
                    "an import code does not come back")
            }
        },
        FuzzTarget(
            name: "payload", longest: 16_384, dictionary: "payload",
            seeds: .pieces { mail in
                MailMessage(parsing: mail).leafParts.map { $0.decodedBody() }
                    .filter(SharePayload.isRecognized)
            }
        ) { bytes in
            guard let payload = try? SharePayload(parsing: bytes) else { return }
            guard let again = try? SharePayload(parsing: payload.bytes) else {
                return hold(false, "a payload that was written cannot be read")
            }
            hold(again.bytes == payload.bytes, "a payload does not come back")
        },
        FuzzTarget(name: "share", longest: 65_536, dictionary: "mail", seeds: .mails) { bytes in
            let contents = ShareReader().read(MailMessage(parsing: bytes))
            hold(contents.photos.count <= 20_000, "too many photos")
        },
    ]
}
