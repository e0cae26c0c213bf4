import JSON

/// Where a value of a record came from, and when it came.
public struct Provenance: Hashable, Sendable {
    /// `user`, a metadata field such as `xmp:dc:title`, or `mail:` and a message's Message-ID.
    public var source: String
    /// The moment it came, in UTC: `2026-11-20T10:00:00Z`.
    public var at: String?
    /// The moment, in UTC, at which a scan found that no file says the value, or a part of it, any
    /// more, while a person has not decided whether it goes too; nil otherwise.
    public var until: String?

    /// A source, and the moment the value came from it.
    public init(source: String, at: String? = nil, until: String? = nil) {
        self.source = source
        self.at = at
        self.until = until
    }

    /// Whether a value came from the same source at the same moment, whatever became of the file.
    public func isSameOrigin(as other: Provenance) -> Bool {
        source == other.source && at == other.at
    }

    /// Whether a person wrote the value here: it stands above what files and mails say.
    public var isUser: Bool { source == Self.user }

    /// The source of what a person wrote.
    public static let user = "user"
}

extension Provenance {
    init?(members: inout JSONMembers) {
        guard let source = members.string("source") else { return nil }
        self.init(
            source: source, at: members.string("at"), until: members.string("until"))
    }

    /// The JSON form: `source`, `at`, `until`.
    public var json: JSONValue {
        var object: JSONObject = ["source": .string(source)]
        object["at"] = at.map(JSONValue.string)
        object["until"] = until.map(JSONValue.string)
        return .object(object)
    }
}
