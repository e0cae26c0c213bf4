import Foundation

/// What the terminal can show.
enum Terminal {
    /// Whether stderr is a terminal, where progress may be shown.
    static var showsProgress: Bool { isatty(2) == 1 && !isDumb }

    /// Whether stdout may be coloured: a terminal, and no `NO_COLOR` (no-color.org).
    static var hasColour: Bool {
        let refused = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return isatty(1) == 1 && !refused && !isDumb
    }

    /// The number of columns of stderr's terminal; 80 where that is unknown.
    static var columns: Int {
        var size = winsize()
        guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private static var isDumb: Bool {
        ProcessInfo.processInfo.environment["TERM"] == "dumb"
    }
}
