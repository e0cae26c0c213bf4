private import CVips
import Foundation
import OutputText

/// libvips as a whole, loaded when the first picture is wanted: it brings more than a hundred
/// libraries, and most runs of the program never see a pixel.
enum PictureLibrary {
    /// Whether libvips runs; loaded and started once, by whoever asks first.
    static let start: Result<Void, WitError> =
        load(names).flatMap { _ in
            wit_vips_start(1) == 0 ? .success(()) : .failure(lastError(.unavailable))
        }

    #if canImport(Darwin)
        /// Where Homebrew and MacPorts put it; a bare name is looked for in the current folder too.
        private static let names =
            ["/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"]
            .map { $0 + "libvips.42.dylib" }
    #else
        private static let names = ["libvips.so.42"]
    #endif

    /// Loads the first library there is of some names; an error says what to install.
    static func load(_ names: [String]) -> Result<Void, WitError> {
        let copies = names.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        guard let reason = wit_vips_load(copies.map { UnsafePointer($0) } + [nil]) else {
            return .success(())
        }
        return .failure(
            WitError(
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

    /// Has what libvips loads at a first use loaded: the decoders that libheif finds in a folder.
    /// Nothing is decoded, so no thread is started.
    static func warmUp() {
        let heic: [UInt8] = [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0]
        heic.withUnsafeBytes { bytes in
            if PixelSource.canRead(bytes) { _ = try? PixelSource.open(bytes).width }
        }
        _ = lastError(.pictureDamaged)
    }

    /// Has the process end with an exit status where there is no memory left, instead of with a
    /// signal that could mean anything.
    static func endWithoutMemory(_ status: Int32) { wit_vips_end_without_memory(status) }

    /// That there was no memory for the picture, if libvips said so since it was last asked.
    ///
    /// A decoder that is to render a damaged picture as far as it goes may go on without memory
    /// as well, and leave the rest grey.
    static func lackOfMemory() -> WitError? {
        let error = lastError(.pictureDamaged)
        return error.code == .tooMuchMemory ? error : nil
    }

    /// Whether a line says that there was no memory. LittleCMS says “memory” of a profile that it
    /// reads there, libtiff of a directory without entries: both are damaged.
    private static func tellsLackOfMemory(_ line: Substring) -> Bool {
        let line = line.lowercased()
        return line.contains("memory") && !line.contains("read from memory error")
            && !line.contains("(0 elements of")
    }

    /// The first line of what libvips says of its last failure. Threads share its buffer, so two
    /// that fail at once may see each other's words; the code is always right.
    static func lastError(_ code: WitError.Code) -> WitError {
        guard let text = wit_vips_error() else {
            return WitError(code, "The picture cannot be decoded.")
        }
        defer { wit_vips_free(text) }
        let said = String(cString: text)
        let line = said.split(separator: "\n").first.map(String.init)
        if said.split(separator: "\n").contains(where: tellsLackOfMemory) {
            return WitError(
                .tooMuchMemory,
                "Decoding the picture takes more memory than is allowed"
                    + (line.map { " (\($0.prefix(200)))" } ?? "") + ".")
        }
        return WitError(
            code,
            "The picture cannot be decoded" + (line.map { " (\($0.prefix(200)))" } ?? "") + ".")
    }
}
