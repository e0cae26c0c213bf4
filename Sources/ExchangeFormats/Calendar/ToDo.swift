/// Something that is to be done by a day, as calendars have it (RFC 5545 §3.6.2).
public struct ToDo: Sendable, Hashable {
    /// How far it is (§3.8.1.11).
    public enum Status: String, Sendable, CaseIterable {
        /// It waits.
        case needsAction = "NEEDS-ACTION"
        /// Something came of it already.
        case inProcess = "IN-PROCESS"
        /// It is done.
        case completed = "COMPLETED"
        /// It was given up.
        case cancelled = "CANCELLED"
    }

    /// What tells it from all others, for ever the same (§3.8.4.7).
    public var identifier: String
    /// What is to be done, in a line.
    public var summary: String
    /// More about it; nil for nothing.
    public var description: String?
    /// The day by which: `2026-12-01`; nil for any time.
    public var due: String?
    /// When it came up, in UTC: `2026-11-20T10:00:00Z`.
    public var created: String
    /// When it changed last, in UTC.
    public var changed: String
    /// How far it is.
    public var status: Status
    /// Whom to turn to about it (§3.8.4.2): mail addresses.
    public var contacts: [String] = []

    /// Something to do.
    public init(
        identifier: String, summary: String, created: String, changed: String, status: Status
    ) {
        self.identifier = identifier
        self.summary = summary
        self.created = created
        self.changed = changed
        self.status = status
    }
}
