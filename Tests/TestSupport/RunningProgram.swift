import Foundation

/// A program that goes on until it is stopped; killed with this object.
public final class RunningProgram {
    private let process: SpawnedProcess
    private let scratch: TemporaryFolder

    init(_ program: Program, _ arguments: [String], input: Pipe? = nil) throws {
        let scratch = try TemporaryFolder()
        for name in ["out", "err"] { try Data().write(to: scratch.url.appending(path: name)) }
        self.scratch = scratch
        process = try program.spawned(
            arguments,
            streams: [
                input.map { .descriptor($0.fileHandleForReading.fileDescriptor) } ?? .none,
                .file(scratch.path("out")), .file(scratch.path("err")),
            ])
        // The program has its end of the pipe, and would wait for another one of ours.
        try input?.fileHandleForReading.close()
    }

    deinit {
        process.send(SIGKILL)
        process.wait()
    }

    /// Its number among the processes.
    public var identifier: Int32 { process.number }

    /// What it printed so far.
    public var output: String { text("out") }

    private func text(_ name: String) -> String {
        (try? Data(contentsOf: scratch.url.appending(path: name)))
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Sends a signal and waits for the end.
    public func ended(by number: Int32) -> Program.Outcome {
        process.send(number)
        return Program.Outcome(
            status: process.wait(), bytes: Array(output.utf8), errors: text("err"))
    }
}
