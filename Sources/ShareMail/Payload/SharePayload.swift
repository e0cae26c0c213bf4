import JSON
import OutputText
import PhotoRecords

/// Channel 1: every record of a message as JSON, in a part of its own.
///
/// The format is described in the payload format document and held by a JSON Schema. Members
/// that this version does not know are kept, at every level, and written again.
public struct SharePayload: Hashable, Sendable {
    /// The part's media type.
    public static let mediaType = "application/vnd.whatisthat.share+json"
    /// The part's file name.
    public static let fileName = "photos.wit.json"
    /// What `format` says.
    public static let format = "whatisthat.share"
    /// The major version that this program writes and reads.
    public static let version = 1
    /// The latest minor version that this program writes; it reads every later one. A payload is
    /// written as the earliest that knows it whole: 2 with a question, 1 with a series, else 0.
    public static let minor = 2

    /// The minor version it was written by.
    public var minor = 0
    /// The program that wrote it.
    public var generator: String?
    /// When it was written, in UTC: `2026-11-20T10:00:00Z`.
    public var created: String?
    /// What the sender wrote to the recipient.
    public var message: String?
    /// Which of several mails it stands in; nil where the share is one mail.
    public var series: ShareSeries?
    /// What it asks about its photo; nil where nothing is asked.
    public var question: PayloadQuestion?
    /// The photos, in the order of the message.
    public var photos: [PayloadPhoto]
    /// Members that this version does not know.
    public var unknown: JSONObject = [:]
    /// What was noticed while reading; never written.
    public private(set) var findings: [Finding] = []

    /// A payload of photos.
    public init(
        photos: [PayloadPhoto], generator: String? = nil, created: String? = nil,
        message: String? = nil, series: ShareSeries? = nil, question: PayloadQuestion? = nil
    ) {
        self.photos = photos
        self.generator = generator
        self.created = created
        self.message = message
        self.series = series
        self.question = question
        minor = question != nil ? 2 : series == nil ? 0 : 1
    }

