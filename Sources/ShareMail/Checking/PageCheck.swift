import Foundation
import PhotoRecords

/// Looks through the HTML of a mail for what no mail should have: things from elsewhere, scripts,
/// pictures without words, more than mail programs show.
struct PageCheck {
    let findings: [Finding]

    /// - Parameter name: what to call the document where something is wrong.
    init(_ html: String, name: String) {
        var findings: [Finding] = []
        func add(_ severity: FindingSeverity, _ code: FindingCode, _ message: String) {
            let finding = Finding(severity, code, where: name, message)
            if !findings.contains(finding) { findings.append(finding) }
        }
        for tag in Self.tags(html) {
            let words = tag.name.lowercased()
            if words == "script", tag.attributes["type"] != "application/ld+json" {
                add(.error, .templateScript, "It has a script, which no mail program runs.")
            }
            if Self.foreign.contains(words) {
                add(
                    .error, .templateRemote,
                    "It has the element <\(words)>, which loads other content."
                )
            }
            if words == "img", tag.attributes["alt"] == nil {
                add(.warning, .templateAlt, "A picture has no alternative text (alt).")
            }
            for (attribute, value) in tag.attributes.sorted(by: { $0.key < $1.key }) {
                if attribute.hasPrefix("on") {
                    add(.error, .templateScript, "The attribute \(attribute) is a script.")
                }
                let isLink = attribute == "href" && words != "link"
                let allowed = isLink ? ["https:", "mailto:", "#"] : ["cid:", "data:image/"]
                let start = value.trimmingCharacters(in: .whitespaces).lowercased()
                if Self.addresses.contains(attribute), !allowed.contains(where: start.hasPrefix) {
                    add(
                        .error, isLink ? .templateLink : .templateRemote,
                        "\(attribute)=\"\(value.prefix(80))\" refers to something outside the "
                            + "mail; a mail"
                            + " shows its own pictures (cid:), and links with https: or mailto:.")
                }
                if attribute == "style", Self.takesIn(value) {
                    add(.error, .templateRemote, "A style loads other content (url, @import).")
                }
            }
        }
        for style in html.matches(of: /(?is)<style[^>]*>(.*?)<\/style/) {
            if Self.takesIn(String(style.output.1)) {
                add(.error, .templateRemote, "The styles load other content (url, @import).")
            }
        }
        if html.utf8.count > ShareComposer.maximumHTML {
            add(
                .warning, .templateLong,
                "It has \(html.utf8.count) bytes; mail programs cut off what exceeds"
                    + " \(ShareComposer.maximumHTML).")
        }
        self.findings = findings
    }

    private static let foreign: Set<String> = [
        "link", "iframe", "frame", "object", "embed", "base", "form", "applet", "audio", "video",
    ]
    private static let addresses: Set<String> = [
        "src", "href", "background", "srcset", "poster", "data", "action", "formaction",
        "xlink:href",
    ]

    private static func takesIn(_ style: String) -> Bool {
        style.contains(/(?i)url\s*\(|@import|expression\s*\(/)
    }

    /// A tag with its attributes, whose names are in lower case.
    struct Tag: Hashable {
        var name: String
        var attributes: [String: String]
    }

    /// The tags of a document, without those that end an element. Values are escaped there, so that
    /// none of them has a `>`.
    static func tags(_ html: String) -> [Tag] {
        html.matches(of: /<([A-Za-z][A-Za-z0-9]*)([^>]*)>/).map { match in
            var attributes: [String: String] = [:]
            for attribute in match.output.2.matches(
                of: /([A-Za-z_:][-A-Za-z0-9_:.]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/)
            {
                let value = attribute.output.2 ?? attribute.output.3 ?? attribute.output.4 ?? ""
                attributes[attribute.output.1.lowercased()] = String(value)
            }
            return Tag(name: String(match.output.1), attributes: attributes)
        }
    }
}

extension FindingCode {
    /// A template that cannot be used at all.
    public static let templateBroken: FindingCode = "template-broken"
    /// A template that takes a value that there is none of.
    public static let templateUnknown: FindingCode = "template-unknown"
    /// A template whose mail takes things in from elsewhere.
    public static let templateRemote: FindingCode = "template-remote"
    /// A template whose mail has a script.
    public static let templateScript: FindingCode = "template-script"
    /// A template whose mail links to what is neither https: nor mailto:.
    public static let templateLink: FindingCode = "template-link"
    /// A template whose mail has pictures without words.
    public static let templateAlt: FindingCode = "template-alt"
    /// A template whose mail is longer than mail programs show.
    public static let templateLong: FindingCode = "template-long"
    /// A template whose readable block cannot be read back.
    public static let templateUnreadable: FindingCode = "template-unreadable"
    /// Words of a language that are missing.
    public static let templateWords: FindingCode = "template-words"
}
