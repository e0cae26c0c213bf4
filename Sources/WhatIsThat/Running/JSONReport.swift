import JSON
import PhotoRecords

/// What a use case reports, in its one JSON form: that which `--json` prints, a server answers and other
/// programs read.
public protocol JSONReport: Encodable, Sendable {
    /// The form.
    var json: JSONValue { get }
}

extension JSONReport {
    /// Encodes the JSON form.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
