import Foundation

/// The program exiftool, where it is installed.
enum ExifTool {
    private static let path = [
        "/usr/bin/exiftool", "/usr/local/bin/exiftool", "/opt/homebrew/bin/exiftool",
    ]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether it is installed.
    static var isThere: Bool { path != nil }

    /// Runs it; what it wrote to its output.
    @discardableResult
    static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: path ?? "/usr/bin/exiftool")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
