import JSON

/// When a photo was taken: what the clock there showed and, where it is known, how far that
/// clock stood from UTC. A local time without an offset is never taken for UTC.
public struct CaptureTime: Hashable, Sendable {
    /// What an offset was learned from: an open vocabulary.
    public struct OffsetSource: Hashable, Sendable, RawRepresentable {
        /// The word as it stands in JSON.
        public var rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The photo's own offset field.
        public static let exif = Self(rawValue: "exif")
        /// The difference to the time that GPS gave.
        public static let gps = Self(rawValue: "gps")
        /// The time zone of the place.
        public static let place = Self(rawValue: "place")
        /// A person said so.
        public static let user = Self(rawValue: "user")
    }

    /// The clock's reading.
    public var local: LocalDateTime
    /// The clock's offset; nil if unknown.
    public var offset: UTCOffset?
    /// What the offset was learned from; nil without an offset.
    public var offsetSource: OffsetSource?
    /// The field it was read from, such as `exif:DateTimeOriginal` or `user`.
    public var source: String?
    /// Fields of the JSON form that this version does not know.
    public var unknown: JSONObject = [:]

    /// A local time with what is known of its offset.
    public init(
        local: LocalDateTime, offset: UTCOffset? = nil, offsetSource: OffsetSource? = nil,
        source: String? = nil
    ) {
        self.local = local
        self.offset = offset
        self.offsetSource = offset == nil ? nil : offsetSource
        self.source = source
    }

    /// The moment in UTC, as `2024-05-01T08:22:33.12Z`; nil without an offset or for a date
    /// alone.
    public var utc: String? {
        guard let offset, let time = local.time,
            let moment = LocalDateTime(
                secondsSince1970: local.secondsSince1970 - offset.minutes * 60,
                fraction: time.fraction)
        else { return nil }
        return moment.iso + "Z"
    }
}

extension CaptureTime {
    init?(members: inout JSONMembers) {
        let local = members.take("local") { $0.string.flatMap { LocalDateTime(iso: $0) } }
        let offset = members.take("offset") { $0.string.flatMap { UTCOffset($0) } }
        let offsetSource = members.string("offsetSource").map(OffsetSource.init(rawValue:))
        let source = members.string("source")
        _ = members.take("utc", \.string)
        guard let local else { return nil }
        self.init(local: local, offset: offset, offsetSource: offsetSource, source: source)
        unknown = members.rest
    }

    /// The JSON form (“The photo record”); `utc` is worked out from `local` and `offset`.
    public var json: JSONValue {
        var object = unknown
        object["local"] = .string(local.iso)
        object["offset"] = offset.map { .string($0.description) }
        object["offsetSource"] = offsetSource.map { .string($0.rawValue) }
        object["utc"] = utc.map(JSONValue.string)
        object["source"] = source.map(JSONValue.string)
        return .object(object)
    }
}
