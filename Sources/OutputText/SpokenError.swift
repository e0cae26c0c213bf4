import Foundation

/// An error whose `description` is one sentence for a person.
public protocol SpokenError: Error, CustomStringConvertible {}

/// Any error in words.
public enum ErrorWords {
    /// A sentence without its full stop: that of a ``SpokenError``, the system's words for one of its
    /// numbers; of anything else no more than that it was unexpected, since what Swift prints of it is for
    /// programmers.
    public static func sentence(of error: any Error) -> String {
        if let spoken = error as? any SpokenError { return spoken.description }
        if error is CancellationError { return "stopped" }
        if let number = number(error) { return String(cString: strerror(number)) }
        return "an unexpected error"
    }

    /// `errno`, of an error of the system's or one that stands for it; nil for another.
    private static func number(_ error: any Error) -> Int32? {
        if let error = error as? POSIXError { return error.code.rawValue }
        guard let error = error as? CocoaError else { return nil }
        if let reason = error.userInfo[NSUnderlyingErrorKey] as? any Error,
            let number = number(reason)
        {
            return number
        }
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return ENOENT
        case .fileReadNoPermission, .fileWriteNoPermission: return EACCES
        case .fileWriteFileExists: return EEXIST
        case .fileWriteOutOfSpace: return ENOSPC
        case .fileWriteVolumeReadOnly: return EROFS
        default: return nil
        }
    }
}
