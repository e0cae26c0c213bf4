import Foundation
import PhotoRecords
import Pictures
import Synchronization

/// Counts what one message costs, says when its budget is spent or a person asked to stop, and
/// remembers what to say of it.
///
/// One thread at a time works on a message; which one may change.
public final class MessageMeter: DecodingWatch {
    private struct State {
        /// Seconds that were spent before the work that is going on.
        var spent = 0.0
        /// The thread's clock at the beginning of that work; nil where there is none.
        var start: Double?
        var pixels = 0
        var findings: [Finding] = []
    }

    private let budget: MessageBudget
    private let mostSeconds: Double
    private let shouldStop: @Sendable () -> Bool
    private let state = Mutex(State())

    /// A meter that has counted nothing.
    ///
    /// - Parameters:
    ///   - budget: What the message may cost.
    ///   - octets: The length of the message.
    ///   - shouldStop: Whether a person asked to stop.
    public init(
        _ budget: MessageBudget = MessageBudget(), octets: Int = 0,
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) {
        self.budget = budget
        self.shouldStop = shouldStop
        mostSeconds = Double(budget.seconds) + Double(max(0, octets)) / 500_000
    }

    /// One that nothing is too much for: for messages of our own.
    static var unlimited: MessageMeter {
        var budget = MessageBudget()
        (budget.seconds, budget.pixels, budget.records) = (1 << 30, 1 << 50, 1 << 30)
        return MessageMeter(budget)
    }

    /// Whether a person asked to stop.
    public var isStopped: Bool { shouldStop() }

    /// What there is to say of budgets that are spent: each once.
    public var findings: [Finding] { state.withLock { $0.findings } }

    // MARK: Time

    /// Does work of which the processor time counts.
    public func work<T>(_ body: () throws -> T) rethrows -> T {
        let isOuter = state.withLock { state in
            guard state.start == nil else { return false }
            state.start = Self.threadSeconds
            return true
        }
        defer { if isOuter { pause() } }
        return try body()
    }

    private func pause() {
        state.withLock { state in
            if let start = state.start { state.spent += Self.threadSeconds - start }
            state.start = nil
        }
    }

    /// Seconds of processor time that were spent.
    public var seconds: Double {
        state.withLock { state in
            state.spent + (state.start.map { Self.threadSeconds - $0 } ?? 0)
        }
    }

    /// Seconds of processor time that are left; below 0 where more was spent.
    public var secondsLeft: Double { mostSeconds - seconds }

    /// Counts processor time of another process.
    public func took(seconds: Double) { state.withLock { $0.spent += seconds } }

    /// Whether to go no further: the time is spent, which is noted, or a person asked to stop.
    ///
    /// Asked wherever work may go on for long; that is some hundred nanoseconds each time.
    public var isOver: Bool {
        if isStopped { return true }
        guard secondsLeft <= 0 else { return false }
        note(
            .messageTime,
            "The mail takes more than the \(Int(mostSeconds)) seconds of processor time allowed"
                + " for its size (processor-seconds is \(budget.seconds)); what was read until"
                + " then is used.")
        return true
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Counts

    /// How many pixels a picture may have to be decoded.
    func pixelsLeft(forOctets octets: Int) -> Int {
        Self.ordinaryPixels(octets) + max(0, budget.pixels - state.withLock { $0.pixels })
    }

    /// Counts the pixels of a picture that was decoded.
    func decoded(pixels: Int, octets: Int) {
        let beyond = max(0, pixels - Self.ordinaryPixels(octets))
        state.withLock { $0.pixels += beyond }
    }

    private static func ordinaryPixels(_ octets: Int) -> Int { 64 * min(octets, 1 << 40) }

    /// Takes note that pictures have more pixels than are decoded of one mail.
    func notePixels() {
        note(
            .messagePixels,
            "The mail's pictures have more pixels than are decoded for a mail of its size"
                + " (decoded-pixels is \(budget.pixels)); the others are kept, but not compared.")
    }

    /// How many photos are read that the channels tell of.
    var mostRecords: Int { budget.records }

    /// Takes note that the channels tell of more photos than are read.
    func noteRecords() {
        note(
            .messageRecords,
            "The mail describes more photos than are read from one mail (records is"
                + " \(budget.records)); the others are ignored.")
    }

    /// Takes note that so many values did not become proposals.
    public func noteProposals(_ count: Int) {
        note(
            .messageProposals,
            "\(count) values of the mail are ignored, because it makes more proposals than one"
                + " mail may make (proposals is \(budget.proposals)).")
    }

    /// Takes note that so many new photos came without a picture and were left out.
    public func noteWithoutPicture(_ count: Int) {
        note(
            .messageWithoutPicture,
            "\(count) new photos without a picture are ignored, because one mail may bring no more"
                + " of them (without-picture is \(budget.withoutPicture)).")
    }

    private func note(_ code: FindingCode, _ message: String) {
        state.withLock { state in
            guard !state.findings.contains(where: { $0.code == code }) else { return }
            state.findings.append(Finding(.warning, code, where: "message", message))
        }
    }
}

extension FindingCode {
    /// A mail that takes more processor time than one may.
    public static let messageTime: FindingCode = "message-time"
    /// A mail whose pictures have more pixels than are decoded of one.
    public static let messagePixels: FindingCode = "message-pixels"
    /// A mail that tells of more photos than are read of one.
    public static let messageRecords: FindingCode = "message-records"
    /// A mail that would make more proposals than one may.
    public static let messageProposals: FindingCode = "message-proposals"
    /// A mail with more new photos without a picture than are taken of one.
    public static let messageWithoutPicture: FindingCode = "message-without-picture"
}
