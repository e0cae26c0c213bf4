import JSON
import PhotoRecords

/// The fields of a photo that a channel of the message does not carry, since what comes back of them
/// is not what was meant: the other channels have them.
struct Omissions: Hashable, Sendable {
    /// One field in one channel.
    struct Item: Hashable, Sendable {
        var channel: ShareChannel
        var field: RecordField
    }

    private(set) var items: Set<Item> = []

    /// Whether every channel carries every field.
    var isEmpty: Bool { items.isEmpty }

    /// Leaves a field out of a channel; answers whether it was not left out before.
    @discardableResult
    mutating func insert(_ channel: ShareChannel, _ field: RecordField) -> Bool {
        items.insert(Item(channel: channel, field: field)).inserted
    }

    /// What a channel carries of a record.
    func record(_ record: PhotoRecord, in channel: ShareChannel) -> PhotoRecord {
        var record = record
        for item in items where item.channel == channel { record.drop(item.field) }
        return record
    }

    /// Whether no channel carries a field.
    func isLost(_ field: RecordField) -> Bool {
        ShareChannel.allCases.allSatisfy { items.contains(Item(channel: $0, field: field)) }
    }

    /// What the sender should know: which field of the photo goes by fewer channels.
    func findings(of name: String, file: String) -> [Finding] {
        RecordField.allCases.compactMap { field -> Finding? in
            let channels = ShareChannel.allCases.filter {
                items.contains(Item(channel: $0, field: field))
            }
            guard !channels.isEmpty else { return nil }
            let what = "The \(field.rawValue) of “\(name.prefix(60))”"
            if isLost(field) {
                return Finding(
                    .warning, .valueLeftOut, where: file,
                    "\(what) cannot be sent: no part of a mail carries it unchanged. The photo"
                        + " is sent without it.")
            }
            let parts = channels.map(\.words).joined(separator: ", ")
            return Finding(
                .note, .valueCarriedElsewhere, where: file,
                "\(what) is left out of \(parts), which cannot carry it unchanged; the rest of the"
                    + " mail has it.")
        }
    }
}

extension ShareChannel {
    /// What a person may call it.
    var words: String {
        switch self {
        case .payload: "the data for wit"
        case .metadata: "the photo's own metadata"
        case .importCode: "the import code"
        case .linkedData: "the data of the HTML part"
        case .labelledBlock: "the readable text"
        }
    }
}

extension PhotoRecord {
    /// Empties a field.
    mutating func drop(_ field: RecordField) {
        switch field {
        case .name: name = nil
        case .caption: caption = nil
        case .keywords: keywords = []
        case .people: people = []
        case .taken: taken = nil
        case .location: location = nil
        case .regions: regions = []
        case .camera: camera = nil
        }
        provenance[field] = nil
    }

    /// The fields by how long their values are, the longest first; those that are empty are left out.
    var fieldsByLength: [RecordField] {
        RecordField.allCases.map { ($0, self[field: $0]?.text.utf8.count ?? 0) }
            .filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map(\.0)
    }
}

extension FindingCode {
    /// A value that some parts of the message do not carry.
    public static let valueCarriedElsewhere: FindingCode = "value-carried-elsewhere"
    /// A value that no part of the message can carry.
    public static let valueLeftOut: FindingCode = "value-left-out"
}
