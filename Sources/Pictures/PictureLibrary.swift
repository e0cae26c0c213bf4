private import CVips
import Foundation

/// libvips as a whole, loaded when the first picture is wanted: it brings more than a hundred
/// libraries, and most runs of the program never see a pixel.
enum PictureLibrary {
    /// Whether libvips runs; loaded and started once, by whoever asks first.
    static let start: Result<Void, PictureError> =
        load(names).flatMap { _ in
            wit_vips_start(1) == 0 ? .success(()) : .failure(lastError(.unavailable))
        }

    #if canImport(Darwin)
        /// Besides where the system looks: where Homebrew and MacPorts put it.
        private static let names =
            ["", "/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"]
            .map { $0 + "libvips.42.dylib" }
    #else
        private static let names = ["libvips.so.42"]
    #endif

    /// Loads the first library there is of some names; an error says what to install.
    static func load(_ names: [String]) -> Result<Void, PictureError> {
        let copies = names.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        guard let reason = wit_vips_load(copies.map { UnsafePointer($0) } + [nil]) else {
            return .success(())
        }
        return .failure(
            PictureError(
                .unavailable,
                "Pictures need libvips, which cannot be loaded "
                    + "(\(String(cString: reason).prefix(200))); please install it "
                    + "(Debian, Ubuntu: libvips42; Fedora, Homebrew: vips)."))
    }

    /// Frees what libvips keeps for the calling thread.
    static func endOfWork() { wit_vips_end_thread() }

    /// Gives back to the system what large pictures left free: without it, memory grows from one
    /// to the next though none of it is used.
    static func giveBackMemory() { wit_vips_give_back() }

    /// The first line of what libvips says of its last failure. Threads share its buffer, so two
    /// that fail at once may see each other's words; the code is always right.
    static func lastError(_ code: PictureError.Code) -> PictureError {
        guard let text = wit_vips_error() else {
            return PictureError(code, "The picture cannot be decoded.")
        }
        defer { wit_vips_free(text) }
        let line = String(cString: text).split(separator: "\n").first.map(String.init)
        return PictureError(
            code,
            "The picture cannot be decoded" + (line.map { " (\($0.prefix(200)))" } ?? "") + ".")
    }
}
