import Foundation

/// The program that is started to decode pictures: this one again, or a `wit` beside it.
struct DecoderProgram: Hashable, Sendable {
    /// Its path; it may be one that means this program.
    let path: String

    /// The first argument, by which ``PictureDecoding/serveIfAsked()`` knows what it was started for.
    static let argument = "--decode-pictures"

    /// This program, which serves if it is asked to.
    static var this: DecoderProgram? {
        #if os(Linux)
            // Also where the file was replaced or removed since: always the same version.
            return DecoderProgram(path: "/proc/self/exe")
        #else
            return Bundle.main.executablePath.map { DecoderProgram(path: $0) }
        #endif
    }

    /// A `wit` in the folder of this program, or of the bundle of tests that it runs.
    static var beside: DecoderProgram? {
        let bundles = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        let places = bundles + [Bundle.main.executablePath].compactMap(\.self)
        return places.map { URL(filePath: $0).deletingLastPathComponent().path + "/wit" }
            .first { access($0, X_OK) == 0 }.map { DecoderProgram(path: $0) }
    }

    /// The settings of the dynamic loader say where libraries lie; of the environment, a child gets
    /// nothing else.
    private static let kept = [
        "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH",
    ]

    /// Calls with the path, the arguments and the environment as the system takes them.
    func withStrings(
        _ role: DecoderRole, memory: Int,
        _ call: (
            UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>,
            UnsafePointer<UnsafeMutablePointer<CChar>?>
        ) -> Int32
    ) -> Int32 {
        let arguments = ["wit", Self.argument, role.rawValue, String(memory)]
        let environment = Self.kept.compactMap { name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }
        let strings = (arguments + environment).map { strdup($0) }
        defer { strings.forEach { free($0) } }
        let first = Array(strings[..<arguments.count]) + [nil]
        let second = Array(strings[arguments.count...]) + [nil]
        return first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                guard let first = first.baseAddress, let second = second.baseAddress else {
                    return EINVAL
                }
                return call(path, first, second)
            }
        }
    }
}
