import Testing

@testable import Folders

/// What a watch gathers, with moments made up: no clock, no disk.
@Suite struct PendingChangesTests {
    private static let second: Int64 = 1_000_000_000
    private var pending = PendingChanges()
    private let start: Int64 = 1_000 * second

    @Test mutating func `a round begins when it is quiet`() {
        pending.settled("/p/a.jpg", at: start)
        #expect(pending.take(at: start) == nil)
        pending.settled("/p/b.jpg", at: start + Self.second / 5)
        #expect(pending.take(at: start + Self.second / 4) == nil)
        #expect(pending.nextMoment == start + Self.second / 5 + PendingChanges.quiet)
        let round = pending.take(at: start + Self.second)
        #expect(round?.targets == [.entry("/p/a.jpg"), .entry("/p/b.jpg")])
        #expect(round?.writing.closed == ["/p/a.jpg", "/p/b.jpg"])
        #expect(pending.isEmpty)
        #expect(pending.nextMoment == nil)
        #expect(pending.take(at: start + 2 * Self.second) == nil)
    }

    @Test mutating func `a round does not wait for ever while more and more happens`() {
        var moment = start
        while moment < start + PendingChanges.patience {
            pending.settled("/p/\(moment).jpg", at: moment)
            #expect(pending.take(at: moment) == nil)
            moment += Self.second / 10
        }
        pending.settled("/p/last.jpg", at: moment)
        #expect(pending.take(at: moment)?.targets.count == 21)
    }

    @Test mutating func `a file that is being written waits for its end`() {
        pending.written("/p/a.jpg", at: start)
        #expect(pending.take(at: start + Self.second) == nil)
        pending.settled("/p/b.jpg", at: start + Self.second)
        let round = pending.take(at: start + 2 * Self.second)
        #expect(round?.targets == [.entry("/p/b.jpg")])
        #expect(round?.writing.open == ["/p/a.jpg"])
        pending.touched("/p/a.jpg", at: start + 3 * Self.second)
        #expect(pending.take(at: start + 4 * Self.second) == nil)
        pending.settled("/p/a.jpg", at: start + 5 * Self.second)
        #expect(pending.take(at: start + 6 * Self.second)?.targets == [.entry("/p/a.jpg")])
        #expect(pending.isEmpty)
    }

    @Test mutating func `a file that is kept open is read once nobody writes to it`() {
        pending.written("/p/a.jpg", at: start)
        pending.written("/p/a.jpg", at: start + 5 * Self.second)
        #expect(pending.take(at: start + 12 * Self.second) == nil)
        #expect(pending.nextMoment == start + 15 * Self.second)
        let round = pending.take(at: start + 15 * Self.second)
        #expect(round?.targets == [.entry("/p/a.jpg")])
        #expect(round?.writing.open.isEmpty == true)
    }

    @Test mutating func `what a round left comes again`() {
        pending.postpone(["/p/a.jpg"], at: start)
        #expect(pending.take(at: start + Self.second) == nil)
        #expect(pending.take(at: start + 3 * Self.second)?.targets == [.entry("/p/a.jpg")])
        #expect(pending.isEmpty)
    }

    @Test mutating func `places within others are looked at once`() {
        pending.gone("/p/new/x.jpg", at: start)
        pending.addTree("/p/new", at: start)
        pending.addTree("/p/new/inner", at: start)
        pending.addFolder("/p/new/inner/most", at: start)
        pending.addFolder("/p/newer", at: start)
        pending.gone("/p/newer/y.jpg", at: start)
        #expect(
            pending.take(at: start + Self.second)?.targets
                == [.tree("/p/new"), .folder("/p/newer")])
        pending.addTree("/", at: start)
        pending.gone("/q/y.jpg", at: start)
        #expect(pending.take(at: start + Self.second)?.targets == [.tree("/")])
    }

    @Test mutating func `many files of one folder are looked at as a folder`() {
        for index in 0..<1_000 { pending.settled("/p/\(index).jpg", at: start) }
        let round = pending.take(at: start + Self.second)
        #expect(round?.targets == [.folder("/p")])
        #expect(round?.writing.closed.count == 1_000)
    }
}
