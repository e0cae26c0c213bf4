import Files
import OutputText

/// A file that takes one message, and is gone with this object.
final class MessageFile {
    /// Where it is.
    var path: String { file.path }
    private let file: ScratchFile
    private var length = 0
    /// Why it does not take any more; nil while it does.
    private(set) var failure: WitError?

    init() throws(WitError) {
        let folder = Folder.temporary
        do throws(SystemError) {
            file = try ScratchFile(in: folder)
        } catch {
            throw WitError(
                item: folder, reason: "the file for a message cannot be created: \(error.reason)")
        }
    }

    /// Adds bytes; false where they could not be written.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(SystemError) {
            try file.write(bytes, at: length)
            length += bytes.count
            return true
        } catch {
            failure = WitError(
                item: Folder.temporary,
                reason: "the message cannot be written: \(error.reason); set TMPDIR to use "
                    + "another folder")
            return false
        }
    }
}
