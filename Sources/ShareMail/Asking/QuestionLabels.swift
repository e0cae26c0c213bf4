import MailTemplates

/// What the lines of a question are called, in the languages of the templates: what a reader knows
/// them by, whichever language the mail was in.
public enum QuestionLabels {
    /// What a line asks.
    public enum Line: String, Sendable, CaseIterable {
        /// What the spot shows.
        case what
        /// Whom it shows.
        case who
        /// Where that was.
        case `where`
        /// When that was.
        case when

        /// The phrase of a template that names the line.
        var phrase: String { "ask-" + rawValue }
    }

    /// The labels of each line, without their colons, the usual one of each language first.
    static let labels: [Line: [String]] = [
        .what: ["What is it", "Was ist es", "Qu'est-ce que c'est", "Qué es", "Was ist das"],
        .who: ["Who is it", "Wer ist es", "Qui est-ce", "Quién es", "Wer ist das"],
        .where: ["Where is it", "Wo ist es", "Où est-ce", "Dónde está", "Wo ist das"],
        .when: ["When was it", "Wann war es", "Quand était-ce", "Cuándo fue", "Wann war das"],
    ]

    /// All labels.
    public static let all = Line.allCases.flatMap { labels[$0] ?? [] }

    /// The line that a label names; nil for another label.
    ///
    /// - Parameter own: What a person's own templates call the lines, each with the line's name.
    public static func line(
        _ label: String, besides own: [(label: String, asks: String)] = []
    ) -> Line? {
        own.first { $0.label == label }.flatMap { Line(rawValue: $0.asks) }
            ?? Line.allCases.first { labels[$0]?.contains(label) ?? false }
    }

    /// What templates call the lines, by the line's name: those that nobody would know otherwise.
    static func own(_ words: TemplateWords) -> [String: String] {
        var labels: [String: String] = [:]
        for line in Line.allCases {
            guard let label = words.phrases[line.phrase], self.line(label) != line else { continue }
            labels[line.rawValue] = label
        }
        return labels
    }
}
