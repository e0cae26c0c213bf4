import Foundation
import OutputText

/// Why a source of messages cannot be read.
public typealias MailSourceError = WitError

extension WitError.Code {
    /// It is longer than the limit.
    public static let tooLong: Self = "too-long"
    /// What is too long for memory has no room in the folder for temporary files.
    public static let noTemporaryFile: Self = "no-temporary-file"
}

extension WitError {
    /// An error of a file of messages.
    init(code: Code, path: String, message: String) {
        self.init(code, about: .file(path), message)
    }

    static func noTemporaryFile(in folder: String, _ number: Int32) -> MailSourceError {
        let reason = String(cString: strerror(number))
        return MailSourceError(
            code: .noTemporaryFile, path: folder,
            message:
                "\(folder): No temporary file can be written there (\(reason)); set TMPDIR to a "
                + "folder with room")
    }

    static func tooLong(_ path: String, _ limit: Int) -> MailSourceError {
        MailSourceError(
            code: .tooLong, path: path,
            message: "\(path): A message is longer than \(limit) octets.")
    }
}
