import PhotoRecords

/// The message that a record came in.
public struct MessageOrigin: Sendable, Hashable {
    /// Its Message-ID without the angle brackets, or another name that stays the same whenever
    /// this message is read. Whoever writes a message chooses it.
    public var messageID: String
    /// Who sent it, as it says: names and addresses.
    public var sender: String?
    /// The addresses of the From, in small letters, parted by commas.
    public var address: String?
    /// The hash of what it says and holds, in hexadecimal digits: a message of the same Message-ID
    /// and other contents is another message. Nil where it is known by its Message-ID alone.
    public var digest: String?
    /// What it was about.
    public var subject: String?
    /// When it was sent, as text.
    public var date: String?

    /// A message.
    public init(
        messageID: String, sender: String? = nil, address: String? = nil, subject: String? = nil,
        date: String? = nil, digest: String? = nil
    ) {
        self.messageID = messageID
        self.sender = sender
        self.address = address
        self.subject = subject
        self.date = date
        self.digest = digest
        source = Self.prefix + messageID
    }

    /// How provenance names it: `mail:` and the Message-ID; of a further message of one Message-ID
    /// with a number behind it (`#2`), by which the catalog knows it.
    public internal(set) var source: String
    /// Whether the catalog knows another message of this Message-ID, of other contents.
    public internal(set) var sharesID = false

    static let prefix = "mail:"
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
    /// The record of the same message, by its place among those merged at once, whose photo this
    /// one is of, whatever it says itself: what another channel of the message says. It only
    /// proposes.
    public var follows: Int?
    /// The channel of the message that says each field, in a word.
    public var channels: [RecordField: String] = [:]
    /// Fields that the channels of the message say different things of and that stay empty, also
    /// where the picture's own metadata say one of them.
    public var undecided: Set<RecordField> = []
    /// Photos that the picture was held against and is not of, whatever hashes and looks say.
    public var notOf: Set<RecordID> = []

    /// A record of a message.
    public init(
        record: PhotoRecord, picture: ScannedFile? = nil, origin: MessageOrigin,
        follows: Int? = nil, channels: [RecordField: String] = [:]
    ) {
        self.record = record
        self.picture = picture
        self.origin = origin
        self.follows = follows
        self.channels = channels
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
    }

    /// The photo.
    public var photo: RecordID
    /// What it was recognised by.
    public var kind: Kind
    /// Where the message only states that, and the picture that came looks like the photo: how
    /// many bits of their perceptual hashes differ.
    public var distance: Int?

    /// One line for a person.
    public var explanation: String {
        switch kind {
        case .recordID: distance == nil ? "the same identity" : "the same identity and appearance"
        case .sha256: distance == nil ? "the same file" : "made from the same file"
        case .fingerprint: distance == nil ? "the same picture" : "made from the same picture"
        }
    }
}

/// Why a picture that came is not kept.
public enum UnusedPicture: String, Sendable, Hashable {
    /// The photo has the same picture already.
    case same
    /// The photo has a copy that is as large, or larger.
    case smaller
}

/// A photo that another one looks like, or is said to be.
public struct PhotoLikeness: Sendable, Hashable {
    /// The photo.
    public var photo: RecordID
    /// How many bits of the two perceptual hashes differ; nil where only a message says that they
    /// are one.
    public var distance: Int?
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
        /// Whether the picture given was a file of the photo before, at the same path.
        public var hadPicture = false
        /// Why the picture that came is no file of the photo; nil where it is one, and where none
        /// came.
        public var unused: UnusedPicture?
        /// Whether the picture is larger than the one that the photo had, and is its own now.
        public var isLarger = false
        /// The photos that this new one is proposed to be joined with.
        public var alike: [PhotoLikeness] = []
        /// The photo that the record claimed to be of, though its picture shows another one.
        public var refuted: RecordID?
        /// Whether the record came without its picture, so that it could only propose.
        public var onlyProposes = false
        /// Whether nothing was taken of it: it would be one more new photo without a picture than
        /// the limits allow. `photo` names none then.
        public var isLeftOut = false
        /// Where the picture was stored, or would be; nil where it was not.
        public var storedPath: String?
    }

    /// One for each record, in the order given.
    public var items: [Item] = []
    /// The change, for `undo`; nil where nothing was altered.
    public var change: Change?
    /// What became of the message as one of a question; nil where it is none.
    public var answer: AnswerTally?
    /// How many values did not become proposals because the limits allow no more.
    public var leftOutProposals = 0
    /// How many records were left out because the limits allow no more new photos without a picture.
    public var leftOut: Int { items.count(where: \.isLeftOut) }

    /// New photos.
    public var added: Int { items.count { $0.match == nil && !$0.isLeftOut } }
    /// Records of photos that the catalog had.
    public var matched: Int { items.count { $0.match != nil } }
    /// Values that filled something empty in photos that the catalog had.
    public var filled: Int { items.reduce(0) { $0 + ($1.match == nil ? 0 : $1.filled.count) } }
    /// Proposals made.
    public var proposed: Int { items.reduce(0) { $0 + $1.proposed.count } }
    /// Records that altered nothing.
    public var unchanged: Int {
        items.count {
            $0.match != nil && $0.filled.isEmpty && $0.proposed.isEmpty
                && (!$0.usesPicture || $0.hadPicture) && !$0.keepsMore
        }
    }
}
