import Foundation
import Pictures

@testable import ShareMail

/// Something that mail programs do to a message on its way, and what must come home then.
struct Mangling: Sendable {
    /// What is done, in words.
    var name: String
    /// The strongest channel that is left; nil where the last has gone too.
    var channel: ShareChannel?
    /// What leads to the pictures; nil where no picture is left.
    var match: PictureMatch?
    /// Whether only the previews are left of the pictures.
    var isPreview = false
    /// What is done to the message.
    var apply: @Sendable (inout MangledPart) throws -> Void

    init(
        _ name: String, _ channel: ShareChannel?, _ match: PictureMatch?, isPreview: Bool = false,
        _ apply: @escaping @Sendable (inout MangledPart) throws -> Void
    ) {
        self.name = name
        self.channel = channel
        self.match = match
        self.isPreview = isPreview
        self.apply = apply
    }

    static let all: [Mangling] = whole + bodies + attachments + several + readable

    // MARK: The message as a whole

    private static let whole: [Mangling] = [
        Mangling("nothing", .payload, .sha256) { _ in },
        Mangling("quoted-printable of everything", .payload, .sha256) { root in
            root.change { $0.coding = .quotedPrintable }
        },
        Mangling("base64 of everything", .payload, .sha256) { $0.change { $0.coding = .base64 } },
        Mangling("base64 re-wrapped, junk within and behind", .payload, .sha256) { root in
            root.change { $0.coding = .junkyBase64 }
        },
        Mangling("parts in the opposite order", .payload, .sha256) { $0.parts.reverse() },
        Mangling("attached to a message, three deep", .payload, .sha256) { root in
            for _ in 0..<3 {
                let note = MangledPart(text: "see below\n")
                root = MangledPart(
                    "multipart/mixed", [note, MangledPart("message/rfc822", [root])])
            }
        },
        Mangling("in a digest, beside another message", .payload, .sha256) { root in
            let other = MangledPart("message/rfc822", [MangledPart(text: "Hello list\n")])
            root = MangledPart("multipart/digest", [other, MangledPart("message/rfc822", [root])])
        },
        Mangling("signed", .payload, .sha256) { root in
            var signature = MangledPart(text: "-----BEGIN PGP SIGNATURE-----\n")
            signature.type = "application/pgp-signature"
            root = MangledPart("multipart/signed", [root, signature])
        },
        Mangling("flattened: every part beside the others", .payload, .sha256) { root in
            root = MangledPart("multipart/mixed", root.leaves)
        },
        Mangling("Content-IDs and dispositions gone", .payload, .sha256) { root in
            root.change {
                $0.contentID = nil
                $0.disposition = nil
            }
        },
        Mangling("flattened, previews as attachments without Content-ID", .payload, .sha256) {
            $0 = MangledPart("multipart/mixed", $0.leaves)
            $0.change {
                $0.contentID = nil
                $0.disposition = "attachment"
            }
        },
        Mangling("the same, by the import code alone", .importCode, .fileName) { root in
            try strip(&root, payload: true, metadata: true)
            root = MangledPart("multipart/mixed", root.leaves)
            root.change {
                $0.contentID = nil
                if $0.isPicture { $0.disposition = "attachment" }
            }
        },
        Mangling("the same, by the metadata alone", .metadata, .own) { root in
            try strip(&root, payload: true, metadata: false)
            stripTexts(&root)
            root = MangledPart("multipart/mixed", root.leaves)
            root.change {
                $0.contentID = nil
                if $0.isPicture { $0.disposition = "attachment" }
            }
        },
    ]

    // MARK: Texts

