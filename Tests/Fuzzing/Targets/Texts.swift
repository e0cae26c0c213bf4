@testable import MIMEMessage
@testable import ShareMail

extension FuzzTarget {
    static let texts: [FuzzTarget] = [
        FuzzTarget(
            name: "flowed", longest: 4_096, dictionary: "mail",
            seeds: .made(["> a \n> b\n-- \nAnna\n", " From x\nlong \nline\n"])
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let unfolded = FlowedText.unfold(text)
            hold(unfolded.utf8.count <= 2 * text.utf8.count + 2, "flowed text grew")
            _ = FlowedText.unfold(text, deletesSpace: true)
            let folded = FlowedText.fold(unfolded)
            hold(FlowedText.fold(folded, width: 30).utf8.count >= 0, "never")
        },
        FuzzTarget(
            name: "charset", longest: 4_096, dictionary: "mail",
            seeds: .made(labels.map { $0 + "\nGr\u{FC}\u{DF}e +AOk- \u{1B}$B$3" })
        ) { bytes in
            let cut = bytes.firstIndex(of: 10) ?? bytes.endIndex
            let charset = Charset(label: String(decoding: bytes[..<cut].prefix(40), as: UTF8.self))
            let text = charset.decode(Array(bytes[cut...])).text
            // No octet stands for more than a replacement character or a few of them.
            hold(text.utf8.count <= 12 * bytes.count + 16, "text grew to \(text.utf8.count)")
            for label in labels { _ = Charset(label: label).decode(Array(bytes[cut...])) }
        },
        FuzzTarget(
            name: "html", longest: 16_384, dictionary: "html",
            seeds: .pieces { mail in
                MailMessage(parsing: mail).leafParts.filter { $0.contentType.subtype == "html" }
                    .map { Array($0.decodedText().utf8) }
            }
        ) { bytes in
            let text = HTMLText.text(of: String(decoding: bytes, as: UTF8.self))
            hold(text.utf8.count <= 3 * bytes.count + 16, "text grew to \(text.utf8.count)")
        },
    ]

    private static let labels = [
        "utf-8", "iso-8859-1", "windows-1251", "utf-7", "iso-2022-jp", "shift_jis", "gb18030",
        "big5", "euc-kr", "utf-16", "koi8-r", "hz-gb-2312",
    ]
}
