import Testing

@testable import wit

@Suite struct ProgressBarTests {
    @Test func `halfway, the bar shows the rate and the time left`() {
        let line = ProgressBar.line(
            done: 1000, total: 2000, noun: "files", elapsed: 2, columns: 100)
        #expect(
            line == "[" + String(repeating: "#", count: 15) + String(repeating: "-", count: 15)
                + "] 50%  1000/2000 files, 500/s, 2 s left")
    }

    @Test func `at the end the bar is gone`() {
        let line = ProgressBar.line(done: 7, total: 7, noun: "files", elapsed: 7, columns: 60)
        #expect(line.hasSuffix("] 100%  7/7 files, 1/s"))
        #expect(!line.contains("-"))
    }

    @Test(arguments: [1, 10, 20, 40, 60, 80, 200], [0, 1, 999, 1000])
    func `the bar is never wider than the terminal`(columns: Int, done: Int) {
        let line = ProgressBar.line(
            done: done, total: 1000, noun: "files", elapsed: 3.5, columns: columns)
        #expect(line.count < columns)
        #expect(!line.contains("\n"))
    }

    @Test(arguments: [
        (0.2, "1 s"), (59, "59 s"), (61, "1 min 1 s"), (3600, "1 h 0 min"), (1e12, "99 h 59 min"),
    ])
    func `durations have the units that suit them`(seconds: Double, words: String) {
        #expect(ProgressBar.duration(seconds: seconds) == words)
    }
}
