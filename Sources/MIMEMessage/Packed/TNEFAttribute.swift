/// One attribute of a TNEF stream ([MS-OXTNEF] §2.1.3.3).
struct TNEFAttribute {
    /// What an attribute is: its identifier and type as one number.
    struct Tag: Hashable, RawRepresentable {
        var rawValue: UInt32
    }

    /// Whether it tells of an attachment, not of the message.
    var isOfAttachment: Bool
    var tag: Tag
    /// Where its data stand.
    var data: Range<Int>
}

/// The attributes that are read ([MS-OXTNEF] §2.1.3.3.1); the others are passed over.
extension TNEFAttribute.Tag {
    /// attOemCodepage: the code page of texts that are not Unicode.
    static let codePage = Self(rawValue: 0x0006_9007)
    /// attSubject.
    static let subject = Self(rawValue: 0x0001_8004)
    /// attBody: the plain text.
    static let body = Self(rawValue: 0x0002_800C)
    /// attMsgProps: the message's properties.
    static let messageProperties = Self(rawValue: 0x0006_9003)
    /// attAttachRendData: an attachment begins.
    static let attachmentBegin = Self(rawValue: 0x0006_9002)
    /// attAttachData: the attachment's octets.
    static let attachmentData = Self(rawValue: 0x0006_800F)
    /// attAttachTitle: its file name.
    static let attachmentTitle = Self(rawValue: 0x0001_8010)
    /// attAttachTransportFilename: its file name on the way.
    static let transportName = Self(rawValue: 0x0006_9001)
    /// attAttachment: its properties.
    static let attachmentProperties = Self(rawValue: 0x0006_9005)
}
