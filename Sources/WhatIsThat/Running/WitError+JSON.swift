import JSON
import OutputText
import PhotoRecords

extension WitError: JSONReport {
    /// An item that could not be done: `item`, `code` (a stable word) and `reason`.
    public var json: JSONValue {
        ["item": .string(item), "code": .string(code.rawValue), "reason": .string(reason)]
    }
}
