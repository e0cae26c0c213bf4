/// One property of a message or attachment in TNEF ([MS-OXTNEF] §2.1.3.4), its first value.
struct MAPIProperty {
    /// What a property is ([MS-OXPROPS]).
    struct ID: Hashable, RawRepresentable {
        var rawValue: UInt16
    }

    /// How a value is stored ([MS-OXCDATA] §2.11.1), without the flag of several values.
    struct Kind: Hashable, RawRepresentable {
        var rawValue: UInt16
    }

    var id: ID
    var kind: Kind
    /// Where its octets stand.
    var value: Range<Int>
}

extension MAPIProperty.ID {
    /// PidTagSubject.
    static let subject = Self(rawValue: 0x0037)
    /// PidTagBody: the plain text.
    static let body = Self(rawValue: 0x1000)
    /// PidTagRtfCompressed.
    static let compressedRTF = Self(rawValue: 0x1009)
    /// PidTagHtml.
    static let html = Self(rawValue: 0x1013)
    /// PidTagDisplayName.
    static let displayName = Self(rawValue: 0x3001)
    /// PidTagAttachDataBinary or PidTagAttachDataObject, by the kind.
    static let attachmentData = Self(rawValue: 0x3701)
    /// PidTagAttachFilename: of 8.3 characters.
    static let fileName = Self(rawValue: 0x3704)
    /// PidTagAttachLongFilename.
    static let longFileName = Self(rawValue: 0x3707)
    /// PidTagAttachMimeTag.
    static let mediaType = Self(rawValue: 0x370E)
    /// PidTagAttachContentId.
    static let contentID = Self(rawValue: 0x3712)
    /// PidTagInternetCodepage: the code page of the HTML.
    static let internetCodePage = Self(rawValue: 0x3FDE)
}

extension MAPIProperty.Kind {
    /// PtypInteger32.
    static let integer32 = Self(rawValue: 0x0003)
    /// PtypObject: 16 octets that name its kind, and the object.
    static let object = Self(rawValue: 0x000D)
    /// PtypString8: text of the stream's code page.
    static let text = Self(rawValue: 0x001E)
    /// PtypString: text in UTF-16, little-endian.
    static let unicode = Self(rawValue: 0x001F)
    /// PtypBinary.
    static let binary = Self(rawValue: 0x0102)

    /// Whether each value states its length.
    var isOfStatedLength: Bool {
        [.object, .text, .unicode, .binary].contains(self)
    }

    /// The octets of a value of fixed length, padding to 4 counted; nil for a kind that is not
    /// known, behind which nothing can be read.
    var fixedLength: Int? {
        switch rawValue {
        case 0x0002, 0x0003, 0x0004, 0x000A, 0x000B: 4
        case 0x0005, 0x0006, 0x0007, 0x0014, 0x0040: 8
        case 0x0048: 16
        default: nil
        }
    }
}
