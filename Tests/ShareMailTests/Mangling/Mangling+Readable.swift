import Foundation

@testable import ShareMail

extension Mangling {
    /// What only JSON-LD or the readable block survives.
    static let readable: [Mangling] = linked + blocks

    // MARK: JSON-LD

    private static let linked: [Mangling] = [
        linked("as it is") { _ in },
        linked("quoted-printable of everything") { $0.change { $0.coding = .quotedPrintable } },
        linked("HTML alone", { $0.remove { $0.type == "text/plain" } }),
        linked("entities within the script") { root in
            changeScripts(&root) { $0.replacing("\"", with: "&quot;") }
        },
        linked("quoted-printable that was never undone") { root in
            changeScripts(&root) { script in
                let escaped = script.replacing("=", with: "=3D")
                return wrapped(escaped, 70).replacing("\n", with: "=\n")
            }
        },
        linked("the script's lines wrapped at blanks") { root in
            changeScripts(&root) { refolded($0, 60) }
        },
        linked("the script's type gone, its name in capitals") { root in
            root.changeTexts("text/html") {
                $0.replacing(
                    "<script type=\"application/ld+json\">", with: "<SCRIPT id=x data-y='>'>")
            }
        },
        linked("a CDATA section around it") { root in
            changeScripts(&root) { "\n//<![CDATA[\n\($0)\n//]]>\n" }
        },
        linked("other people's scripts around it") { root in
            root.changeTexts("text/html") { html in
                let other = """
                    <script>if (a < b) { x = {"@type": "Photo"} }</script>
                    <script type="application/ld+json">{"@context": "http://schema.org",
                    "@type": "EmailMessage", "image": {"@type": "ImageObject", "name": "Logo",
                    "contentUrl": "https://example.org/logo.png"}}</script>
                    <script type="application/ld+json">{"@graph": [1, </script>
                    """
                return html.replacing("<script", with: other + "<script")
            }
        },
    ]

    /// A mangling where nothing but the JSON-LD is left.
    private static func linked(
        _ name: String, _ apply: @escaping @Sendable (inout MangledPart) throws -> Void
    ) -> Mangling {
        Mangling("JSON-LD: \(name)", .linkedData, .contentID) { root in
            try strip(&root, payload: true, metadata: true)
            stripCode(&root)
            stripBlock(&root)
            try apply(&root)
        }
    }

    private static func changeScripts(
        _ root: inout MangledPart, _ apply: (String) -> String
    ) {
        root.changeTexts("text/html") { html in
            html.replacing(#/(?s)(<script[^>]*>)(.*?)(</script>)/#) { match in
                match.output.1 + apply(String(match.output.2)) + match.output.3
            }
        }
    }

    // MARK: The readable block

    private static let blocks: [Mangling] = [
        block("as it is") { _ in },
        block("HTML alone", { $0.remove { $0.type == "text/plain" } }),
        block("text alone", { $0.remove { $0.type == "text/html" } }),
        block(
            "HTML alone, in two quotations",
            { root in
                root.remove { $0.type == "text/plain" }
                root.changeTexts {
                    "<p>See:</p><blockquote><blockquote type=cite>\($0)</blockquote></blockquote>"
                }
            }),
        block(
            "HTML alone, styles and comments gone, on one line",
            { root in
                root.remove { $0.type == "text/plain" }
                root.changeTexts { html in
                    html.replacing(#/ (style|class|dir)="[^"]*"/#, with: "")
                        .replacing(/(?s)<!--.*?-->|<style>[^<]*<\/style>/, with: "")
                        .replacing("\n", with: " ")
                }
            }),
        text("quoted", { quoted($0, "> ") }),
        text("quoted five deep", { quoted($0, ">>> > >") }),
        text("quoted with initials", { quoted($0, "AB> ") }),
        text("re-wrapped at 60", { refolded($0, 60) }),
        text("quoted, re-wrapped at 60", { quoted(refolded($0, 60), "> ") }),
        text("re-wrapped at 60, then quoted and re-wrapped at 50") { text in
            quoted(refolded(refolded(text, 60), 50), "> ")
        },
        text("quoted, then wrapped without quote marks") { text in
            quoted(text, "> ").split(separator: "\n", omittingEmptySubsequences: false)
                .map { refolded(String($0), 66) }.joined(separator: "\n")
        },
        text("forwarded inline") { text in
            "FYI\n\n---------- Forwarded message ---------\nFrom: Anna <anna@example.org>\n"
                + "Date: Sat, 21 Nov 2026 09:00\nSubject: Red kite\nTo: Ben\n\n" + text
        },
        text("blanks at the ends, no-break blanks behind labels") { text in
            text.replacing(":  ", with: ":\u{A0} ").replacing("\n", with: "   \n")
        },
        text("marks of direction and soft hyphens put in") { text in
            text.replacing("Name:", with: "\u{200E}Name\u{200F}:\u{202A}")
                .replacing("Coordinates", with: "Coordi\u{AD}nates")
                .replacing("File:", with: "\u{2066}File:\u{2069}")
        },
        text("every blank line gone", { $0.replacing(/\n\n+/, with: "\n") }),
        text("a blank line behind every line", { $0.replacing("\n", with: "\n\n") }),
        text("indents gone, labels emphasised") { text in
            text.replacing(/(?m)^ +/, with: "")
                .replacing(/(?m)^([A-Z][a-z ]+):/) { "*\($0.output.1):*" }
        },
        text("a list's footer and an answer below and above") { text in
            "Nice! Which lens?\n\nName: withheld\n\n" + quoted(text, "> ")
                + "\n\nBest\nBen\n_____\nlist mailing list\n"
        },
    ]

    /// A mangling where nothing but the readable block is left.
    private static func block(
        _ name: String, _ apply: @escaping @Sendable (inout MangledPart) throws -> Void
    ) -> Mangling {
        Mangling("block: \(name)", .labelledBlock, .fileName) { root in
            try strip(&root, payload: true, metadata: true)
            stripCode(&root)
            stripLinked(&root)
            try apply(&root)
        }
    }

    /// A mangling of the text where nothing but its readable block is left.
    private static func text(
        _ name: String, _ apply: @escaping @Sendable (String) -> String
    ) -> Mangling {
        block("text alone, \(name)") { root in
            root.remove { $0.type == "text/html" }
            root.changeTexts { apply($0) }
        }
    }

    /// Paragraphs wrapped anew at blanks, as mail programs do it: long lines are broken, short ones
    /// stay.
    static func refolded(_ text: String, _ width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var lines: [String] = []
            var current = ""
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                if !current.isEmpty, current.count + 1 + word.count > width {
                    lines.append(current)
                    current = String(word)
                } else {
                    current += (current.isEmpty ? "" : " ") + word
                }
            }
            return (lines + [current]).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
