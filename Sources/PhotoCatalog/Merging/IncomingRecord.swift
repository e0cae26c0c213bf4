import PhotoRecord

/// The message that a record came in.
public struct MessageOrigin: Sendable, Hashable {
    /// Its Message-ID without the angle brackets, or another name that stays the same whenever
    /// this message is read.
    public var messageID: String
    /// Who sent it.
    public var sender: String?
    /// What it was about.
    public var subject: String?
    /// When it was sent, as text.
    public var date: String?

    /// A message.
    public init(
        messageID: String, sender: String? = nil, subject: String? = nil, date: String? = nil
    ) {
        self.messageID = messageID
        self.sender = sender
        self.subject = subject
        self.date = date
    }

    /// How provenance names it: `mail:` and the Message-ID.
    public var source: String { "mail:" + messageID }
}

/// A record that a message or another program's catalog brought, with the picture that belongs
/// to it, if there was one.
public struct IncomingRecord: Sendable {
    /// What the message or catalog says. `image` holds what it says of the sender's picture: hashes to
    /// match by. `file` is not looked at.
    public var record: PhotoRecord
    /// The picture: where it was stored, and what it says of itself; its `record.image` may
    /// hold `sha256` and `perceptualHash` as well.
    public var picture: ScannedFile?
    /// The message; nil for a record that another program's catalog brought.
    public var origin: MessageOrigin?
    /// How provenance names what brought it: `mail:<Message-ID>`, `digikam:digikam4.db`.
    public var source: String

    /// A record of a message.
    public init(record: PhotoRecord, picture: ScannedFile? = nil, origin: MessageOrigin) {
        self.record = record
        self.picture = picture
        self.origin = origin
        source = origin.source
    }

    /// A record of another program's catalog.
    public init(record: PhotoRecord, source: String) {
        self.record = record
        self.source = source
    }
}

/// Why a record is taken to be of a photo that the catalog has.
public struct PhotoMatch: Sendable, Hashable {
    /// What it was recognised by, the strongest first.
    public enum Kind: String, Sendable, CaseIterable {
        /// The record's identity.
        case recordID = "record-id"
        /// The same file, byte for byte.
        case sha256
        /// The same encoded picture.
        case fingerprint
        /// A picture that looks the same: made smaller or compressed again on its way.
        case perceptualHash = "perceptual-hash"
    }

    /// The photo.
    public var photo: RecordID
    /// What it was recognised by.
    public var kind: Kind
    /// For `perceptualHash`: how many bits of the two hashes differ.
    public var distance: Int?

    /// One line for a person.
    public var explanation: String {
        switch kind {
        case .recordID: "the same identity"
        case .sha256: "the same file"
        case .fingerprint: "the same picture"
        case .perceptualHash: "looks the same (\(distance ?? 0) bits differ)"
        }
    }
}

/// What taking records in did.
public struct MergeTally: Sendable, Hashable {
    /// What became of one record.
    public struct Item: Sendable, Hashable {
        /// The photo that has it now.
        public var photo: RecordID
        /// Why that photo; nil for a new one.
        public var match: PhotoMatch?
        /// The fields that got a value.
        public var filled: [RecordField] = []
        /// The fields of which a value waits for a decision.
        public var proposed: [RecordField] = []
        /// Whether it got fields that this version does not know.
        public var keepsMore = false
        /// Whether the picture given is a file of the photo now. If not, nothing refers to it.
        public var usesPicture = false
    }

    /// One for each record, in the order given.
    public var items: [Item] = []
    /// The change, for `undo`; nil where nothing was altered.
    public var change: Change?

    /// New photos.
    public var added: Int { items.count { $0.match == nil } }
    /// Records of photos that the catalog had.
    public var matched: Int { items.count { $0.match != nil } }
    /// Values that filled something empty in photos that the catalog had.
    public var filled: Int { items.reduce(0) { $0 + ($1.match == nil ? 0 : $1.filled.count) } }
    /// Proposals made.
    public var proposed: Int { items.reduce(0) { $0 + $1.proposed.count } }
    /// Records that altered nothing.
    public var unchanged: Int {
        items.count {
            $0.match != nil && $0.filled.isEmpty && $0.proposed.isEmpty && !$0.usesPicture
                && !$0.keepsMore
        }
    }
}
