import PhotoRecord

/// One item of many that could not be done, while the rest went on.
public struct ItemFailure: Error, Sendable, Equatable {
    /// The path, id or message as the person knows it.
    public let item: String
    /// What was wrong, without the item's name.
    public let reason: String

    /// An item and what was wrong with it.
    public init(item: String, reason: String) {
        self.item = item
        self.reason = reason
    }
}

extension ItemFailure {
    /// An item and a message that may begin with the item's name, as those of the modules below
    /// do.
    init(item: String, message: String) {
        let prefix = item + ": "
        self.init(
            item: item,
            reason: message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message)
    }
}

extension ItemFailure: CustomStringConvertible {
    /// One line: the item, a colon, the reason.
    public var description: String { (item.isEmpty ? "“”" : item) + ": " + reason }
}

extension ItemFailure {
    /// Why a file whose name is not in UTF-8 is passed over, and what to do.
    static let notUTF8 = "the name is not in UTF-8; rename it, so that it can be read"

    /// The reason to give for a path that the system does not find: where the name holds
    /// U+FFFD, its bytes were most likely no UTF-8, and no text leads to the file.
    static func reason(_ reason: String, forPath path: String) -> String {
        path.unicodeScalars.contains("\u{FFFD}") ? notUTF8 : reason
    }
}
