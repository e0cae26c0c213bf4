import PhotoRecords

/// A photo as it came in a message.
public struct ReceivedPhoto: Sendable {
    /// The story: each field from the strongest channel that knows it.
    public var record: PhotoRecord
    /// What a person changed by hand in the readable block, as in a reply: only the fields in which
    /// it tells something else than the stronger channels; nil where it tells nothing else.
    public var edited: PhotoRecord?
    /// The fields that the channels disagree on, with the value of each that is imported.
    public var disagreements: [ChannelDisagreement] = []
    /// The channel that each field came by.
    public var fieldChannels: [RecordField: ShareChannel]
    /// The channels that say anything of this photo.
    public var channels: Set<ShareChannel>
    /// The picture; nil where the message has none for this record.
    public var picture: MailPicture?
    /// What the picture's own metadata says, read once for all who want it; empty where it cannot be
    /// read, nil without a picture and where it was not looked at.
    public var metadata: PhotoRecord?
    /// What led from the record to the picture; nil without a picture.
    public var match: PictureMatch?
    /// Whether the picture is the small one of the HTML, because the attached one is missing.
    public var isPreview: Bool
    /// The part as the payload described it when it was sent.
    public var attachment: AttachmentReference?

    /// The story to import: where the channels disagree, what was shown, or nothing.
    public var recordToImport: PhotoRecord {
        var record = record
        for disagreement in disagreements {
            let field = disagreement.field
            record[field: field] = disagreement.taken?.record[field: field]
        }
        return record
    }

    /// The channel that each field of the story to import came from.
    public var importedChannels: [RecordField: ShareChannel] {
        var channels = fieldChannels
        for disagreement in disagreements {
            channels[disagreement.field] = disagreement.taken?.channel
        }
        return channels
    }
}

/// What a message holds of photos and their stories.
public struct ShareContents: Sendable {
    /// The photos, in the order of the strongest channel, then of the message.
    public var photos: [ReceivedPhoto] = []
    /// The channels that were found.
    public var channels: Set<ShareChannel> = []
    /// The payloads, in the order of the message; mostly one.
    public var payloads: [SharePayload] = []
    /// What was noticed.
    public var findings: [Finding] = []
    /// What counts the cost of the message, for those that go on working on it.
    public internal(set) var meter = MessageMeter()

    /// Whether a program of this kind wrote the message: a payload, an import code, JSON-LD or a
    /// readable block of ours, or photos that carry a record's identity.
    public var isShare: Bool {
        !channels.isDisjoint(with: [.payload, .importCode, .linkedData, .labelledBlock])
            || photos.contains { $0.channels.contains(.metadata) && $0.record.id != nil }
    }

    /// What the sender wrote above the photos, by the payload.
    public var message: String? { payloads.lazy.compactMap(\.message).first }
}

extension FindingCode {
    /// A record whose picture is not in the message.
    public static let pictureMissing: FindingCode = "picture-missing"
    /// A picture without our mark that was taken for the mail's map, not for a photo.
    public static let mapPassedOver: FindingCode = "map-passed-over"
    /// A picture that a mail program changed on its way.
    public static let pictureChanged: FindingCode = "picture-changed"
    /// A picture part that cannot be read.
    public static let pictureUnreadable: FindingCode = "picture-unreadable"
    /// A picture with more pixels than the limit; it is kept, but not looked at.
    public static let pictureTooLarge: FindingCode = "picture-too-large"
    /// A picture of very many pixels in few bytes, as one made to fill memory.
    public static let pictureLarge: FindingCode = "picture-large"
    /// Pictures cannot be decoded on this machine, and so not be compared.
    public static let picturesNotCompared: FindingCode = "pictures-not-compared"
    /// A readable block that is of no photo of the message.
    public static let blockUnmatched: FindingCode = "block-unmatched"
    /// A readable block that tells something else than the message's data.
    public static let blockEdited: FindingCode = "block-edited"
    /// A payload part that cannot be read.
    public static let payloadRefused: FindingCode = "payload-refused"
    /// A report of a mail server or an automatic answer, whose text tells nothing of a photo.
    public static let automaticMail: FindingCode = "automatic-mail"
    /// A text part too long to be searched.
    public static let textTooLong: FindingCode = "text-too-long"
}
