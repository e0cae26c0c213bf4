import Foundation
import MIMEMessage
import PhotoRecords
import Privacy

/// How large the photos of a message are.
public enum PhotoSize: String, Sendable, Hashable, CaseIterable {
    /// 800 pixels on the longer side.
    case small
    /// 1,600 pixels on the longer side.
    case medium
    /// 2,560 pixels on the longer side.
    case large
    /// The encoded picture as it is; JPEG only, other formats go as JPEG in full size.
    case original

    /// The longer side in pixels; nil for as large as it is.
    public var longestSide: Int? {
        switch self {
        case .small: 800
        case .medium: 1600
        case .large: 2560
        case .original: nil
        }
    }
}

/// What a person chooses about a message of photos.
public struct ShareOptions: Sendable {
    /// Who sends it; nil leaves that to the mail program that will.
    public var from: Mailbox?
    /// Who gets it: at least one.
    public var to: [Mailbox]
    /// Where answers go, if not to the sender.
    public var replyTo: [Mailbox] = []
    /// The mails that it follows, the first one first.
    public var references: [MessageID] = []
    /// What it asks about its one photo; nil for a mail that asks nothing. `message` is the question in
    /// words.
    public var question: ShareQuestion?
    /// Who gets a copy.
    public var cc: [Mailbox]
    /// The subject; nil takes the template's.
    public var subject: String?
    /// What the sender writes above the photos.
    public var message: String?
    /// The templates' language, as `en`.
    public var language = "en"
    /// The template's identifier.
    public var template = "share"
    /// A person's own templates, which override the built-in ones.
    public var templateFolder: String?
    /// How large the photos are.
    public var size = PhotoSize.medium
    /// How much of where they were taken leaves.
    public var location = LocationGrade.exact
    /// Where photos leave coarsely, whatever `location` says.
    public var homes: [HomeZone] = []
    /// What no file of single photos says any more, and nobody has decided yet: it stays at home.
    public var heldBack: [RecordID: [Removal]] = [:]
    /// What is left out of every photo.
    public var stripped: Set<FieldGroup> = []
    /// Whether the regions that leave are outlined in the pictures, with their names.
    public var outlinesRegions = false
    /// Whether people whose regions are marked are made unrecognisable in the pictures.
    public var blursPeople = false
    /// Whether the mail may name towns: not where the names of places are left out.
    var tellsPlaces: Bool { !stripped.contains(.place) }
    /// Whether a locator map is drawn into the message.
    public var mapPicture = true
    /// The page that shows a point on a map.
    public var mapLink = MapLink.openStreetMap
    /// The most bytes that the message may have; nil for as many as it takes.
    public var maximumBytes: Int?
    /// Whether it is known that a server takes the mail, however long it is: otherwise one of more than
    /// ``ShareComposer/usualLimit`` is pointed out.
    public var isLengthTaken = false
    /// Whether photos that cannot go are left out, instead of ending the share.
    public var skipsFailed = false
    /// The most bytes that one photo's file may have.
    public var maximumFileBytes = 512 * 1024 * 1024
    /// The most bytes of memory that decoding a picture may take; nil for as many as is usual.
    public var decoderMemory: Int?
    /// When the message is written.
    public var date: Date
    /// The part of the Message-ID before the `@`, also the stem of the Content-IDs.
    public var messageKey: String
    /// Minutes east of UTC of the Date header.
    public var dateOffsetMinutes = 0

    /// Options for recipients, with now as the date and a message identity of its own.
    public init(
        from: Mailbox? = nil, to: [Mailbox], cc: [Mailbox] = [], subject: String? = nil,
        message: String? = nil
    ) {
        self.from = from
        self.to = to
        self.cc = cc
        self.subject = subject
        self.message = message
        date = Date()
        messageKey = RecordID().text
    }
}