    /// Equal if what they say is: findings do not count.
    public static func == (left: Self, right: Self) -> Bool { left.json == right.json }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension SharePayload {
    /// What a payload may measure.
    public struct Limits: Hashable, Sendable {
        /// Bytes of JSON: 16 MB.
        public var bytes = 16 * 1024 * 1024
        /// Photos.
        public var photos = 10_000
        /// Values in the JSON text, of any kind and at any depth.
        public var values = 1_000_000
        /// Findings about members.
        public var findings = 200
        /// The standard limits.
        public init() {}
    }

    /// Whether bytes look like a payload, whatever their part's type and name are.
    public static func isRecognized(_ bytes: [UInt8]) -> Bool {
        guard mayBegin(bytes) else { return false }
        let start = bytes.startIndex
        let needle = Array("\"\(format)\"".utf8)
        var index = start
        while let quote = bytes[index...].firstIndex(of: needle[0]) {
            if bytes[quote...].starts(with: needle) { return true }
            index = quote + 1
        }
        return false
    }

    // Blanks and the bytes of a UTF-8 byte order mark.
    /// Whether bytes begin as a payload does: with a JSON object, a byte order mark allowed.
    static func mayBegin(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(64).first { !whitespace.contains($0) } == UInt8(ascii: "{")
    }

    private static let whitespace: Set<UInt8> = [9, 10, 13, 32, 0xEF, 0xBB, 0xBF]

    /// Reads a payload's JSON text.
    ///
    /// A member of the wrong type is left out with a finding; the rest is read.
    ///
    /// - Throws: `payload-too-large` past a limit, `payload-version` for a later major version,
    ///   `payload-damaged` for what is no JSON object or has another `format`.
    public init(parsing bytes: [UInt8], limits: Limits = Limits()) throws(WitError) {
        guard bytes.count <= limits.bytes else {
            throw WitError(
                .payloadTooLarge,
                "The payload has \(bytes.count) bytes; the limit is \(limits.bytes).")
        }
        guard Self.countValues(bytes) <= limits.values else {
            throw WitError(
                .payloadTooLarge, "The payload has more than \(limits.values) values.")
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard let value = try? JSONValue(parsingForeign: text), var rest = value.object else {
            throw WitError(.payloadDamaged, "The payload is not a JSON object.")
        }
        guard rest.removeValue(forKey: "format")?.string == Self.format else {
            throw WitError(.payloadDamaged, "The payload's “format” is not “\(Self.format)”.")
        }
        guard let version = rest.removeValue(forKey: "version")?.int, version >= 1 else {
            throw WitError(.payloadDamaged, "The payload has no version.")
        }
        guard version <= Self.version else {
            throw WitError(
                .payloadVersion,
                "The payload is of version \(version), which a newer program wrote; this one"
                    + " reads version \(Self.version).")
        }
        var findings: [Finding] = []
        let photos = (rest.removeValue(forKey: "photos")?.array ?? []).compactMap(\.object)
        if photos.count > limits.photos {
            findings.append(
                Finding(
                    .error, .payloadPhotoCount, where: "json:photos",
                    "The payload lists \(photos.count) photos; the first \(limits.photos)"
                        + " are read."))
        }
        self.init(
            photos: photos.prefix(limits.photos).map { PayloadPhoto(json: $0, findings: &findings) }
        )
        if findings.count > limits.findings {
            let count = findings.count - limits.findings
            findings.removeLast(count)
            findings.append(
                Finding(
                    .warning, .payloadFindingCount, where: "json:photos",
                    "\(count) more members of the payload are invalid; they are not listed."))
        }
        minor = rest.removeValue(forKey: "minor")?.int ?? 0
        generator = rest.removeValue(forKey: "generator")?.string
        created = rest.removeValue(forKey: "created")?.string
        message = rest.removeValue(forKey: "message")?.string
        if let told = rest["series"]?.object, let series = ShareSeries(json: told) {
            self.series = series
            rest["series"] = nil
        }
        if let told = rest["question"]?.object, let question = PayloadQuestion(json: told) {
            var regions = [question.region]
            if let finding = regions.dropOversized(where: "json:question") {
                findings.append(finding)
            } else {
                self.question = question
            }
            rest["question"] = nil
        }
        unknown = rest
        if minor > Self.minor {
            findings.append(
                Finding(
                    .note, .payloadNewerMinor, where: "json:minor",
                    "A newer program wrote the payload; what this one does not know is kept."))
        }
        self.findings = findings
    }

    /// The JSON form: UTF-8, members sorted by name.
    public var json: JSONValue {
        var object = unknown
        object["format"] = .string(Self.format)
        object["version"] = .integer(Int64(Self.version))
        object["minor"] = .integer(Int64(minor))
        object["generator"] = generator.map(JSONValue.string)
        object["created"] = created.map(JSONValue.string)
        object["message"] = message.map(JSONValue.string)
        if let series { object["series"] = series.json }
        if let question { object["question"] = question.json }
        object["photos"] = .array(photos.map(\.json))
        return .object(object)
    }

    /// The JSON text as the message carries it.
    public var bytes: [UInt8] { Array(json.prettyText.utf8) + [UInt8(ascii: "\n")] }

    // One more than there are commas and opening brackets outside of strings.
    private static func countValues(_ bytes: [UInt8]) -> Int {
        var count = 1
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[")
                || byte == UInt8(ascii: "{")
            {
                count += 1
            }
        }
        return count
    }
}

extension FindingCode {
    /// A payload that names more photos than are read.
    public static let payloadPhotoCount: FindingCode = "payload-photo-count"
    /// A payload with more odd members than are named.
    public static let payloadFindingCount: FindingCode = "payload-finding-count"
    /// A payload of a later minor version: read, its unknown members kept.
    public static let payloadNewerMinor: FindingCode = "payload-newer-minor"
}
