import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords

/// Lists questions, of one catalog or several.
public struct ListQuestions: Sendable {
    /// Which questions, and in which order.
    public struct Options: Sendable {
        /// Those in one of these states; empty for all.
        public var states: Set<QuestionState> = []
        /// Only those whose answer is late.
        public var overdue = false
        /// Only those that somebody was asked whose address or name has this in it.
        public var to: String?
        /// Words that all stand in the question, its photo's title or its conversation.
        public var words: [String] = []
        /// Only those about these photos; nil for all.
        public var photos: PhotoSelection?
        /// In which order.
        public var order = Order.number
        /// The day it is: `2026-12-01`.
        public var today = ListQuestions.today()

        /// All of them.
        public init() {}
    }

    /// An order.
    public enum Order: String, Sendable, CaseIterable {
        /// As they were asked.
        case number
        /// The soonest due first, those without a date last.
        case due
        /// By their state: what needs something done first.
        case state
        /// Those last in which something happened last.
        case activity
    }

    /// A question of a catalog.
    public struct Item: JSONReport {
        /// The question.
        public let question: Question
        /// The catalog's path.
        public let catalog: String
        /// Whether an answer is late.
        public let isOverdue: Bool
        /// Whether the JSON has the conversation.
        public var isWhole = false

        /// A question.
        public init(_ question: Question, catalog: String, today: String, isWhole: Bool = false) {
            self.question = question
            self.catalog = catalog
            self.isWhole = isWhole
            isOverdue = question.isOverdue(on: today)
        }

        /// That of the question, with `catalog`, `overdue` and, of a whole one, `conversation`.
        public var json: JSONValue {
            var object = question.json.object ?? [:]
            object["catalog"] = .string(catalog)
            if isOverdue { object["overdue"] = true }
            if isWhole { object["conversation"] = .array(question.conversation.map(\.json)) }
            return .object(object)
        }
    }

    /// What was listed.
    public struct Report: JSONReport {
        /// The questions, in their order.
        public var items: [Item] = []
        /// The catalogs that cannot be read.
        public var failures: [WitError] = []
        /// Whether the task was cancelled before all catalogs were looked through.
        public var wasInterrupted = false

        /// One object: `questions`, `failures`, `interrupted`.
        public var json: JSONValue {
            [
                "questions": .array(items.map(\.json)),
                "failures": .array(failures.map(\.json)), "interrupted": .bool(wasInterrupted),
            ]
        }
    }

    private let catalogs: [@Sendable () throws -> PhotoCatalog]
    private let options: Options

    /// Gets ready to list.
    ///
    /// - Parameter catalogs: opened one after the other.
    public init(
        of catalogs: [@Sendable () throws -> PhotoCatalog], _ options: Options = Options()
    ) {
        self.catalogs = catalogs
        self.options = options
    }

    /// Lists them.
    ///
    /// - Parameter progress: told of catalogs that cannot be read, and how many were looked through.
    /// - Returns: The questions in their order; where the task was cancelled, those of the catalogs
    ///   that were looked through by then.
    /// - Throws: `WitError` where the only catalog cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            var report = Report()
            for (index, open) in catalogs.enumerated() where !stop.isRequested {
                var event: WorkProgress.Event?
                do {
                    let catalog = try open()
                    report.items += try PhotoCatalog.interruptible({ stop.isRequested }) {
                        try questions(of: catalog, stop)
                            .map { Item($0, catalog: catalog.path, today: options.today) }
                            .filter(isWanted)
                    }
                } catch {
                    let error = WitError(error)
                    if error.code == .interrupted, stop.isRequested { break }
                    if catalogs.count == 1 { throw error }
                    report.failures.append(error)
                    event = .failed(error)
                }
                progress(
                    WorkProgress(.finding, done: index + 1, of: catalogs.count, event: event))
            }
            report.items = sorted(report.items)
            report.wasInterrupted = stop.isRequested
            return report
        }
    }

    /// The day it is here: `2026-12-01`.
    public static func today() -> String {
        let now = Date()
        let seconds = Int(now.timeIntervalSince1970) + TimeZone.current.secondsFromGMT(for: now)
        return (LocalDateTime(secondsSince1970: seconds)?.iso ?? "").prefix(10).description
    }

    private func questions(
        of catalog: PhotoCatalog, _ stop: Interruption
    ) throws -> [Question] {
        guard let photos = options.photos else { return try catalog.questions() }
        let named = try photos.resolved(in: catalog, isStopped: { stop.isRequested })
        // Of several catalogs not every one has the photo.
        if catalogs.count == 1, let failure = named.failures.first { throw failure }
        return try named.ids.flatMap { try catalog.questions(about: $0) }
    }

    private func isWanted(_ item: Item) -> Bool {
        let question = item.question
        if options.overdue, !item.isOverdue { return false }
        if !options.states.isEmpty, !options.states.contains(question.state) { return false }
        if let to = options.to {
            let isAsked = question.recipients.contains {
                Self.has($0.address, to) || Self.has($0.name ?? "", to)
            }
            if !isAsked { return false }
        }
        if options.words.isEmpty { return true }
        let texts =
            [question.words, question.title, question.region.name ?? ""]
            + question.conversation.flatMap { event in
                [event.text ?? "", event.sender ?? ""] + event.fields.map(\.value)
            }
        return options.words.allSatisfy { word in texts.contains { Self.has($0, word) } }
    }

    private static func has(_ text: String, _ word: String) -> Bool {
        Folding.folded(text).contains(Folding.folded(word))
    }

    private func sorted(_ items: [Item]) -> [Item] {
        let states = [QuestionState.answered, .undeliverable, .open, .settled, .withdrawn]
        func key(_ item: Item) -> (Int, String) {
            switch options.order {
            case .number: (0, "")
            case .due: (item.question.due == nil ? 1 : 0, item.question.due ?? "")
            case .state: (states.firstIndex(of: item.question.state) ?? 0, "")
            case .activity: (0, item.question.conversation.last?.at ?? "")
            }
        }
        return items.enumerated().sorted { left, right in
            let (a, b) = (key(left.element), key(right.element))
            return a == b ? left.offset < right.offset : a < b
        }.map(\.element)
    }
}
