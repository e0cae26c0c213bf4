import Foundation

@testable import ShareMail

/// The colours of an HTML page as a program shows them: of each text with the ground it stands on,
/// in a light and in a dark look.
///
/// Reads what our templates are written in: inline styles, and in the `<style>` of the page the
/// classes within `prefers-color-scheme: dark`, which stand above them.
struct PageColors {
    /// A text, its colour, its ground and its size in pixels.
    struct Shown: Hashable {
        var text: String
        var color: String
        var ground: String
        var size: Double
        /// WCAG 2.1 §1.4.3: 18 pt (24 px) and more is large.
        var isLarge: Bool { size >= 24 }
        var needed: Double { isLarge ? 3 : 4.5 }
        var contrast: Double { PageColors.contrast(color, ground) }
    }

    let texts: [Shown]

    private struct Look {
        var color = "#000000"
        var ground = "#ffffff"
        var size = 16.0
    }

    init(_ html: String, isDark: Bool) {
        let classes = isDark ? Self.darkClasses(html) : [:]
        var stack: [(name: String, look: Look)] = [("", Look())]
        var texts: [Shown] = []
        let body = html.range(of: "<body").map { html[$0.lowerBound...] } ?? html[...]
        for piece in body.matches(
            of: /(?s)<!--.*?-->|<script.*?<\/script>|<(\/?)([a-z0-9]+)([^>]*)>|[^<]+/)
        {
            let look = stack.last?.look ?? Look()
            guard let name = piece.output.2.map(String.init) else {
                let text = piece.output.0.trimmingCharacters(in: .whitespacesAndNewlines)
                if !text.isEmpty, text != "&nbsp;", !piece.output.0.hasPrefix("<") {
                    texts.append(
                        Shown(
                            text: String(text.prefix(30)), color: look.color, ground: look.ground,
                            size: look.size))
                }
                continue
            }
            if piece.output.1 == "/" {
                if let open = stack.lastIndex(where: { $0.name == name }) {
                    stack.removeSubrange(open...)
                }
                continue
            }
            let tag = PageCheck.tags(String(piece.output.0)).first
            var inner = look
            let style = tag?.attributes["style"] ?? ""
            Self.apply(style, to: &inner)
            for word in (tag?.attributes["class"] ?? "").split(separator: " ") {
                if let rules = classes[String(word)] { Self.apply(rules, to: &inner) }
            }
            if name == "img", let words = tag?.attributes["alt"] {
                texts.append(
                    Shown(
                        text: String(words.prefix(30)), color: inner.color, ground: inner.ground,
                        size: inner.size))
            }
            if !["img", "br", "meta"].contains(name) { stack.append((name, inner)) }
        }
        self.texts = texts
    }

    private static func apply(_ style: String, to look: inout Look) {
        for rule in style.split(separator: ";") {
            let parts = rule.split(separator: ":", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            guard parts.count == 2 else { continue }
            let value = parts[1].replacing(" !important", with: "")
            switch parts[0] {
            case "color": look.color = value
            case "background-color": look.ground = value
            case "font-size", "font":
                if let pixels = value.firstMatch(of: /(\d+)px/)?.output.1 {
                    look.size = Double(pixels) ?? look.size
                }
            default: continue
            }
        }
    }

    private static func darkClasses(_ html: String) -> [String: String] {
        guard let start = html.range(of: "prefers-color-scheme: dark"),
            let end = html.range(of: "\n}", range: start.upperBound..<html.endIndex)
        else { return [:] }
        var classes: [String: String] = [:]
        for rule in html[start.upperBound..<end.lowerBound].matches(of: /\.([a-z]+) \{([^}]*)\}/) {
            classes[String(rule.output.1)] = String(rule.output.2)
        }
        return classes
    }

    /// WCAG 2.1: the contrast ratio of two colours `#rrggbb`, 1…21; 0 for what is no such colour.
    static func contrast(_ one: String, _ other: String) -> Double {
        guard let left = luminance(one), let right = luminance(other) else { return 0 }
        return (max(left, right) + 0.05) / (min(left, right) + 0.05)
    }

    private static func luminance(_ color: String) -> Double? {
        guard color.hasPrefix("#"), color.count == 7, let value = Int(color.dropFirst(), radix: 16)
        else { return nil }
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double(value >> shift & 255) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
