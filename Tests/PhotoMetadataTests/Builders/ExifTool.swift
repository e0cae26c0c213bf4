import Foundation
import TestSupport

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
        try Program(path: path ?? "/usr/bin/exiftool")(arguments).output
    }
}
