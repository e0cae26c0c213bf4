import Foundation
import Pictures

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Set before the fuzzer runs, never after.
nonisolated(unsafe) private var chosen: FuzzTarget?

/// The fuzz targets in one program. `Tests/Fuzzing/fuzz` calls it; by hand:
///
/// ```
/// wit-fuzz --list                                       names and longest inputs
/// wit-fuzz --seeds TARGET INTO FOLDER…                  writes the seeds of a target
/// wit-fuzz --mutate SEED FROM TO FINDINGS FOLDER…       the mutation run
/// wit-fuzz --mutation SEED NUMBER FINDINGS FOLDER…      writes one input of it
/// WIT_FUZZ_TARGET=jpeg wit-fuzz [libFuzzer's arguments] fuzzes, or replays files
/// ```
@main
enum WitFuzz {
    static func main() throws {
        // A decoder that crashes is a finding: it is to crash here.
        PictureDecoding.place = .thisProcess
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "--list":
            for target in FuzzTarget.all {
                print(target.name, target.longest, target.dictionary)
            }
        case "--seeds" where arguments.count > 3: try writeSeeds(arguments)
        case "--mutate" where arguments.count > 5: try mutate(arguments)
        case "--mutation" where arguments.count > 4: try mutate(arguments)
        default: fuzz()
        }
    }

    private static func writeSeeds(_ arguments: [String]) throws {
        guard let target = FuzzTarget.named(arguments[1]) else { unknown(arguments[1]) }
        let files = SeedFile.below(Array(arguments[3...]), longest: 1 << 20)
        for (number, input) in target.seedInputs(from: files).enumerated() {
            let file = URL(filePath: arguments[2]).appending(path: "seed-\(number)")
            try Data(input).write(to: file)
        }
    }

    private static func mutate(_ arguments: [String]) throws {
        let isWhole = arguments[0] == "--mutate"
        let rest = arguments[(isWhole ? 4 : 3)...]
        guard let seed = UInt64(arguments[1]), let from = Int(arguments[2]),
            let to = isWhole ? Int(arguments[3]) : from + 1, from < to, let folder = rest.first
        else { unknown(arguments.joined(separator: " ")) }
        let files = SeedFile.below(Array(rest.dropFirst()), longest: 1 << 20)
        guard !files.isEmpty else { unknown("no files") }
        let url = URL(filePath: folder)
        let run = MutationRun(
            seed: seed, files: files, folder: url, progress: url.appending(path: "progress"))
        if isWhole {
            exit(try run.run(from..<to) ? 0 : 1)
        } else {
            try run.save(from)
        }
    }

    private static func fuzz() {
        let name = ProcessInfo.processInfo.environment["WIT_FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget.named(name) else { unknown(name) }
        chosen = target
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { start, count in
                chosen?.run(Array(UnsafeBufferPointer(start: start, count: count)))
                return 0
            })
    }

    private static func unknown(_ what: String) -> Never {
        FileHandle.standardError.write(Data("wit-fuzz: no such target or use: \(what)\n".utf8))
        exit(2)
    }
}
