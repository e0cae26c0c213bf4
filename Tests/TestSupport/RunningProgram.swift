import Foundation

/// A program that goes on until it is stopped; killed with this object.
public final class RunningProgram {
    private let process: Process
    private let scratch: TemporaryFolder

    init(_ process: Process, input: Pipe? = nil) throws {
        self.process = process
        scratch = try TemporaryFolder()
        for name in ["out", "err"] { try Data().write(to: scratch.url.appending(path: name)) }
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = try FileHandle(
            forWritingTo: scratch.url.appending(path: "out"))
        process.standardError = try FileHandle(forWritingTo: scratch.url.appending(path: "err"))
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Its number among the processes.
    public var identifier: Int32 { process.processIdentifier }

    /// What it printed so far.
    public var output: String { text("out") }

    private func text(_ name: String) -> String {
        (try? Data(contentsOf: scratch.url.appending(path: name)))
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Sends a signal and waits for the end.
    public func ended(by number: Int32) -> Program.Outcome {
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        let signalled = process.terminationReason == .uncaughtSignal
        return Program.Outcome(
            status: process.terminationStatus + (signalled ? 128 : 0), bytes: Array(output.utf8),
            errors: text("err"))
    }
}
