import PhotoRecords

/// What one channel of a message says of a field.
public struct ChannelStatement: Sendable, Hashable {
    /// The channel.
    public var channel: ShareChannel
    /// The part of the message that it was read in, as `1.2`; nil where it is not one of its texts.
    public var part: String?
    /// A record with this field alone.
    public var record: PhotoRecord
}

/// A field of one photo that the channels of a message say different things of.
///
/// What a person sees in a mail program is the readable text. So where that says one thing and data
/// that nobody sees another, the text counts; where two texts that are quoted equally deep differ,
/// nobody here knows which one was shown, and none counts.
public struct ChannelDisagreement: Sendable, Hashable {
    /// The field.
    public var field: RecordField
    /// What is said, each value once: that of the strongest channel first, that of the nearest text
    /// last.
    public var statements: [ChannelStatement]
    /// The statement that is imported; nil where a person has to decide.
    public var taken: ChannelStatement?

    /// The statements that are not imported.
    public var others: [ChannelStatement] { statements.filter { $0 != taken } }
}

/// Holds what the channels of a message say of one photo against one another.
struct ChannelComparison {
    /// The data that mail programs do not show, the strongest first.
    let data: [(channel: ShareChannel, record: PhotoRecord)]
    /// The readable blocks, the least deeply quoted first.
    let texts: [LabelledStory]

    /// The most values that are told of one field.
    fileprivate static let maximumStatements = 12

    /// The fields that something different is said of.
    var disagreements: [ChannelDisagreement] {
        LabelledEdits.fields.compactMap(disagreement)
    }

    private func disagreement(_ field: RecordField) -> ChannelDisagreement? {
        var found = Values(field)
        for (channel, record) in data { found.add(ChannelStatement(field, record, channel)) }
        let base = found.all.first
        let told = texts.filter { $0.record[field: field] != nil }
        let depth = told.first?.depth
        var near = Values(field)
        for story in told {
            let isNear = story.depth == depth
            let statement = ChannelStatement(story, field, known: base?.record)
            if isNear { near.add(statement, isCut: story.isRagged) }
            found.add(statement, isCut: story.isRagged)
        }
        guard found.all.count > 1 else { return nil }
        let taken: ChannelStatement?
        switch near.all.count {
        case 0: taken = base
        case 1: taken = found.same(as: near.all[0])
        default: taken = nil
        }
        // What is decided on last counts, should somebody take all: what was shown most likely.
        let shown = found.all.filter { near.has($0) }
        let others = found.all.filter { !near.has($0) }
        return ChannelDisagreement(
            field: field, statements: Array((others + shown).prefix(Self.maximumStatements)),
            taken: taken)
    }

    /// The different values of a field, each by who says it first.
    private struct Values {
        let field: RecordField
        private(set) var all: [ChannelStatement] = []
        /// What they say, looked at once for all that is held against it.
        private var stories: [KnownStory] = []

        init(_ field: RecordField) { self.field = field }

        mutating func add(_ statement: ChannelStatement, isCut: Bool = false) {
            guard statement.record[field: field] != nil,
                all.count < 2 * ChannelComparison.maximumStatements
            else { return }
            let story = KnownStory(statement.record, field)
            guard same(as: story, isCut: isCut) == nil else { return }
            all.append(statement)
            stories.append(story)
        }

        /// The value among them that a statement repeats, but for what mail programs do to it.
        func same(as statement: ChannelStatement) -> ChannelStatement? {
            same(as: KnownStory(statement.record, field), isCut: false)
        }

        private func same(as one: KnownStory, isCut: Bool) -> ChannelStatement? {
            stories.firstIndex { other in
                let isNew = LabelledEdits.isChanged(field, told: one, known: other, isCut: isCut)
                if isCut { return !isNew }
                let isGone = LabelledEdits.isChanged(field, told: other, known: one)
                // Of a list every element counts; of other values either may be the damaged one.
                return field == .keywords || field == .people
                    ? !isNew && !isGone : !isNew || !isGone
            }.map { all[$0] }
        }

        func has(_ statement: ChannelStatement) -> Bool { same(as: statement) != nil }
    }
}

extension ChannelStatement {
    /// What data say of a field.
    fileprivate init(_ field: RecordField, _ told: PhotoRecord, _ channel: ShareChannel) {
        self.channel = channel
        record = PhotoRecord()
        record[field: field] = told[field: field]
    }

    /// What a text says of a field; a location keeps of the known one what the text does not tell.
    fileprivate init(_ story: LabelledStory, _ field: RecordField, known: PhotoRecord?) {
        channel = .labelledBlock
        part = story.path
        record = PhotoRecord()
        let change =
            field == .location
            ? known.flatMap { LabelledEdits.change(of: field, told: story.record, known: $0) }
            : nil
        record[field: field] = (change ?? story.record)[field: field]
    }
}

extension FindingCode {
    /// Channels of a message that say different things of a photo.
    public static let channelsDisagree: FindingCode = "channels-disagree"
}
