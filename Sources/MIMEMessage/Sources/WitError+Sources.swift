import Foundation
import OutputText

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

    static func noTemporaryFile(in folder: String, _ number: Int32) -> WitError {
        let reason = String(cString: strerror(number))
        return WitError(
            code: .noTemporaryFile, path: folder,
            message:
                "\(folder): No temporary file can be written there (\(reason)); set TMPDIR to a "
                + "folder with room")
    }

    static func tooLong(_ path: String, _ limit: Int) -> WitError {
        WitError(
            code: .tooLong, path: path,
            message: "\(path): A message is longer than \(limit) octets.")
    }
}
