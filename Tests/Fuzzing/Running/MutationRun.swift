import Foundation

/// Feeds so many damaged files to the readers, and measures each: no crash, under a second of
/// processor time, under 64 MB of heap.
///
/// Input number n of a seed is always the same, so that a run can begin anywhere, and a finding
/// can be made again.
struct MutationRun {
    let seed: UInt64
    let files: [SeedFile]
    /// Where findings go.
    let folder: URL
    /// What tells the script behind us how far the run came, should the process end.
    let progress: URL

    static let mostSeconds = 1.0
    static let mostBytes = 64 << 20

    /// Whether an input is read as mail rather than as a photo.
    typealias Input = (bytes: [UInt8], isMail: Bool, name: String)

    func input(_ number: Int) -> Input {
        let own = seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D
        var mutator = Mutator(generator: SeededGenerator(seed: own))
        let file = files[Int.random(in: 0..<files.count, using: &mutator.generator)]
        let other = files[Int.random(in: 0..<files.count, using: &mutator.generator)]
        // The first bytes of a photo stay, or most inputs would be no photo at all.
        let kept = file.isMail ? 0 : min(12, file.bytes.count)
        let bytes =
            file.bytes.prefix(kept)
            + mutator.mutate(Array(file.bytes.dropFirst(kept)), crossedWith: other.bytes)
        return (Array(bytes), file.isMail, file.name)
    }

    /// Runs a range of numbers; false if there was a finding.
    func run(_ numbers: Range<Int>) throws -> Bool {
        let handle = try progressHandle()
        defer { try? handle.close() }
        var (slowest, largest) = ((0.0, 0), (0, 0))
        var findings = 0
        // Tables are built by the first inputs; what the heap gains behind them has leaked.
        let settled = numbers.lowerBound + numbers.count / 4
        var settledBytes = 0
        HeapMeter.install()
        for number in numbers {
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: Data("\(number)          \n".utf8))
            let input = input(number)
            let started = Self.processorSeconds
            let bytes = HeapMeter.mostBytes { Self.read(input) } + input.bytes.count
            let seconds = Self.processorSeconds - started
            slowest = max(slowest, (seconds, number)) { $0.0 < $1.0 }
            largest = max(largest, (bytes, number)) { $0.0 < $1.0 }
            if seconds > Self.mostSeconds || bytes > Self.mostBytes {
                findings += 1
                print(
                    "FINDING mutation \(number) of \(input.name):",
                    String(format: "%.2f s, %.1f MB", seconds, Double(bytes) / 1_048_576))
                try save(number)
            }
            if number == settled { settledBytes = HeapMeter.bytes }
            if (number + 1) % 10_000 == 0 { print("\(number + 1) mutations") }
        }
        print(
            "mutations \(numbers.lowerBound)..<\(numbers.upperBound) of \(files.count) files,",
            "seed \(seed):", String(format: "slowest %.3f s", slowest.0), "(\(slowest.1)),",
            String(format: "most memory %.1f MB", Double(largest.0) / 1_048_576),
            "(\(largest.1)), heap gained \((HeapMeter.bytes - settledBytes) / 1_024) KB,",
            "findings \(findings)")
        return findings == 0
    }

    /// Writes an input to the folder of findings.
    func save(_ number: Int) throws {
        let input = input(number)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(
            path: "mutation-\(seed)-\(number).\(input.isMail ? "eml" : "bin")")
        try Data(input.bytes).write(to: file)
        print("saved \(file.path), made of \(input.name)")
    }

    /// Reads an input with everything that would read it.
    static func read(_ input: Input) {
        for name in input.isMail ? ["message", "share", "mbox"] : ["photo", "rewrite"] {
            FuzzTarget.named(name)?.run(input.bytes)
        }
    }

    private func progressHandle() throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: progress.path, contents: nil)
        return try FileHandle(forWritingTo: progress)
    }

    private func max<T>(_ left: T, _ right: T, by isLess: (T, T) -> Bool) -> T {
        isLess(left, right) ? right : left
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
