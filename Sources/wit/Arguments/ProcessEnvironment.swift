import Foundation

/// The process's environment: the floors below do not read it by themselves.
enum ProcessEnvironment {
    /// The variables and their values.
    static var all: [String: String] { ProcessInfo.processInfo.environment }
}
