import Files
import OutputText
import PhotoRecord

/// One item of many that could not be done, while the rest went on.
public struct ItemFailure: SpokenError, Sendable, Equatable {
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

extension ItemFailure {
    /// One line: the item, a colon, the reason; octets of a path that are no UTF-8 as `\xE9`.
    public var description: String {
        (item.isEmpty ? "“”" : PathEncoding.legible(item)) + ": " + PathEncoding.legible(reason)
    }
}
