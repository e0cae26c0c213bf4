import Files
import Foundation
import OutputText

/// A message as a draft that a mail program opens for the person to look at and send: `X-Unsent: 1`
/// is what Outlook and others know a draft by.
public struct DraftFile: Sendable {
    /// The header field that makes a message a draft.
    public static let mark = Array("X-Unsent: 1\r\n".utf8)

    /// Where drafts lie that have no place of their own: `wit/drafts` in the XDG state folder.
    ///
    /// - Parameter environment: the process's environment.
    public static func folder(_ environment: [String: String]) -> String {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (state ?? home + "/.local/state") + "/wit/drafts"
    }

    /// Makes the folder of drafts, which is for the person alone, and a path in it.
    ///
    /// - Parameters:
    ///   - name: the file's name without ending.
    ///   - environment: the process's environment.
    ///   - onNarrowed: told where the folder was there and others could read it until now.
    /// - Throws: a `WitError` naming the folder.
    public static func path(
        named name: String, environment: [String: String],
        onNarrowed: (PrivateFile.Narrowed) -> Void = { _ in }
    ) throws(WitError) -> String {
        let folder = folder(environment)
        if let narrowed = PrivateFile.narrow(folder) { onNarrowed(narrowed) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw WitError(item: folder, reason: "can't be created for the draft")
        }
        return folder + "/"
            + name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            + ".eml"
    }

    /// Why a draft could not be opened.
    public enum Unopened: Sendable, Hashable {
        /// There is no screen.
        case noDisplay
        /// There is no program that knows how to open files.
        case noOpener(String)
        /// It ended with an error.
        case failed(String)
    }

    /// Opens a draft in the person's mail program: by `xdg-open`, on macOS by `open`.
    ///
    /// - Parameters:
    ///   - path: the draft.
    ///   - environment: that of the program which opens it.
    ///   - isStopped: asked while it is waited for; then it is taken as opened.
    /// - Returns: nil where it was opened, as far as can be seen within some seconds.
    public static func open(
        _ path: String, environment: [String: String], isStopped: () -> Bool = { false }
    ) -> Unopened? {
        #if os(macOS)
            let name = "open"
        #else
            let name = "xdg-open"
            let screens = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { environment[$0] }
            if screens.allSatisfy(\.isEmpty) { return .noDisplay }
        #endif
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard
            let opener = folders.map({ "\($0)/\(name)" })
                .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
        else { return .noOpener(name) }
        let process = Process()
        process.executableURL = URL(filePath: opener)
        process.arguments = [path]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return .noOpener(name) }
        // Without a desktop it becomes the mail program itself, and stays.
        let deadline = Date().addingTimeInterval(5)
        while process.isRunning, Date() < deadline, !isStopped() {
            Thread.sleep(forTimeInterval: 0.05)
        }
        if process.isRunning { return nil }
        return process.terminationStatus == 0 ? nil : .failed(name)
    }
}
