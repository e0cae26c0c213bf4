import MIMEMessage
import OutputText
import PhotoRecords
import Pictures
import Privacy

/// A photo as it leaves in a message.
public struct SharedPhoto: Sendable {
    /// The record as every carrier tells it.
    public var record: PhotoRecord
    /// The file on this machine that it was made from.
    public var file: String
    /// The attachment's file name.
    public var fileName: String
    /// The attachment's size in bytes.
    public var bytes: Int
    /// SHA-256 of the attached picture, 64 lower-case hexadecimal digits.
    public var sha256: String
    /// SHA-256 of the file that it was made from.
    public var originalSHA256: String
    /// How the attached picture looks, as 16 hexadecimal digits; nil where it cannot be decoded.
    public var perceptualHash: String?
    /// How much of the location left at most.
    public var location = LocationGrade.exact
    /// The home zone that made it so; nil where that was chosen for the message.
    public var home: String?
    /// The fields of which something was withheld, since no file of the photo has it any more.
    public var heldBack: [RecordField] = []

    init(_ photo: PreparedPhoto) {
        record = photo.record
        file = photo.original.file ?? ""
        fileName = photo.fileName
        bytes = photo.content.count
        sha256 = photo.sha256
        originalSHA256 = photo.originalSHA256
        perceptualHash = photo.perceptualHash
        location = photo.redacted.grade
        home = photo.redacted.home?.name
        heldBack = photo.redacted.heldBack.map(\.field)
    }
}

/// A finished share message: read back, proven, ready to be handed to a file or a server.
///
/// It stands in a temporary file without a name, which goes with the last copy of this value.
///
/// ```swift
/// try share.write { piece in try file.write(contentsOf: piece) }
/// ```
public struct ComposedShare: Sendable {
    private let file: TemporaryFile
    /// Its Message-ID.
    public var messageID: MessageID
    /// Its subject.
    public var subject: String
    /// The photos, in the order of the message.
    public var photos: [SharedPhoto]
    /// How much of the location was to leave.
    public var location: LocationGrade
    /// What was left out of every photo.
    public var stripped: Set<FieldGroup> = []
    /// The question in words; nil for a mail that asks nothing.
    public var question: String?
    /// What its lines to fill in are called, by what they ask for (`what`, `who`): those of a person's
    /// own templates.
    public var questionLabels: [String: String] = [:]
    /// How the enlarged spot that it asks about looks; nil for a mail that asks nothing.
    public var spotHash: PerceptualHash?
    /// The size of the HTML part in bytes.
    public var htmlBytes: Int
    /// What the sender should know: words that name the place, captions that were shortened.
    public var findings: [Finding]
    /// The photos that could not go and were left out, each with its reason; of a series, its first
    /// mail names those of all.
    public var skipped: [WitError] = []

    init(
        file: TemporaryFile, messageID: MessageID, subject: String, photos: [SharedPhoto],
        options: ShareOptions, htmlBytes: Int, findings: [Finding]
    ) {
        self.file = file
        self.messageID = messageID
        self.subject = subject
        self.photos = photos
        location = options.location
        stripped = options.stripped
        self.htmlBytes = htmlBytes
        self.findings = findings
    }

    /// The size of the message in bytes, as it goes over the wire.
    public var byteCount: Int { file.count }

    /// Hands over the message piece by piece: 7-bit, lines ending with CR LF. May be done any
    /// number of times.
    ///
    /// - Parameter take: Takes each piece, of at most 256 KB; it is gone when the call returns.
    /// - Throws: `WitError` of code `temporary-file`, and what `take` throws.
    public func write(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        try file.read(0..<file.count, take)
    }

    /// Reads some of the message.
    ///
    /// - Parameters:
    ///   - offset: Where from, in bytes; at the end or behind it nothing is read.
    ///   - buffer: Where the bytes go; as many as it has room for.
    /// - Returns: How many bytes were put into the buffer.
    /// - Throws: `WitError` of code `temporary-file`.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let end = min(byteCount, offset + buffer.count)
        guard offset < end else { return 0 }
        var count = 0
        try file.read(offset..<end) { piece in
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: piece)
            count += piece.count
        }
        return count
    }

    /// The whole message in memory.
    ///
    /// - Throws: `WitError` of code `temporary-file`.
    public var bytes: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(byteCount)
            try write { bytes += $0 }
            return bytes
        }
    }

    /// What leaves, in a line for the sender: `3 photos, 2.4 MB, exact location of 2, within 10 km of
    /// 1 (Home), without camera`.
    public var summary: String {
        let count = photos.count == 1 ? "1 photo" : "\(photos.count) photos"
        let without = FieldGroup.allCases.filter(stripped.contains).map(\.rawValue)
        let left = without.isEmpty ? "" : ", without " + Self.list(without)
        let places = SharedLocations(photos, asked: location).words
        return "\(count), \(Self.size(byteCount)), \(places)\(left)"
    }

    /// `name, caption and keywords`.
    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// `2.4 MB`.
    public static func size(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return bytes < 1_000_000
            ? "\((bytes + 999) / 1000) kB" : "\(tenths / 10).\(tenths % 10) MB"
    }
}
