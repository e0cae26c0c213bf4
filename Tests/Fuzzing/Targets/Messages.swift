@testable import MIMEMessage

extension FuzzTarget {
    static let mail: [FuzzTarget] = [
        FuzzTarget(name: "message", longest: 32_768, dictionary: "mail", seeds: .mails) { bytes in
            checkMessage(bytes)
            checkLineEnds(bytes)
        },
        FuzzTarget(name: "mbox", longest: 32_768, dictionary: "mail", seeds: .mails) { bytes in
            var octets = 0
            try? MailSource.bytes(
                Array("From a@b Fri Nov 20 10:00:00 2026\n".utf8) + bytes, name: "x"
            )
            .forEach { octets += $0.bytes.count }
            hold(octets <= bytes.count + 64, "an mbox gave more than it holds")
        },
        FuzzTarget(name: "partial", longest: 32_768, dictionary: "mail", seeds: .mails) { bytes in
            checkPieces(bytes)
            var assembler = PartialAssembler()
            _ = try? assembler.take(MailMessage(parsing: bytes))
            _ = assembler.incomplete.map(\.sentence)
        },
        FuzzTarget(
            name: "addresses", longest: 2_048, dictionary: "mail",
            seeds: .pieces { fields($0, [.from, .to, .cc]) }
        ) { bytes in
            let addresses = AddressList.parse(bytes[...])
            let size = addresses.flatMap(\.mailboxes)
                .reduce(0) { $0 + $1.address.utf8.count + ($1.name ?? "").utf8.count }
            hold(size <= 16 * bytes.count + 64, "addresses grew to \(size) octets")
        },
        FuzzTarget(
            name: "date", longest: 256, dictionary: "mail",
            seeds: .pieces { fields($0, [.date]) }
        ) { bytes in
            guard let date = MailDate(parsing: bytes[...]) else { return }
            _ = date.iso8601
            guard let again = MailDate(parsing: date.headerText) else {
                return hold(false, "“\(date.headerText)” is no date")
            }
            hold(
                again.headerText == date.headerText, "\(date.headerText) became \(again.headerText)"
            )
        },
        FuzzTarget(
            name: "parameters", longest: 4_096, dictionary: "mail",
            seeds: .pieces { fields($0, ["Content-Type", "Content-Disposition"]) }
        ) { bytes in
            var defects = DefectList(limit: 100)
            _ = MediaType(parsing: bytes[...], limit: 100, at: 0, defects: &defects)
            let disposition = ContentDisposition(
                parsing: bytes[...], limit: 100, at: 0, defects: &defects)
            guard let name = disposition.fileName else { return }
            checkParameter(name)
        },
        FuzzTarget(
            name: "words", longest: 2_048, dictionary: "mail",
            seeds: .pieces { fields($0, [.subject, .from]) }
        ) { bytes in
            let text = EncodedWords.decode(bytes[...])
            let isEncoded = EncodedWords.mayOccur(in: bytes[...])
            hold(
                !isEncoded || !text.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 },
                "an encoded word broke the line")
            let written = EncodedWordWriter.encode(text, firstColumn: 9).joined(separator: " ")
            let line = text.utf8.map { $0 == 10 || $0 == 13 || $0 == 0 ? 32 : $0 }
            let again = EncodedWords.decode(Array(written.utf8)[...])
            hold(
                text.isEmpty || again == text
                    || again == String(decoding: line.trimmed, as: UTF8.self),
                "“\(text)” became “\(again)”")
        },
    ]

    /// A message cut into pieces that come in any order is whole with the last of them.
    private static func checkPieces(_ bytes: [UInt8]) {
        guard bytes.count > 2 else { return }
        let file = Array(bytes.dropFirst(2))
        let inner = Array("Content-Type: application/octet-stream\n\n".utf8) + file
        let total = 1 + Int(bytes[0]) % 9
        let turn = Int(bytes[1])
        var assembler = PartialAssembler()
        for step in 1...total {
            let number = (step + turn) % total + 1
            let piece = inner[
                inner.count * (number - 1) / total..<inner.count * number / total]
            let head =
                "Message-ID: <\(number)@x>\nContent-Type: message/partial; id=a; total=\(total);"
                + " number=\(number)\n\n"
            switch try? assembler.take(MailMessage(parsing: Array(head.utf8) + piece)) {
            case .kept: hold(step < total, "the last piece does not make a message whole")
            case .whole(let message, let pieces):
                hold(step == total && pieces == total, "a message is whole too soon")
                hold(message.root.rawBody == file, "a file in pieces is not itself again")
            case .ordinary, .refused, nil: hold(false, "a piece is not taken")
            }
        }
        hold(assembler.incomplete.isEmpty, "a whole message is said to be incomplete")
    }

    private static func checkParameter(_ value: String) {
        var written: [UInt8] = []
        var field = FieldWriter("", into: &written)
        do {
            try ParameterWriter.value("attachment", in: &field, into: &written)
            try ParameterWriter.append(
                "filename", value, usesEncodedWords: false, to: &field, into: &written)
        } catch { return }
        var defects = DefectList(limit: 10)
        let again = ContentDisposition(
            parsing: written.dropFirst(), limit: 1_000, at: 0, defects: &defects)
        hold(again.fileName == value, "“\(value)” became “\(again.fileName ?? "nothing")”")
    }

    private static func fields(_ mail: [UInt8], _ names: [HeaderName]) -> [[UInt8]] {
        let message = MailMessage(parsing: mail)
        return message.allParts.prefix(10).flatMap { part in
            names.flatMap { part.headers.all($0).map(\.rawValue) }
        }
    }

    private static func checkMessage(_ bytes: [UInt8]) {
        let message = MailMessage(parsing: bytes)
        hold(message.allParts.count <= MIMELimits.standard.parts + 1, "too many parts")
        for defect in message.defects {
            hold((0...bytes.count).contains(defect.offset), "a defect lies outside: \(defect)")
        }
        check(message.root, size: bytes.count)
        _ = (message.subject, message.from, message.to, message.date, message.references)
        _ = (message.sender, message.replyTo, message.cc, message.bcc, message.messageID)
        let opened = message.unpackedLeafParts()
        hold(opened.parts.count <= MIMELimits.standard.parts + 64, "too many opened parts")
        for part in opened.parts { _ = (part.fileName, part.contentID, part.decodedBody().count) }
    }

    private static func check(_ part: MIMEPart, size: Int) {
        hold(part.range.lowerBound <= part.bodyRange.lowerBound, "a body begins before its part")
        hold(part.bodyRange.upperBound <= part.range.upperBound, "a body ends behind its part")
        _ = (part.fileName, part.contentID, part.contentDescription, part.isAttachment)
        let body = part.decodedBody()
        hold(
            body.count <= 3 * part.bodyRange.count + 64,
            "a body of \(part.bodyRange) grew to \(body.count)")
        if part.contentType.isText { _ = part.flowedText() }
        for child in part.children { check(child, size: size) }
    }

    /// The structure is the same whether lines end with LF or CRLF.
    private static func checkLineEnds(_ bytes: [UInt8]) {
        var lf: [UInt8] = []
        lf.reserveCapacity(bytes.count)
        for octet in bytes {
            if octet == 10, lf.last == 13 { lf.removeLast() }
            lf.append(octet)
        }
        // A bare CR may be a line break of its own or none, by what stands around it.
        guard !lf.contains(13) else { return }
        let crlf = lf.flatMap { $0 == 10 ? [13, 10] : [$0] }
        let (left, right) = (MailMessage(parsing: lf), MailMessage(parsing: crlf))
        hold(left.tree == right.tree, "LF and CRLF differ:\n\(left.tree)\n\(right.tree)")
        hold(left.subject == right.subject, "LF and CRLF differ in the subject")
        let (names, others) = (left.allParts.map(\.fileName), right.allParts.map(\.fileName))
        hold(names == others, "LF and CRLF differ in file names: \(names) \(others)")
        for (one, other) in zip(left.leafParts, right.leafParts)
        where one.transferEncoding == .base64 && !one.isMultipart {
            hold(one.decodedBody() == other.decodedBody(), "LF and CRLF differ in base64")
        }
    }
}
