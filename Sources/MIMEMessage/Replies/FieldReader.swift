import TextCleaning

/// Reads the lines with which a writer filled in a form.
struct FieldReader {
    private let labels: [(text: String, folded: [UInt8])]
    private var found: [Int: FilledField] = [:]
    /// The label that waits for its value on the lines below it, and what came of it.
    private var open: (label: Int, value: [UInt8])?

    /// The fields, in the order of the labels.
    var fields: [FilledField] { labels.indices.compactMap { found[$0] } }

    /// The most octets of a value.
    private static let longestValue = 2_000
    /// The most octets of a label that is not asked for.
    private static let longestLabel = 40
    /// The most fields of labels that are not asked for.
    private static let mostFields = 100

    init(_ parser: ReplyParser, labels: [String]) {
        self.labels = labels.map { ($0, Self.folded(Array($0.utf8)[...])) }
        for (index, kind) in parser.kinds.enumerated() {
            let line = parser.text.content(index)
            switch kind {
            case .written, .quoted, .forwarded: read(line, isQuoted: kind != .written)
            case .blank: if open.map({ !$0.value.isEmpty }) ?? false { close() }
            case .attribution, .mark, .signature: close()
            }
        }
        close()
    }

    private mutating func read(_ line: ArraySlice<UInt8>, isQuoted: Bool) {
        if let (label, value) = labelled(line) {
            close()
            if value.isEmpty {
                open = (label, [])
            } else {
                take(label, value, isQuoted: isQuoted)
            }
        } else if isQuoted {
            if !line.isEmpty { close() }
        } else if let waiting = open, waiting.value.count + line.count < Self.longestValue {
            open?.value += (waiting.value.isEmpty ? [] : [.space]) + line
        }
    }

    private mutating func close() {
        if let open, !open.value.isEmpty {
            take(open.label, Self.withoutPlaceholder(open.value[...]), isQuoted: false)
        }
        open = nil
    }

    private mutating func take(_ label: Int, _ value: ArraySlice<UInt8>, isQuoted: Bool) {
        guard !value.isEmpty, value.count <= Self.longestValue else { return }
        if let known = found[label], !known.isQuoted || isQuoted { return }
        found[label] = FilledField(
            label: labels[label].text, value: Self.text(value), isQuoted: isQuoted)
    }

    /// The label that a line begins with, and the text after its colon.
    private func labelled(_ line: ArraySlice<UInt8>) -> (Int, ArraySlice<UInt8>)? {
        guard let (head, tail) = Self.split(line, within: 200) else { return nil }
        let folded = Self.folded(head)
        guard let label = labels.firstIndex(where: { $0.folded == folded }) else { return nil }
        return (label, Self.withoutPlaceholder(tail))
    }

    /// A label as it is compared: without the marks of a question.
    private static func folded(_ label: ArraySlice<UInt8>) -> [UInt8] {
        var folded = FoldedText.fold(label)[...]
        if folded.starts(with: "¿".utf8) { folded = folded.dropFirst(2) }
        if folded.last == .question { folded = folded.dropLast().trimmed }
        return Array(folded)
    }

    /// The text before and after the first colon.
    private static func split(
        _ line: ArraySlice<UInt8>, within limit: Int
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        let head = line.prefix(limit)
        if let colon = head.firstIndex(of: .colon) {
            return (line[..<colon], line[(colon + 1)...].trimmed)
        }
        guard let colon = head.indices.first(where: { head[$0...].starts(with: "：".utf8) }) else {
            return nil
        }
        return (line[..<colon], line[(colon + 3)...].trimmed)
    }

    /// A value without what a form has where nothing is filled in: dots, underscores, an ellipsis.
    private static func withoutPlaceholder(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var value = value.trimmed
        // QUIRK: in the locale C NeoMutt quotes an ellipsis as one question mark for each octet.
        if value.allSatisfy({ $0 == .question }) { return value.suffix(0) }
        while !value.isEmpty {
            if value.starts(with: "…".utf8) {
                value = value.dropFirst(3)
            } else if value.first == .underscore || value.starts(with: "...".utf8) {
                value = value.drop { $0 == .underscore || $0 == .dot }
            } else if value.first == .asterisk {
                // QUIRK: what is bold in the HTML has asterisks in the plain text: `*What is it:*`.
                value = value.dropFirst()
            } else if value.first?.isBlank ?? false {
                value = value.dropFirst()
            } else {
                break
            }
        }
        while let last = value.last, last == .underscore || last.isBlank {
            value = value.dropLast()
        }
        return value
    }

    /// The new lines of the form `Label: value`.
    static func labelledLines(of parser: ReplyParser) -> [FilledField] {
        var fields: [FilledField] = []
        for (index, kind) in parser.kinds.enumerated() where kind == .written {
            guard fields.count < mostFields,
                let (head, tail) = split(parser.text.content(index), within: longestLabel + 3),
                isLabel(head), !tail.starts(with: "//".utf8)
            else { continue }
            let value = withoutPlaceholder(tail)
            guard !value.isEmpty, value.count <= longestValue else { continue }
            let label = head.drop { $0 == .asterisk }.trimmed
            fields.append(
                FilledField(
                    label: text(label), value: text(value), isQuoted: false))
        }
        return fields
    }

    // References of HTML may have made a run of marks longer than a text has (UAX #15).
    private static func text(_ octets: ArraySlice<UInt8>) -> String {
        ForeignText.cleaned(String(decoding: octets, as: UTF8.self))
    }

    /// Whether the words before a colon are a label: a few words that begin with a letter, and no sign
    /// of an address or of the end of a sentence.
    private static func isLabel(_ head: ArraySlice<UInt8>) -> Bool {
        var label = head.drop { $0 == .asterisk }.trimmed
        if label.last == .question { label = label.dropLast() }
        guard let first = label.first, first.isLetter || first >= 0x80,
            label.count <= longestLabel, label.count(where: { $0 == .space }) < 5
        else { return false }
        return !label.contains { "@<>/\\.!?=,;\"[]{}".utf8.contains($0) || $0.isDigit }
    }
}
