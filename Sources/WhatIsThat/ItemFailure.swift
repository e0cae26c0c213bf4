import OutputText

/// One item of many that could not be done, while the rest went on.
public typealias ItemFailure = WitError

extension WitError {
    /// An item and a message that may begin with the item's name, as those of the modules below
    /// do.
    init(item: String, message: String) {
        let prefix = item + ": "
        self.init(
            item: item,
            reason: message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message)
    }
}
