import JSON
import OutputText
import PhotoRecords

extension WitError: JSONReport {
    /// An item that could not be done: `item` and `reason`.
    public var json: JSONValue { ["item": .string(item), "reason": .string(reason)] }
}