    /// Tried on the import code alone: nothing else stands in the texts.
    private static let bodies: [Mangling] = [
        code("as they are", { _ in }),
        code("forwarded inline, quoted", { $0.changeTexts("text/plain") { quoted($0, "> ") } }),
        code(
            "quoted four deep, text alone",
            { root in
                root.remove { $0.type == "text/html" }
                root.changeTexts { quoted($0, ">>> > ") }
            }),
        code(
            "quoted with initials",
            { root in
                root.remove { $0.type == "text/html" }
                root.changeTexts { quoted($0, "AB> ") }
            }),
        code(
            "wrapped at 60, text alone",
            { root in
                root.remove { $0.type == "text/html" }
                root.changeTexts { wrapped($0, 60) }
            }),
        code(
            "quoted, then wrapped at 33",
            { root in
                root.remove { $0.type == "text/html" }
                root.changeTexts { wrapped(quoted($0, "> "), 33) }
            }),
        code("HTML alone", { $0.remove { $0.type == "text/plain" } }),
        code(
            "HTML alone, in Gmail's quote",
            { root in
                root.remove { $0.type == "text/plain" }
                root.changeTexts {
                    "<div class=\"gmail_quote\"><blockquote>\($0)</blockquote></div>"
                }
            }),
        code(
            "HTML alone, styles and comments gone, wbr put in",
            { root in
                root.remove { $0.type == "text/plain" }
                root.changeTexts { html in
                    html.replacing(#/ (style|class)="[^"]*"/#, with: "")
                        .replacing(/<!--.*?-->|<style>[^<]*<\/style>/, with: "")
                        .replacing(/[A-Za-z0-9_-]{20}/) { $0.output + "<wbr>" }
                }
            }),
        code("first alternative only", { $0.parts[0] = $0.parts[0].parts[0] }),
        code("last alternative only", { $0.parts[0] = $0.parts[0].parts[1] }),
        code(
            "a list's footer behind each text",
            { root in
                root.changeTexts {
                    $0 + "\n_____\nlist mailing list\nhttps://lists.example/[x]:y]]\n"
                }
            }),
        code(
            "text in UTF-16, HTML gone",
            { root in
                root.remove { $0.type == "text/html" }
                root.change { part in
                    guard part.type == "text/plain" else { return }
                    part.charset = "utf-16"
                    part.body = Array(part.text.data(using: .utf16) ?? Data())
                }
            }),
        code(
            "text in Latin-1, other letters lost, HTML gone",
            { root in
                root.remove { $0.type == "text/html" }
                root.change { part in
                    guard part.type == "text/plain" else { return }
                    part.charset = "iso-8859-1"
                    part.body = part.text.unicodeScalars.map { UInt8(exactly: $0.value) ?? 63 }
                    part.coding = .eightBit
                }
            }),
        code(
            "code damaged in the text, whole in the HTML",
            { root in
                root.changeTexts("text/plain") { text in
                    text.replacing("[[wit:1:\n", with: "[[wit:1:\nAAAA")
                }
            }),
        code(
            "code cut off in the text, whole in the HTML",
            { root in
                root.changeTexts("text/plain") { String($0.prefix($0.count - 40)) }
            }),
    ]

    /// A mangling of the texts where only the import code is left.
    private static func code(
        _ name: String, _ apply: @escaping @Sendable (inout MangledPart) throws -> Void
    ) -> Mangling {
        Mangling("import code: \(name)", .importCode, .fileName) { root in
            try strip(&root, payload: true, metadata: true)
            stripLinked(&root)
            stripBlock(&root)
            try apply(&root)
        }
    }

    // MARK: Helpers

    /// Takes channels away; pictures without metadata are other bytes.
    static func strip(
        _ root: inout MangledPart, payload: Bool, metadata: Bool, side: Int = 700
    ) throws {
        if payload { root.remove(\.isPayload) }
        guard metadata else { return }
        try root.change { part in
            guard part.isPicture, !part.isPreview, !part.isMap else { return }
            part.body = try PictureRenderer().jpeg(from: part.body, longestSide: side, quality: 70)
                .bytes
        }
    }

    /// Takes the import code out of the texts.
    static func stripCode(_ root: inout MangledPart) {
        root.changeTexts { $0.replacing(ImportCode.begin, with: "") }
    }

    /// Takes all channels out of the texts.
    static func stripTexts(_ root: inout MangledPart) {
        stripCode(&root)
        stripLinked(&root)
        stripBlock(&root)
    }

    /// Takes the JSON-LD out of the HTML.
    static func stripLinked(_ root: inout MangledPart) {
        root.changeTexts("text/html") { LinkedDataScript.removed(from: $0) }
    }

    /// Takes out of the texts what makes a readable block a photo's.
    static func stripBlock(_ root: inout MangledPart) {
        root.changeTexts { text in
            ["File:", "Coordinates:", "Map:"].reduce(text) {
                $0.replacing($1, with: $1.dropLast())
            }
        }
    }

    static func quoted(_ text: String, _ mark: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { mark + $0 }
            .joined(separator: "\n")
    }

    static func wrapped(_ text: String, _ width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var rest = line
            var lines: [Substring] = []
            while rest.count > width {
                lines.append(rest.prefix(width))
                rest = rest.dropFirst(width)
            }
            return (lines + [rest]).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
