import ByteCoding
import JSON
import PhotoRecords

/// Channel 3: photos' stories as a few short lines of plain text, which survive what mail
/// programs do to text: quoting, re-wrapping, forwarding, turning HTML into text.
///
/// ```
/// [[wit:1:
/// AXh3NcqrVsrMS8tXslJKSixSqgUAKMIE6wAXh3NcqrVsrMS8tXslJKSixSqg
/// UAKMIE6w
/// :wit]]
/// ```
///
/// Between the markers stands, in base64url (RFC 4648 §5) without padding: the CRC-32 of what
/// follows, four bytes, the highest first; then the raw deflate stream (RFC 1951) of a compact
/// JSON object `{"p": [photo…]}`. The number after `[[wit:` is the code's version.
public struct ImportCode: Hashable, Sendable {
    /// The photos, in the order of the message.
    public var photos: [ImportCodePhoto]

    /// A code of photos.
    public init(photos: [ImportCodePhoto]) { self.photos = photos }

    /// The version that this program writes; it reads no other.
    public static let version = 1
    /// The longest line of a code, in characters.
    public static let lineLength = 60
    /// The most bytes that a code may have after decompression: 64 KB.
    public static let maximumBytes = 64 * 1024
    /// The most codes that are read from one message.
    public static let maximumCodes = 1000

    static let begin = "[[wit:"
    static let end = ":wit]]"

    private var json: [UInt8] {
        let object: JSONObject = ["p": .array(photos.map { .object($0.json) })]
        return Array(JSONValue.object(object).text.utf8)
    }

    /// The code's lines, markers included; nil if it would exceed `maximumBytes`.
    var lines: [String]? {
        let json = json
        guard json.count <= Self.maximumBytes, let packed = Deflate.compress(json) else {
            return nil
        }
        let body = Base64URL.encode(CRC32.bytes(packed) + packed)
        var lines = ["\(Self.begin)\(Self.version):"]
        var rest = body[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(Self.lineLength)))
            rest = rest.dropFirst(Self.lineLength)
        }
        return lines + [Self.end]
    }

    /// Whether what stands between the markers is sound but decompresses to more than a limit.
    static func isTooLong(_ body: some Collection<UInt8>, limit: Int) -> Bool {
        guard let bytes = Base64URL.decode(body), bytes.count > 4 else { return false }
        let packed = Array(bytes[4...])
        return CRC32.bytes(packed).elementsEqual(bytes[..<4])
            && Deflate.exceeds(packed, limit: limit)
    }

    /// Reads what stands between the markers; nil if checksum, compression, limit or JSON fail.
    init?(body: some Collection<UInt8>, limit: Int = maximumBytes) {
        guard let bytes = Base64URL.decode(body), bytes.count > 4 else { return nil }
        let packed = Array(bytes[4...])
        guard CRC32.bytes(packed).elementsEqual(bytes[..<4]),
            let json = Deflate.decompress(packed, limit: limit),
            let photos = (try? JSONValue(parsingForeign: json))?["p"]?.array
        else { return nil }
        self.init(photos: photos.compactMap { $0.object.map(ImportCodePhoto.init(json:)) })
    }
}

extension ImportCode {
    /// As few codes as hold the photos, each within `maximumBytes`.
    ///
    /// A single photo that is too long on its own leaves out its longest field, and the next,
    /// until it fits: the other channels carry them.
    static func codes(for photos: [ImportCodePhoto]) -> [ImportCode] {
        guard !photos.isEmpty else { return [] }
        let whole = ImportCode(photos: photos)
        if whole.json.count <= maximumBytes { return [whole] }
        if photos.count > 1 {
            let half = photos.count / 2
            return codes(for: Array(photos[..<half])) + codes(for: Array(photos[half...]))
        }
        return [ImportCode(photos: photos.map(shortened))]
    }

    private static func shortened(_ photo: ImportCodePhoto) -> ImportCodePhoto {
        var photo = photo
        while JSONValue.object(photo.json).text.utf8.count > maximumBytes - 16 {
            let longest = RecordField.allCases.max { left, right in
                length(left, in: photo.record) < length(right, in: photo.record)
            }
            guard let longest, length(longest, in: photo.record) > 0 else { break }
            photo.record[field: longest] = nil
        }
        return photo
    }

    private static func length(_ field: RecordField, in record: PhotoRecord) -> Int {
        record[field: field]?.text.utf8.count ?? 0
    }
}
