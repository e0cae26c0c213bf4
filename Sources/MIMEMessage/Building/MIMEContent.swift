import OutputText

/// Where the octets of a part are taken from: memory, or a file that is read when the message is
/// written.
///
/// ```swift
/// let photo = MIMEContent.file(path: "/photos/kite.jpg")
/// let head = MIMEContent.file(path: "/photos/kite.jpg", range: 0..<4_096)
/// ```
///
/// A file must stay as it is until the message is written: its length is looked at first, since
/// the size of the message follows from it. What is added to it later is left out; where it has
/// become shorter, writing ends with ``WitError/Code/unreadableFile``.
public enum MIMEContent: Hashable, Sendable {
    /// Octets in memory.
    case bytes([UInt8])
    /// A file, or a range of its octets, counted from 0.
    case file(path: String, range: Range<Int>? = nil)
}
