import Foundation

/// Runs programs as a person would, and keeps what they print.
public struct Program: Sendable {
    /// What a run left.
    public struct Outcome: Sendable {
        /// The exit status; 128 and the signal's number for one that a signal ended.
        public let status: Int32
        /// stdout, as bytes.
        public let bytes: [UInt8]
        /// stderr.
        public let errors: String
        /// stdout, as text.
        public var output: String { String(decoding: bytes, as: UTF8.self) }
        /// stdout's lines, without empty ones.
        public var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The executable.
    public let path: String
    /// Added to the environment of every run.
    public var environment: [String: String] = [:]
    /// Where every run starts; nil for the current folder.
    public var folder: String?

    /// A program by its path.
    public init(path: String, environment: [String: String] = [:]) {
        self.path = path
        self.environment = environment
    }

    /// The `wit` that was built with these tests.
    public static let wit = Program(
        path: executableFolder.appending(path: "wit").path,
        // Mails are written in the language of the environment.
        environment: ["LC_ALL": "C.UTF-8"])

    /// A program of the system, searched in the usual folders; nil where it is not installed.
    public static func installed(_ name: String) -> Program? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
            .split(separator: ":")
        return folders.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { Program(path: $0) }
    }

    /// The same program, started in a folder and with more in its environment.
    public func running(
        in folder: String? = nil, environment more: [String: String] = [:]
    ) -> Program {
        var copy = self
        copy.folder = folder ?? self.folder
        copy.environment.merge(more) { $1 }
        return copy
    }

    /// Starts the program and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: what follows the program's name.
    ///   - input: its stdin.
    /// - Throws: a POSIX error if it can't be started.
    public func callAsFunction(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
        // Files, not pipes: no pipe can fill up while nobody reads it.
        let scratch = try TemporaryFolder()
        let names = ["in", "out", "err"].map { scratch.url.appending(path: $0) }
        try Data(input).write(to: names[0])
        for name in names[1...] { try Data().write(to: name) }
        let status = try spawned(arguments, streams: names.map { .file($0.path) }).wait()
        return Outcome(
            status: status, bytes: Array(try Data(contentsOf: names[1])),
            errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self))
    }

    /// Starts the program and kills it (SIGKILL) after a while, if it is still running.
    ///
    /// - Returns: whether it was still running.
    public func killed(after seconds: Double, _ arguments: [String]) throws -> Bool {
        let process = try spawned(arguments, streams: [.none, .none, .none])
        Thread.sleep(forTimeInterval: seconds)
        process.send(SIGKILL)
        return process.wait() == 128 + SIGKILL
    }

    /// Starts the program with its standard streams.
    func spawned(_ arguments: [String], streams: [SpawnedProcess.Stream]) throws -> SpawnedProcess {
        try SpawnedProcess(
            path, arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            in: folder, streams: streams)
    }

    /// Starts the program and lets it run.
    ///
    /// - Parameter input: its stdin; nil for an empty one.
    public func started(_ arguments: [String], input: Pipe? = nil) throws -> RunningProgram {
        try RunningProgram(self, arguments, input: input)
    }

    private static var executableFolder: URL {
        // `swift test` runs the bundle, or a runner of the toolchain with the bundle's path.
        let bundles = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        let path = bundles.first ?? CommandLine.arguments[0]
        return URL(filePath: path).deletingLastPathComponent()
    }
}
