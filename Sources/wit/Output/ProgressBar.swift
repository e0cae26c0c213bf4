import Foundation
import Synchronization
import WhatIsThat

/// A bar with rate and time left on stderr, where that is a terminal.
final class ProgressBar: Sendable {
    private let noun: String
    /// Whether a bar is shown at all.
    let isShown: Bool
    private let start = ContinuousClock.now
    private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

    /// - Parameters:
    ///   - noun: what is counted, in the plural.
    ///   - quiet: whether the person wants none.
    init(_ noun: String, quiet: Bool) {
        self.noun = noun
        isShown = !quiet && Terminal.showsProgress
    }

    /// Shows how far the work is; draws at most ten times a second.
    func show(done: Int, of total: Int) {
        guard isShown, total > 0 else { return }
        let now = ContinuousClock.now
        let isDue = lastDrawn.withLock { last in
            if let last, now - last < .milliseconds(100), done < total { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let line = Self.line(
            done: done, total: total, noun: noun, elapsed: (now - start) / .seconds(1),
            columns: Terminal.columns)
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
    }

    /// Shows how far a use case says that it is, where it knows of how much.
    func show(_ progress: WorkProgress) {
        if let total = progress.total { show(done: progress.done, of: total) }
    }

    /// Takes the bar away.
    func clear() {
        guard isShown, lastDrawn.withLock({ $0 != nil }) else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }

    /// `[#####-----] 50%  1000/2000 photos, 812/s, 2 s left`, no wider than the terminal.
    static func line(done: Int, total: Int, noun: String, elapsed: Double, columns: Int) -> String {
        let part = min(1, Double(done) / Double(total))
        let rate = elapsed > 0 ? Double(done) / elapsed : 0
        var words = " \(Int(part * 100))%  \(done)/\(total) \(noun)"
        if rate >= 1 { words += ", \(Int(rate))/s" }
        if rate > 0, done < total {
            words += ", \(duration(seconds: Double(total - done) / rate)) left"
        }
        let width = min(30, columns - words.count - 3)
        guard width >= 5 else { return String(words.dropFirst().prefix(max(0, columns - 1))) }
        let full = Int(part * Double(width))
        return "[" + String(repeating: "#", count: full)
            + String(repeating: "-", count: width - full) + "]" + words
    }

    static func duration(seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 359_999))
        return switch whole {
        case ..<60: "\(whole) s"
        case ..<3600: "\(whole / 60) min \(whole % 60) s"
        default: "\(whole / 3600) h \(whole / 60 % 60) min"
        }
    }
}
