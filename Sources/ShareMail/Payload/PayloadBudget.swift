import JSON
import PhotoRecords

/// Keeps a payload within what every reader takes (``SharePayload/Limits``): the longest values stay
/// out of it, which the photos' own metadata have.
struct PayloadBudget {
    var limits = SharePayload.Limits()
    /// Room for what is no field: identities, hashes, members' names.
    private static let slackForEach = 2_048
    private static let slack = 65_536
    private static let valuesForEach = 64

    /// A field of a photo with what it takes.
    private struct Share {
        var photo: Int
        var field: RecordField
        var bytes: Int
        var values: Int
    }

    /// The fields that the photos' entries are to leave out, by photo.
    func omitted(of records: [PhotoRecord]) -> [(photo: Int, field: RecordField)] {
        let bound = records.reduce(into: Self.slack) { $0 += Self.slackForEach + Self.bound($1) }
        guard bound > min(limits.bytes, limits.values * Self.valueBytes) else { return [] }
        var bytes = Self.slack + records.count * Self.slackForEach
        var values = records.count * Self.valuesForEach
        var shares: [Share] = []
        for (photo, record) in records.enumerated() {
            for field in RecordField.allCases {
                guard let value = record[field: field] else { continue }
                let share = Share(
                    photo: photo, field: field, bytes: value.text.utf8.count,
                    values: Self.count(value))
                bytes += share.bytes
                values += share.values
                shares.append(share)
            }
        }
        guard bytes > limits.bytes || values > limits.values else { return [] }
        shares.sort {
            ($0.bytes + Self.valueBytes * $0.values, $1.photo)
                > ($1.bytes + Self.valueBytes * $1.values, $0.photo)
        }
        var omitted: [(photo: Int, field: RecordField)] = []
        for share in shares where bytes > limits.bytes || values > limits.values {
            bytes -= share.bytes
            values -= share.values
            omitted.append((share.photo, share.field))
        }
        return omitted
    }

    /// More bytes than the words of a record take as JSON, where a value counts as some bytes at
    /// least.
    private static func bound(_ record: PhotoRecord) -> Int {
        func bound(_ texts: [String]) -> Int {
            texts.reduce(0) { $0 + 2 * $1.utf8.count + valueBytes }
        }
        return bound([record.name, record.caption].compactMap(\.self)) + bound(record.keywords)
            + bound(record.people)
            + record.regions.reduce(0) { $0 + 512 + $1.json.text.utf8.count }
    }

    private static let valueBytes = 16

    /// How many values a value holds, itself included.
    private static func count(_ value: JSONValue) -> Int {
        switch value {
        case .array(let values): values.reduce(1) { $0 + count($1) }
        case .object(let members): members.values.reduce(1) { $0 + count($1) }
        default: 1
        }
    }
}
